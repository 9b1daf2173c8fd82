import 'node:http'

/** A fresh process: loads the handler that it is told, calls it once with the event that it is told, says how long both took. */
const [, , path = '', event = '{}'] = process.argv
const started = performance.now()
const { handler } = await import(path)
const loaded = performance.now()
const { statusCode } = await handler(JSON.parse(event))
process.stdout.write(JSON.stringify({ importMs: loaded - started, callMs: performance.now() - loaded, statusCode }))
