import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The parts of `npm run check`. All of them run even if one fails, so that one run reports every problem. */
const checks: Readonly<Record<string, readonly string[]>> = {
  'types of shared, functions, infra and tests': ['node_modules/typescript/bin/tsc', '-p', '.'],
  'types of web': ['node_modules/typescript/bin/tsc', '-p', 'web'],
  'types of web/worker': ['node_modules/typescript/bin/tsc', '-p', 'web/worker'],
  'types of tests/components': ['node_modules/typescript/bin/tsc', '-p', 'tests/components'],
  'types of tests/e2e': ['node_modules/typescript/bin/tsc', '-p', 'tests/e2e'],
  'order of the rooms': ['tests/rooms/write-room-rules.ts', '--check'],
  'tables of keys': ['tests/rooms/write-key-tables.ts', '--check'],
  'tables of figures': ['tests/bench/write-figure-tables.ts', '--check'],
  'lint and format': ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'],
  'files and exports that nothing uses': ['node_modules/knip/bin/knip.js', '--treat-config-hints-as-errors'],
}

const root = fileURLToPath(new URL('..', import.meta.url))
const failed: string[] = []
for (const [what, command] of Object.entries(checks)) {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
  if (status !== 0) failed.push(what)
}
if (failed.length > 0) {
  console.error(`Not right: ${failed.join('; ')}.`)
  process.exitCode = 1
}
