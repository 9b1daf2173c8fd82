import { createServer } from 'node:http'
import { closeServer, serverAddress } from '@carelane/simulators/loopback-server'
import { afterEach, expect, test, vi } from 'vitest'
import { responseTimeoutMs } from '../../web/lib/api/response-timeout.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a response that stops in the middle of its body counts as no response', async () => {
  const begun = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"items":', () => begun.resolve())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  vi.stubGlobal('location', serverAddress(server))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { send } = await import('../../web/lib/api/amplify-transport.ts')
  const refused = expect(send({ method: 'GET', path: '/api/me', headers: {} })).rejects.toMatchObject({ status: 0 })
  await begun.promise
  await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(responseTimeoutMs)
  await refused
  server.closeAllConnections()
  await closeServer(server)
}, 10_000)
