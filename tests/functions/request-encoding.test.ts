import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { listRoutes } from '#shared/api/areas.ts'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { aDelivery, aPatient, completionData, deliveryBody, patientBody, pngBytes } from '#tests/support/builders.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import { beginSignUp } from '#tests/support/sign-up.ts'

type Part = string | Uint8Array

const bytesOf = (parts: readonly Part[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))))

/**
 * Bytes that are not UTF-8: `ö` in ISO 8859-1, an incomplete sequence, an overlong `/`, half of a surrogate pair, and a
 * continuation byte without a start.
 */
const undecodable: [string, Uint8Array][] = [
  ['Latin-1', new Uint8Array([0xf6])],
  ['a truncated sequence', new Uint8Array([0xe6, 0xbc])],
  ['an overlong sequence', new Uint8Array([0xc0, 0xaf])],
  ['half of a surrogate pair', new Uint8Array([0xed, 0xa0, 0x80])],
  ['a stray continuation byte', new Uint8Array([0x80])],
]

async function send(
  method: string,
  path: string,
  { type = 'application/json', body }: { type?: string; body: Part[] },
) {
  const response = await fetch(`${app.gateway.address}${path}`, {
    method,
    headers: { authorization: `Bearer ${pharmacy.admin.token}`, 'content-type': type },
    body: bytesOf(body),
  })
  return { status: response.status, body: await response.json() }
}

describe('JSON bytes', () => {
  const [before = '', after = ''] = JSON.stringify({ ...patientBody, name: 'J|rg' }).split('|')
  const create = (middle: Part, type?: string) =>
    send('POST', '/api/deliveries/patients', { body: [before, middle, after], ...(type && { type }) })

  test.each(undecodable)('that are not UTF-8 are malformed: %s', async (_, bytes) => {
    expect(await create(bytes)).toEqual({ status: 400, body: { detail: 'The body is not valid UTF-8' } })
  })

  test('that are not UTF-8 are malformed, whatever the headers say', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytesOf([before, new Uint8Array([0xf6]), after]))
        controller.close()
      },
    })
    const headers = { authorization: `Bearer ${pharmacy.admin.token}`, 'content-type': 'application/json' }
    const chunked = { method: 'POST', headers, body, duplex: 'half' as const }
    expect((await fetch(`${app.gateway.address}/api/deliveries/patients`, chunked)).status).toBe(400)
  })

  test.each(['\ufffd', '\\ufffd', '\\ud800'])(
    'that contain %s are valid UTF-8 but rejected in a name',
    async (text) => {
      expect(await create(text)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'name'] }] } })
    },
  )

  test('in any script arrive unchanged', async () => {
    expect(await create('ö漢🙂')).toMatchObject({ status: 201, body: { name: 'Jö漢🙂rg' } })
  })

  test.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8'])('are read with the content type %s', async (charset) => {
    expect((await create('ö', `application/json; charset=${charset}`)).status).toBe(201)
  })

  test.each(['iso-8859-1', 'utf-16', '"windows-1252"', 'x', "utf-8'"])(
    'are not read with the content type %s',
    async (charset) => {
      expect(await create('o', `application/json; profile=x; Charset=${charset}`)).toEqual({
        status: 415,
        body: { detail: 'Send UTF-8' },
      })
    },
  )
})

describe('form bytes', () => {
  const boundary = 'the-boundary'
  async function complete(notes: Part[], type = `multipart/form-data; boundary=${boundary}`) {
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const [before = '', after = ''] = JSON.stringify({ ...completionData, delivery_notes: '|' }).split('|')
    const head = (name: string, more = '') =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
    const photo = [head('delivery_photo', '; filename="a.png"'), pngBytes, new Uint8Array([0xf6, 0xef, 0xbf, 0xbd])]
    const body = [...photo, '\r\n', head('data'), before, ...notes, after, `\r\n--${boundary}--\r\n`]
    return send('PATCH', `/api/deliveries/${id}/completion`, { type, body })
  }

  test.each(undecodable)('that are not UTF-8 are malformed in its data: %s', async (_, bytes) => {
    expect(await complete([bytes])).toEqual({ status: 400, body: { detail: 'The form is not valid UTF-8' } })
  })

  test('may be anything in its file', async () => {
    expect(await complete(['ö漢🙂'])).toMatchObject({ status: 200, body: { delivery_notes: 'ö漢🙂' } })
  })

  test('that contain U+FFFD are rejected in notes', async () => {
    expect(await complete(['\ufffd'])).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'delivery_notes'] }] },
    })
  })

  test('are not read with another charset', async () => {
    const { status } = await complete(['x'], `multipart/form-data; boundary=${boundary}; charset=iso-8859-1`)
    expect(status).toBe(415)
  })
})

describe('an Idempotency-Key', () => {
  const create = (key: string) =>
    app.call(patients.createPatient, { as: pharmacy.admin, body: patientBody, headers: { 'idempotency-key': key } })

  test.each(['', ' ', 'x', '{}', `${randomUUID()}x`])('that is %j is not a UUID', async (key) => {
    expect(await create(key)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['header', 'Idempotency-Key'], msg: 'Must be a UUID' }] },
    })
  })
})

