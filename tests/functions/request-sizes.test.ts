import { expect } from 'vitest'
import { type ApiRoute, listRoutes } from '#shared/api/areas.ts'
import { bodyLimitsOf } from '#shared/api/contract.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, test } from '#tests/support/product-test.ts'
import { watchReads } from '#tests/support/watch-reads.ts'

let reads: ReturnType<typeof watchReads>
test.beforeAll(async () => {
  reads = watchReads(app.services.table.client)
})

const anyId = '5e3f1c1e-9d3c-4f0e-8a57-1f1b2c3d4e5f'

/** Sends this many bytes that are neither JSON nor a form. */
async function send({ entry }: ApiRoute, bytes: number, type = 'application/json') {
  const response = await fetch(`${app.gateway.address}${entry.path.replace('{id}', anyId)}`, {
    method: entry.method,
    headers: { 'content-type': type },
    body: new Uint8Array(bytes).fill(120),
  })
  const text = await response.text()
  return { status: response.status, body: text && JSON.parse(text), id: response.headers.get('x-request-id') }
}

const takingBodies = listRoutes().filter(({ entry }) => entry.method !== 'GET')

test.each(sampleUnlessProof(takingBodies, 0, 4))(
  '$routeKey rejects a body above its limit before reading the table',
  async (route) => {
    const { json } = bodyLimitsOf(route.entry)
    reads.take()
    expect(await send(route, json + 1)).toEqual({
      status: 413,
      body: { detail: `Send at most ${json / 1024} KB` },
      id: expect.any(String),
    })
    expect(reads.take().commands).toEqual([])
    expect((await send(route, json)).status).not.toBe(413)
  },
)

test.each(takingBodies.filter(({ entry }) => entry.media?.includes('form')))(
  '$routeKey accepts a form as large as a photo makes it',
  async (route) => {
    const { json, form } = bodyLimitsOf(route.entry)
    expect((await send(route, json + 1, 'multipart/form-data; boundary=b')).status).toBe(401)
    // Lambda receives the body as base64 inside an event of at most 6 MB, and base64 takes a third more, so this is all that can
    // get through.
    expect(form).toBe((6 * 1024 * 1024 * 3) / 4)
  },
)

test('deliveries and patients, which carry signatures, accept 512 KB, all others 32 KB', () => {
  for (const { area, routeKey, entry } of takingBodies) {
    const mayBeLarge = area === 'deliveries' && !/ \/api\/(audit|exports|imports|runs)\b/.test(routeKey)
    expect([routeKey, bodyLimitsOf(entry).json]).toEqual([routeKey, mayBeLarge ? 524_288 : 32_768])
  }
})

test('a form is accepted only where the contract says so, and limited like JSON elsewhere', async () => {
  const [login] = takingBodies.filter(({ routeKey }) => routeKey === 'POST /api/auth/login')
  if (!login) throw new Error('There is no login')
  expect((await send(login, 32_769, 'multipart/form-data; boundary=b')).status).toBe(413)
  expect((await send(login, 32_769, 'text/plain')).status).toBe(413)
})
