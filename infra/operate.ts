import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { environmentNames, findEnvironment, missingValues } from './config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (file: string, args: readonly string[]) => {
  const { status } = spawnSync(process.execPath, [`${root}node_modules/${file}`, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** `npm run deploy -- prod`: what is wrong with the environment is said before anything is built or touched. */
const [command = '', environment = '', ...options] = process.argv.slice(2)
const config = findEnvironment(environment)
if (!config) {
  const known = environmentNames.map((name) => `npm run ${command} -- ${name}`).join(', ')
  refuse(environment ? `There is no environment "${environment}".` : 'Which environment?', [`Choose one: ${known}`])
}
const missing = command === 'deploy' ? missingValues(config) : []
if (missing.length > 0) refuse(`infra/config.ts does not have what ${environment} needs yet:`, missing)

if (command === 'deploy') run('vite/bin/vite.js', ['build', 'web'])
run('aws-cdk/bin/cdk', [command, '-c', `env=${environment}`, ...options])

function refuse(what: string, sentences: readonly string[]): never {
  console.error([what, ...sentences.map((sentence) => `  ${sentence}`)].join('\n'))
  process.exit(1)
}