describe('an ID in upper case is the same ID', () => {
  const shout = (id: string) => id.toUpperCase()

  test('in a path, a body and a query', async () => {
    const { admin, driver } = pharmacy
    const patient = await aPatient(app, admin)
    const created = await app.call(deliveries.createDelivery, {
      as: admin,
      body: deliveryBody(app, shout(patient.id), { pharmacist_id: shout(driver.user.id) }),
    })
    expect(created).toMatchObject({ status: 201, body: { patient_id: patient.id, pharmacist_id: driver.user.id } })
    const { id } = created.body
    const read = await app.call(deliveries.readDelivery, { as: admin, params: { id: shout(id) } })
    expect(read).toMatchObject({ status: 200, body: { id } })
    for (const query of [{ patient_id: shout(patient.id) }, { pharmacist_id: shout(driver.user.id) }])
      expect(await app.call(deliveries.listDeliveries, { as: admin, query })).toMatchObject({ body: [{ id }] })
  })

  test('of a role and of a sign-up', async () => {
    const [role] = pharmacy.roles
    const body = { full_name: 'Ivy', email: 'upper@example.com', roles: [shout(role?.id ?? '')] }
    expect(await app.call(users.createUser, { as: pharmacy.admin, body })).toMatchObject({
      status: 201,
      body: { roles: [role?.id] },
    })
    const started = await beginSignUp(app, { email: 'upper-case@example.com' })
    const tenant_id = shout(started.body.tenant_id)
    expect(
      await app.call(registration.completeSignUp, { body: { tenant_id, subscribed_products: ['delivery'] } }),
    ).toMatchObject({ status: 200, body: { tenant: { id: started.body.tenant_id } } })
  })

  test('of a repeated request', async () => {
    const key = randomUUID()
    const create = (id: string) =>
      app.call(patients.createPatient, { as: pharmacy.admin, body: patientBody, headers: { 'idempotency-key': id } })
    const first = await create(key)
    expect(await create(shout(key))).toMatchObject({ status: 201, body: first.body })
  })
})

test('every 401 names the authentication scheme', async () => {
  const answers = [
    ...(await Promise.all(
      listRoutes()
        .filter(({ entry }) => entry.access !== 'public')
        .map(({ entry }) =>
          app.call(entry, {
            params: { id: randomUUID(), date: '2031-01-01', user_id: randomUUID(), unsent_id: randomUUID() },
            body: entry.body && {},
          }),
        ),
    )),
    await app.call(deliveries.listDeliveries, { as: 'no.such.token' }),
    await app.call(auth.login, { body: { email: 'nobody@example.com', password: 'x' } }),
    await app.call(auth.refresh, { body: { refresh_token: 'x' } }),
  ]
  for (const { status, headers } of answers) expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  const { headers } = await app.call(deliveries.listDeliveries, { as: pharmacy.unprivileged })
  expect(headers.get('www-authenticate')).toBeNull()
})

describe('a created record has a Location:', () => {
  const roles = { entry: users.createRole, read: users.readRole, body: () => ({ name: 'Made' }) }
  const people = {
    entry: users.createUser,
    read: users.readUser,
    body: () => ({ full_name: 'Ivy', email: 'made@example.com' }),
  }
  const directory = { entry: patients.createPatient, read: patients.readPatient, body: () => patientBody }
  const orders = {
    entry: deliveries.createDelivery,
    read: deliveries.readDelivery,
    body: async () => deliveryBody(app, (await aPatient(app, pharmacy.admin)).id),
  }

  test.each(Object.entries({ roles, people, directory, orders }))('%s', async (_, { entry, read, body }) => {
    const made = await app.call(entry, { as: pharmacy.admin, body: await body() })
    expect(made.status).toBe(201)
    const location = made.headers.get('location') ?? ''
    expect(location).toBe(read.path.replace('{id}', made.body.id))
    expect(await app.fetchPath('GET', location, { as: pharmacy.admin })).toMatchObject({
      status: 200,
      body: { id: made.body.id },
    })
  })

  test('a repeat has the Location of the first response', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const create = () => app.call(patients.createPatient, { as: pharmacy.admin, body: patientBody, headers })
    const [first, second] = [await create(), await create()]
    expect(second.headers.get('location')).toBe(`/api/deliveries/patients/${first.body.id}`)
  })

  test('a sign-up has none yet', async () => {
    const { status, headers } = await beginSignUp(app, { email: 'no-address@example.com' })
    expect([status, headers.get('location')]).toEqual([201, null])
  })
})

test.each([
  ['GET', '/api'],
  ['GET', '/api/'],
  ['GET', '/api/nothing'],
  ['POST', '/api/nothing/at/all'],
  ['DELETE', '/api/auth/me'],
  ['OPTIONS', '/api/auth/me'],
])('an unknown route is not found: %s %s', async (method, path) => {
  const { status, body, headers } = await app.fetchPath(method, path)
  expect([status, body]).toEqual([404, { detail: 'Not found' }])
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('an empty product key means every product', async () => {
  const all = await app.call(users.listPermissions, { as: pharmacy.admin })
  expect(all.body).not.toEqual([])
  expect(await app.call(users.listPermissions, { as: pharmacy.admin, query: { product_key: '' } })).toMatchObject({
    status: 200,
    body: all.body,
  })
})
