import { randomUUID } from 'node:crypto'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '#functions/http/log.ts'
import { builtRoutes, type Route } from '#shared/api/areas.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { aDelivery, aPatient, complete, completionData, deliveryBody, patientBody } from '#tests/support/builders.ts'
import { pictures } from '#tests/support/pictures.ts'
import { sampleBodies } from '#tests/support/sample-bodies.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { type Organisation, openTestApp, type Received, type TestApp } from '#tests/support/test-app.ts'

/** Stands in every text of the other tenant, and must stand in nothing that we are told. */
const canary = 'Zanzibar'

let app: TestApp
let mine: Organisation
let other: Organisation
let theirs: Record<string, string>
let gone: Record<string, string>
let own: Record<string, string>
let theirUpload: string
let theirCursor: string
let lines: string[]
beforeAll(async () => {
  app = await openTestApp()
  mine = await app.createPharmacy()
  other = await app.createPharmacy()
  theirs = await fill(other)
  own = await idsOf(mine)
  gone = await idsOf(mine)
  for (const [entry, id] of [
    [deliveries.deleteDelivery, gone.Delivery],
    [patients.deletePatient, gone.Patient],
    [users.deleteUser, gone.User],
    [users.deleteRole, gone.Role],
  ] as const)
    expect(await app.call(entry, { as: mine.admin, params: { id: id ?? '' } })).toMatchObject({ status: 204 })
  lines = []
  app.services.log = openLog('INFO', (line) => lines.push(line))
})
afterEach(() => {
  expect(lines.length).toBeGreaterThan(0)
  const all = lines.join('\n')
  for (const secret of [canary, ...Object.values(theirs)]) expect(all).not.toContain(secret)
})
afterAll(async () => {
  await app.close()
})

/** The other tenant, with a name, a note and a picture wherever one can be. */
async function fill(organisation: Organisation) {
  const { admin, driver } = organisation
  const named = Object.fromEntries(
    Object.entries(patientBody).map(([field, value]) => [
      field,
      ['name', 'address', 'city'].includes(field) ? `${canary} ${value}` : value,
    ]),
  )
  const patient = await aPatient(app, admin, { ...named, email: `${canary}@example.com` })
  const wanted = { patient_id: patient.id, delivery_notes: canary }
  const delivered = await aDelivery(app, organisation, { ...wanted, status: 'in_progress' })
  await complete(app, driver, delivered.id, {
    data: { ...completionData, notes: canary },
    photo: pictures['image/jpeg'],
  })
  const { id } = await aDelivery(app, organisation, { ...wanted, status: 'in_progress' })
  for (let i = 0; i < 2; i++) await aDelivery(app, organisation, wanted)
  const upload = { as: driver, params: { id }, body: { content_type: 'image/jpeg', size: 9 } }
  theirUpload = (await app.call(deliveries.requestPhotoUpload, upload)).body.photo_key
  const page = await app.call(deliveries.listDeliveries, { as: admin, query: { limit: 1 } })
  theirCursor =
    new URL(/<(.*)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '', 'http://a').searchParams.get('cursor') ?? ''
  const role = await app.call(users.createRole, { as: admin, body: { name: canary, description: canary } })
  const { body: user } = await app.call(users.createUser, {
    as: admin,
    body: { full_name: canary, email: `${canary}.user@example.com` },
  })
  return { Delivery: id, Patient: patient.id, User: user.id, Role: role.body.id }
}

let names = 0
/** Something of each kind that can be deleted. */
async function idsOf(organisation: Organisation): Promise<Record<string, string>> {
  names++
  const as = organisation.admin
  const role = await app.call(users.createRole, { as, body: { name: `Spare ${names}` } })
  const { user } = await app.join(organisation.tenant)
  const patient = await aPatient(app, as)
  return { Delivery: (await aDelivery(app, organisation)).id, Patient: patient.id, User: user.id, Role: role.body.id }
}

/** What lies in the other tenant's room, in the table and in the bucket. */
async function theirRoom(): Promise<string> {
  const rows = (await tableDump(app)).split('\n').filter((line) => line.includes(`"T#${other.tenant.id}`))
  const { AWS_ENDPOINT_URL_S3: endpoint = '' } = app.cloud.environment
  const client = new S3Client({ endpoint, forcePathStyle: true })
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: process.env.MEDIA_BUCKET }))
  client.destroy()
  const objects = Contents.filter(({ Key }) => Key?.includes(other.tenant.id)).map(({ Key, ETag }) => `${Key} ${ETag}`)
  expect([rows.length > 10, objects.length]).toEqual([true, 2])
  return [...rows, ...objects].toSorted().join('\n')
}

