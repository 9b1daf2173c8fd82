import { describe, expect, onTestFinished } from 'vitest'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { type Call, everyCall } from '#tests/calls/every-call.ts'
import { makeReady } from '#tests/calls/make-ready.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { aDelivery, completionData, pngBytes } from '#tests/support/builders.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, test } from '#tests/support/product-test.ts'

let pharmacy: Workplace
let delivery: Delivery
test.beforeAll(async () => {
  pharmacy = await openWorkplace(app)
  delivery = await aDelivery(app, pharmacy, { status: 'in_progress' })
})

const idsOf = (): Record<string, string> => ({
  Delivery: delivery.id,
  Patient: delivery.patient_id,
  User: pharmacy.unprivileged.user.id,
  Role: pharmacy.roles[0]?.id ?? '',
  Tenant: pharmacy.tenant.id,
})

/** Sends a body exactly as it is. */
async function raw({ entry }: Call, body: string | Uint8Array<ArrayBuffer>, contentType: string | undefined) {
  const path = entry.path
    .replace('{id}', idsOf()[entry.subject ?? ''] ?? '')
    .replace('{date}', delivery.delivery_date)
    .replace('{user_id}', pharmacy.driver.user.id)
  const response = await fetch(`${app.gateway.address}${path}`, {
    method: entry.method,
    headers: {
      authorization: `Bearer ${pharmacy.admin.token}`,
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const withBody = everyCall().filter(({ entry }) => entry.body)
const malformed = { status: 400, text: '{"detail":"The body is not valid JSON"}' }

describe.each(sampleUnlessProof(withBody, 0, 6))('$routeKey', (call) => {
  test.each(['', '{', '{"a":}', 'null null', '\u0000', "{'a':1}", '<xml/>'])(
    'returns 400 for the body %j',
    async (body) => {
      expect(await raw(call, body, 'application/json')).toMatchObject(malformed)
    },
  )
  test.each(['null', '[]', '7', '"text"', 'true'])('returns 422 for the body %s', async (body) => {
    expect(await raw(call, body, 'application/json; charset=utf-8')).toMatchObject({
      status: 422,
      text: expect.stringContaining('"loc":["body"]'),
    })
  })
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/jsonx', undefined])(
    'returns 415 for the media type %s',
    async (contentType) => {
      const { body } = await makeReady(call, pharmacy)
      const { status, text } = await raw(call, JSON.stringify(body), contentType)
      expect([status, JSON.parse(text)]).toEqual([
        415,
        { detail: expect.stringMatching(/^Send (application|multipart)\//) },
      ])
    },
  )
  test('accepts a form only where the contract says so', async () => {
    const { status } = await raw(call, '--b\r\n\r\n--b--', 'multipart/form-data; boundary=b')
    expect(status).toBe(call.entry.media?.includes('form') ? 400 : 415)
  })
})

describe('a form', () => {
  const complete = (body: string | Uint8Array<ArrayBuffer>, contentType: string) => {
    const route = everyCall().find(({ entry }) => entry === deliveries.completeDelivery)
    if (!route) throw new Error('There is no completion')
    return raw(route, body, contentType)
  }
  const boundary = 'the-boundary-of-a-browser-4711'
  const part = (name: string, content: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`
  const form = (...parts: string[]) => `${parts.join('')}--${boundary}--\r\n`
  const multipart = `multipart/form-data; boundary=${boundary}`
  const detail = (text: string) => ({ status: 400, text: JSON.stringify({ detail: text }) })

  test.each([
    ['garbage', multipart],
    ['', multipart],
    [part('data', '{}'), multipart],
    [form(part('data', '{}')), 'multipart/form-data'],
    [form(part('data', '{}')), 'multipart/form-data; boundary=other'],
    [`--${boundary}\r\n\r\nno name\r\n--${boundary}--\r\n`, multipart],
  ])('is malformed with the body %j, sent as %s', async (body, contentType) => {
    expect(await complete(body, contentType)).toMatchObject(detail('The form is not valid multipart/form-data'))
  })
  test('is malformed without data', async () => {
    const without = form(part('other', '{}'), part('delivery_photo', 'x', '; filename="a.png"'))
    expect(await complete(without, multipart)).toMatchObject(detail('The form has no part named data'))
  })
  test('is malformed if its data is a file or not JSON', async () => {
    const file = form(part('data', '{}', '; filename="a.json"'))
    expect(await complete(file, multipart)).toMatchObject(detail('The form has no part named data'))
    expect(await complete(form(part('data', '{')), multipart)).toMatchObject(malformed)
  })
  test('is malformed with text in place of the photo', async () => {
    const text = form(part('data', JSON.stringify(completionData)), part('delivery_photo', 'me at the door'))
    expect(await complete(text, multipart)).toMatchObject(detail('The part delivery_photo is not a file'))
  })
  test('has its data validated like the body of any call', async () => {
    const data = JSON.stringify({ ...completionData, patient_signature: '' })
    const { status, text } = await complete(form(part('data', data)), multipart)
    expect([status, JSON.parse(text)]).toMatchObject([
      422,
      {
        detail: [
          {
            loc: ['body', 'patient_signature'],
            msg: 'Please provide a signature before completing the delivery',
          },
        ],
      },
    ])
  })
  test('changes nothing when rejected', async () => {
    const { body } = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id: delivery.id } })
    expect(body).toMatchObject({ status: 'in_progress', delivery_photo_url: null })
  })
})

test('every response has its request ID and is never cached or sniffed', async () => {
  const answers = await Promise.all([
    app.call(deliveries.listDeliveries, { as: pharmacy.admin }),
    app.call(deliveries.listDeliveries),
    app.call(deliveries.listDeliveries, { as: pharmacy.unprivileged }),
    app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id: 'x' } }),
    app.call(deliveries.createDelivery, { as: pharmacy.admin, body: {} }),
    app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id: delivery.id }, body: { language: 'x' } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 403, 404, 422, 422])
  for (const { headers } of answers) {
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length)
})

test('every response names the release of its function, if known', async () => {
  onTestFinished(() => {
    app.services.release = ''
  })
  for (const release of ['', 'a1b2c3']) {
    app.services.release = release
    const answers = await Promise.all([app.call(deliveries.listDeliveries, { as: pharmacy.admin }), app.call(auth.me)])
    expect(answers.map(({ status, headers }) => [status, headers.get('x-release')])).toEqual([
      [200, release || null],
      [401, release || null],
    ])
  }
})

test('a picture in place of JSON is rejected without an internal error', async () => {
  const route = withBody.find(({ entry }) => entry === deliveries.createDelivery)
  const undecodable = { status: 400, text: '{"detail":"The body is not valid UTF-8"}' }
  if (route) expect(await raw(route, pngBytes, 'application/json')).toMatchObject(undecodable)
})
