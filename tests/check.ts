import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '#infra/local/build-web.ts'

const tsc = 'node_modules/typescript/bin/tsc'

/**
 * The parts of `npm run check`, the longest first. As many run at a time as there are processors. All of them run even if one fails,
 * so that one run reports every problem. With `--with-web-build`, which `npm test` gives, the web app is built beside them.
 */
const checks: Readonly<Record<string, readonly string[]>> = {
  'lint and format': ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'],
  'files and exports that nothing uses': ['node_modules/knip/bin/knip.js', '--treat-config-hints-as-errors'],
  'types of shared, functions, infra and tests': [tsc, '-p', '.'],
  'types of web': [tsc, '-p', 'web'],
  'types of tests/e2e': [tsc, '-p', 'tests/e2e'],
  'types of tests/components': [tsc, '-p', 'tests/components'],
  'types of web/worker': [tsc, '-p', 'web/worker'],
  'tables of keys': ['tests/rooms/write-key-tables.ts', '--check'],
  'order of the rooms': ['tests/rooms/write-room-rules.ts', '--check'],
  'tables of figures': ['tests/bench/write-figure-tables.ts', '--check'],
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs one part, prints all that it wrote when it ends, and returns whether it found nothing. */
function findsNothing(command: readonly string[]): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const part = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const written: Buffer[] = []
  for (const stream of [part.stdout, part.stderr]) stream.on('data', (chunk: Buffer) => written.push(chunk))
  part.on('error', reject)
  part.on('close', (status) => {
    process.stdout.write(Buffer.concat(written))
    resolve(status === 0)
  })
  return promise
}

/** Builds the web app, unless it has not changed since it was built. */
async function isBuilt(): Promise<boolean> {
  try {
    await buildWeb(root, console.log)
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}

const parts: [what: string, passes: () => Promise<boolean>][] = Object.entries(checks).map(([what, command]) => [
  what,
  () => findsNothing(command),
])
// The browser tests need the build. While they wait for it, the second processor would have nothing to do.
if (process.argv.includes('--with-web-build')) parts.unshift(['build of the web app', isBuilt])

const failed: string[] = []
const waiting = parts.values()
async function runInTurn() {
  for (const [what, passes] of waiting) if (!(await passes())) failed.push(what)
}
await Promise.all(Array.from({ length: availableParallelism() }, runInTurn))
if (failed.length > 0) {
  console.error(`Not right: ${failed.join('; ')}.`)
  process.exitCode = 1
}
