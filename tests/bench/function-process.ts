// Loads `node:http`, because Lambda's runtime has loaded it before it loads a handler. An `import` would also load modules that
// only the getters of `node:http` need.
process.getBuiltinModule('node:http')

const [, , path = '', event = '{}', calls = '0'] = process.argv

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
async function call() {
  statusCode = (await handler(JSON.parse(event)))?.statusCode
}
async function callOften() {
  for (let i = 0; i < Number(calls); i++) await call()
}

/**
 * `measureFunctions` runs this script in a new process for each sample. It loads a handler, calls it once with an event, then as often
 * as it was asked to, in order to warm up, and as often again. It prints the time of each step and the last status.
 */
const load = await step(async () => {
  handler = (await import(path)).handler
})
const first = await step(call)
await callOften()
const warm = await step(callOften)
process.stdout.write(JSON.stringify({ load, first, warm, statusCode }))

export {}
