import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What `npm run check` looks at: all of it, so that one run says everything that is wrong. */
const checks: Readonly<Record<string, readonly string[]>> = {
  'types of shared, functions, infra and tests': ['typescript/bin/tsc', '-p', '.'],
  'types of web': ['typescript/bin/tsc', '-p', 'web'],
  'types of tests/components': ['typescript/bin/tsc', '-p', 'tests/components'],
  'types of tests/e2e': ['typescript/bin/tsc', '-p', 'tests/e2e'],
  'lint and format': ['@biomejs/biome/bin/biome', 'ci', '.'],
}

const root = fileURLToPath(new URL('..', import.meta.url))
const failed: string[] = []
for (const [what, [tool = '', ...args]] of Object.entries(checks)) {
  const { status } = spawnSync(process.execPath, [`node_modules/${tool}`, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) failed.push(what)
}
if (failed.length > 0) {
  console.error(`Not right: ${failed.join('; ')}.`)
  process.exitCode = 1
}
