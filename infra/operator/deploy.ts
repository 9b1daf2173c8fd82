import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openAws } from './aws.ts'
import { deploy } from './deploy-environment.ts'
import { orRefuse } from './refusal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program of `node_modules` in the foreground; its failure is ours. */
function run(file: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [`${root}node_modules/${file}`, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

function tagsSince(release: string): string[] {
  try {
    const args = ['tag', '--merged', 'HEAD', '--no-merged', release, '--sort=creatordate']
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\n').filter(Boolean)
  } catch {
    // What is deployed is not in this clone: then nobody can say what lies between.
    return []
  }
}

const [name = '', ...options] = process.argv.slice(2)
await orRefuse(() =>
  deploy(name, options, {
    openAws,
    build: () => run('vite/bin/vite.js', ['build', 'web']),
    cdk: (args) => run('aws-cdk/bin/cdk', ['deploy', ...args]),
    tagsSince,
    say: console.log,
  }),
)
