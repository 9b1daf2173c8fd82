import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { deployableNames } from '../config.ts'
import { orRefuse, Refusal } from './refusal.ts'

/** `npm run synth -- prod` and `npm run diff -- prod`: CDK's own commands for one environment. */
const [command = '', name = '', ...options] = process.argv.slice(2)
await orRefuse(async () => {
  if (!deployableNames.includes(name))
    throw new Refusal(name ? `There is no environment "${name}".` : 'Which environment?', [
      `Choose one: ${deployableNames.map((each) => `npm run ${command} -- ${each}`).join(', ')}`,
    ])
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const args = [`${root}node_modules/aws-cdk/bin/cdk`, command, '-c', `env=${name}`, ...options]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
})