const withId = builtRoutes().filter(({ entry }) => entry.path.includes('{id}') && entry.access !== 'public')

const send = ({ entry, routeKey }: Route, id: string) =>
  app.fetchPath(entry.method, entry.path.replace('{id}', id), {
    as: mine.admin,
    ...(entry.body && { body: sampleBodies[routeKey] }),
  })

/** Ids that are not the tenant's, or not of this kind, and ways to write one so that it might be taken for another. */
function waysToMiss(subject: string): string[] {
  const id = theirs[subject] ?? ''
  const deleted = gone[subject] ?? ''
  const otherKinds = Object.entries({ ...own, Tenant: mine.tenant.id }).filter(([kind]) => kind !== subject)
  return [
    id,
    deleted,
    ...otherKinds.map(([, otherId]) => otherId),
    ...Object.values(theirs),
    other.tenant.id,
    randomUUID(),
    '00000000-0000-0000-0000-000000000000',
    id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    id.toUpperCase(),
    `${id}0`,
    id.slice(0, -1),
    `%20${id}`,
    `${id}%20`,
    `${id}%00`,
    `${id}%0a`,
    `${id}%23PATIENT`,
    `T%23${other.tenant.id}%23D%23${id}`,
    `..%2F${id}`,
    `%2e%2e%2f${id}`,
    `${id}%2Fprint`,
    `${id}%3Fa=b`,
    [...id].map((letter) => `%25${letter.charCodeAt(0).toString(16)}`).join(''),
    id.replaceAll('-', ''),
    id.replaceAll('-', '%E2%80%90'),
    `{${id}}`,
    'null',
    'undefined',
    '0',
    '%F0%9F%99%82',
    "'%20OR%201=1",
    'x'.repeat(2100),
  ]
}

describe.each(withId)('$routeKey', (route) => {
  test('answers the same 404, byte for byte, to every id that is not the tenant’s', async () => {
    const { subject = '' } = route.entry
    expect([subject, theirs[subject]]).toEqual([subject, expect.any(String)])
    const before = await theirRoom()
    for (const missed of waysToMiss(subject)) {
      const { status, text, headers } = await send(route, missed)
      // What a deleted patient once got is still asked for his next delivery.
      if (missed === gone.Patient && route.routeKey.includes('has_prior')) continue
      expect([missed, status, text]).toEqual([missed, 404, `{"detail":"${subject} not found"}`])
      expect(headers.get('content-type')).toBe('application/json')
    }
    expect(await theirRoom()).toBe(before)
  })
})

const problem = (field: string, msg: string) => [422, JSON.stringify([field, msg])]
const said = ({ status, body }: Received) => [
  status,
  JSON.stringify([body.detail?.[0]?.loc.join('.'), body.detail?.[0]?.msg]),
]

