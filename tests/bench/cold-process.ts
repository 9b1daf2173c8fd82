// Loads `node:http`, because Lambda's runtime has loaded it before it loads a handler. An `import` would also load modules that
// only the getters of `node:http` need.
process.getBuiltinModule('node:http')

const [, , path = '', event = '{}'] = process.argv

/** Runs a step and returns the wall-clock and CPU time that it took. */
async function step(run: () => Promise<unknown>) {
  const cpu = process.cpuUsage()
  const started = performance.now()
  await run()
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpuMs: (user + system) / 1000 }
}

let handler: (event: unknown) => Promise<{ statusCode?: number } | undefined>
let statusCode: number | undefined
const call = () =>
  step(async () => {
    statusCode = (await handler(JSON.parse(event)))?.statusCode
  })

/**
 * `compareColdStarts` runs this script in a new process for each sample. It loads a handler, calls it twice with an event, and
 * prints the time of each step, the status of the second response, and the memory.
 */
const load = await step(async () => {
  handler = (await import(path)).handler
})
const [first, second] = [await call(), await call()]
const megabytes = process.memoryUsage.rss() / 2 ** 20
process.stdout.write(JSON.stringify({ load, first, second, statusCode, megabytes }))

export {}