describe('an id inside what is sent', () => {
  const unknown = (subject: string) => [
    theirs[subject],
    gone[subject],
    randomUUID(),
    other.tenant.id,
    `T#${other.tenant.id}`,
  ]
  const as = () => mine.admin

  test('as a patient is unknown', async () => {
    const patient = await aPatient(app, as())
    const { id } = await aDelivery(app, mine, { patient_id: patient.id })
    for (const patient_id of [...unknown('Patient'), own.User]) {
      const body = deliveryBody(app, patient_id ?? '')
      const answers = [
        await app.call(deliveries.createDelivery, { as: as(), body }),
        await app.call(deliveries.updateDelivery, { as: as(), params: { id }, body: { patient_id } }),
      ]
      for (const answer of answers)
        expect(said(answer)).toEqual(problem('body.patient_id', 'This patient does not exist'))
    }
  })

  test('as a pharmacist is not eligible', async () => {
    const patient = await aPatient(app, as())
    const { id } = await aDelivery(app, mine, { patient_id: patient.id })
    const first = await app.call(deliveries.updateDelivery, {
      as: as(),
      params: { id },
      body: { pharmacist_id: randomUUID() },
    })
    expect(first.status).toBe(422)
    for (const pharmacist_id of [...unknown('User'), other.driver.user.id, mine.nobody.user.id]) {
      const body = deliveryBody(app, patient.id, { pharmacist_id })
      const answers = [
        await app.call(deliveries.createDelivery, { as: as(), body }),
        await app.call(deliveries.updateDelivery, { as: as(), params: { id }, body: { pharmacist_id } }),
      ]
      for (const answer of answers) expect([answer.status, answer.text]).toEqual([422, first.text])
    }
  })

  test('as a role does not exist', async () => {
    for (const role of [...unknown('Role'), other.roles[0]?.id]) {
      const body = { full_name: 'A B', email: 'ab@example.com', roles: [role] }
      const answers = [
        await app.call(users.createUser, { as: as(), body }),
        await app.call(users.updateUser, { as: as(), params: { id: own.User ?? '' }, body: { roles: [role] } }),
      ]
      for (const answer of answers) expect(said(answer)).toEqual(problem('body.roles', 'This role does not exist'))
    }
  })

  test('as an upload is not found, also under a path that leads out of our own', async () => {
    const { id } = await aDelivery(app, mine, { status: 'in_progress' })
    const before = await theirRoom()
    const prefix = `uploads/${mine.tenant.id}/${id}/`
    for (const delivery_photo_key of [
      theirUpload,
      theirUpload.replace(other.tenant.id, mine.tenant.id),
      `${prefix}../../../${theirUpload}`,
      `${prefix}${randomUUID()}/../${theirUpload.split('/').at(-1)}`,
      `${prefix}${encodeURIComponent(`../../${theirUpload}`)}`,
      `tenants/${other.tenant.id}/deliveries/${theirs.Delivery}`,
    ]) {
      const answer = await complete(app, mine.driver, id, { data: { ...completionData, delivery_photo_key } })
      expect(said(answer)).toEqual(
        problem('body.delivery_photo_key', 'The uploaded photo was not found. Please add it again.'),
      )
    }
    expect(await theirRoom()).toBe(before)
  })

  test('as a filter finds nothing', async () => {
    for (const query of [
      { patient_id: theirs.Patient ?? '' },
      { pharmacist_id: other.driver.user.id },
      { patient_id: `${theirs.Patient}#x` },
      { pharmacist_id: `-#unassigned#../T#${other.tenant.id}` },
    ]) {
      const { status, text } = await app.call(deliveries.listDeliveries, { as: as(), query })
      expect([status, text]).toEqual([200, '[]'])
    }
  })

  test('as a cursor is unusable', async () => {
    expect(theirCursor).toContain('.')
    for (const cursor of [theirCursor, theirCursor.replace(/.$/, 'A'), `${theirCursor}.`, 'a.b'])
      for (const entry of [deliveries.listDeliveries, patients.searchPatients])
        expect(said(await app.call(entry, { as: as(), query: { limit: 1, cursor } }))).toEqual(
          problem('query.cursor', 'Unusable cursor'),
        )
  })

  test('as an organisation that signs up is unknown, or done', async () => {
    const choose = (tenant_id: string) =>
      app.call(registration.signUpProducts, { body: { tenant_id, subscribed_products: ['delivery'] } })
    const before = await theirRoom()
    const unknownAnswer = await choose(randomUUID())
    expect(unknownAnswer.status).toBe(404)
    for (const tenant_id of [theirs.User ?? '', `${other.tenant.id}#`, `T#${other.tenant.id}`, 'x'])
      expect((await choose(tenant_id)).text).toBe(unknownAnswer.text)
    expect((await choose(other.tenant.id)).status).toBe(409)
    for (const id of [randomUUID(), theirs.User ?? '', `${other.tenant.id}#USERS`, 'x'])
      expect((await app.call(registration.readSubscription, { params: { id } })).text).toBe(
        '{"detail":"Tenant not found"}',
      )
    expect(await theirRoom()).toBe(before)
  })
})

test('nothing that can be asked without an id shows a word of another tenant', async () => {
  const plain = builtRoutes().filter(({ entry }) => entry.method === 'GET' && !entry.path.includes('{id}'))
  const words = [canary, ...Object.values(theirs), other.tenant.id, other.admin.user.id]
  for (const { entry, routeKey } of plain)
    for (const query of [{}, { q: canary }, { view: 'past' }, { status: 'delivered,in_progress' }]) {
      const { text } = await app.call(entry, { as: mine.admin, query })
      for (const word of words) expect([routeKey, text.includes(word)]).toEqual([routeKey, false])
    }
})

test('a path that no call has is not found', async () => {
  for (const path of ['/api', '/api/', '/api/nothing', '/api/deliveries/', '/api/deliveries//print'])
    expect([path, (await app.fetchPath('GET', path, { as: mine.admin })).status]).toEqual([path, 404])
  expect(await app.fetchPath('DELETE', '/api/deliveries', { as: mine.admin })).toMatchObject({ status: 404 })
})
