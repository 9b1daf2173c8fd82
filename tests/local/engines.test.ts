/** @module-tag proof */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { startDynamodb } from '@carelane/simulators/dynamodb'
import { startS3 } from '@carelane/simulators/s3'
import { startSes } from '@carelane/simulators/ses'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tableDesign } from '#functions/data/table-keys.ts'
import { demoLogins } from '#infra/local/demo/people.ts'
import * as auth from '#shared/api/auth.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as users from '#shared/api/users.ts'
import { photoLimitBytes } from '#shared/model/completion.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { completionData, patientBody } from '#tests/support/builders.ts'
import { jpegOfSize } from '#tests/support/pictures.ts'
import { prepareProcesses } from './start-process.ts'

/**
 * The credentials of the simulators that this test starts itself. `npm start` gets their addresses and treats them as other
 * engines, such as DynamoDB Local or MinIO.
 */
const credentials = { accessKeyId: 'ANOTHERKEY', secretAccessKey: 'another secret' }
const sender = 'desk@pharmacy.example'
let dynamodb: Awaited<ReturnType<typeof startDynamodb>>
let s3: Awaited<ReturnType<typeof startS3>>
let ses: Awaited<ReturnType<typeof startSes>>
let folder: string
let processes: ReturnType<typeof prepareProcesses>

beforeEach(async () => {
  dynamodb = await startDynamodb({ dataDir: ':memory:' })
  s3 = await startS3({ dataDir: ':memory:', port: 0, signer: { ...credentials, region: 'eu-central-1' } })
  ses = await startSes({ dataDir: ':memory:', port: 0, identities: [sender] })
  folder = await mkdtemp(join(tmpdir(), 'carelane-engines-'))
  processes = prepareProcesses(join(folder, 'data'))
})
afterEach(async () => {
  await processes.endAll()
  await Promise.all([dynamodb.close(), s3.close(), ses.close()])
  await rm(folder, { recursive: true })
})

const allThree = () => ({
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
  AWS_ENDPOINT_URL_S3: s3.origin,
  AWS_ENDPOINT_URL_SES: ses.origin,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_REGION: 'eu-central-1',
  MAIL_SENDER: sender,
})

type Answer = Promise<{
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  body: any
}>

/** Signs in with one of the demo's log-ins, and returns a function that calls the product as a script would. */
async function signIn(origin: string, login = demoLogins[0]) {
  let token = ''
  async function call(
    entry: Entry,
    { id = '', body, form }: { id?: string; body?: object; form?: FormData } = {},
  ): Answer {
    const answer = await fetch(`${origin}${entry.path.replace('{id}', id)}`, {
      method: entry.method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(form ? { body: form } : body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const { email, password } = login ?? { email: '', password: '' }
  const { body } = await call(auth.login, { body: { email, password } })
  token = body.access_token
  return { call, user: body.user }
}

/** Creates a delivery, has its driver start it, and posts a photo of the largest size for it. */
async function takeToTheDoor(origin: string) {
  const [admin, driver] = await Promise.all([signIn(origin), signIn(origin, demoLogins[3])])
  const patient = (await admin.call(patients.createPatient, { body: patientBody })).body
  const created = await admin.call(deliveries.createDelivery, {
    body: {
      delivery_date: utcDate(new Date(Date.now() + 86_400_000)),
      time_range: '09:00-12:00',
      patient_id: patient.id,
      pharmacist_id: driver.user.id,
      rx_information: [{ rx_date: '', rx_number: 'RX-1', copay: 10.5 }],
      sku_information: [],
    },
  })
  const { id } = created.body
  await driver.call(deliveries.changeStatus, { id, body: { status: 'in_progress' } })
  const photo = jpegOfSize(photoLimitBytes)
  const upload = await driver.call(deliveries.requestPhotoUpload, {
    id,
    body: { content_type: 'image/jpeg', size: photo.length },
  })
  const { url, fields, photo_key } = upload.body
  const form = new FormData()
  for (const [name, value] of Object.entries<string>(fields)) form.set(name, value)
  form.set('file', new Blob([photo]), 'photo.jpg')
  const posted = await fetch(url, { method: 'POST', headers: { origin }, body: form })
  return { admin, driver, id, photo, photo_key, url, posted }
}

/** In milliseconds. It is long because each test starts whole processes, and one of them seeds a demo pharmacy. */
const timeout = 120_000

describe('on other engines', { timeout }, () => {
  it('the product creates its table, bucket and demo and works', async () => {
    const { origin, lines, child, ended } = await processes.started({ ...allThree(), SEED: 'demo' })
    const output = lines.join('\n')
    expect(output).toContain(`Using DynamoDB at ${dynamodb.endpoint} instead of the local stand-in.`)
    expect(output).toContain(`Using S3 at ${s3.origin} instead of the local stand-in.`)
    expect(output).toContain(`Using SES at ${ses.origin} instead of the local stand-in.`)
    expect(output).not.toContain('Mailbox')

    const { admin, driver, id, photo, photo_key, url, posted } = await takeToTheDoor(origin)
    expect((await admin.call(deliveries.listDeliveries)).body.length).toBeGreaterThan(20)
    expect(url.startsWith(s3.origin)).toBe(true)
    expect([posted.status, posted.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    const data = new FormData()
    data.set('data', JSON.stringify({ ...completionData, delivery_photo_key: photo_key }))
    const completed = await driver.call(deliveries.completeDelivery, { id, form: data })
    expect(completed).toMatchObject({ status: 200, body: { status: 'delivered' } })
    const shown = await fetch(completed.body.delivery_photo_url)
    expect(Buffer.from(await shown.arrayBuffer()).equals(photo)).toBe(true)

    const role = (await admin.call(users.listRoles)).body[0]
    const person = { full_name: 'New Person', email: 'new@pharmacy.example', is_tenant_admin: false, roles: [role.id] }
    expect((await admin.call(users.createUser, { body: person })).body.invitation_sent).toBe(true)
    expect(await (await fetch(`${ses.origin}/store`)).text()).toContain('new@pharmacy.example')
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])

    const again = await processes.started({ ...allThree(), SEED: 'demo' })
    expect(again.lines.join()).not.toContain('Creating the demo pharmacy')
    const { body } = await (await signIn(again.origin)).call(deliveries.readDelivery, { id })
    expect(body.status).toBe('delivered')
  })

  it('the table has every index and its time to live', async () => {
    await processes.started(allThree())
    const client = new DynamoDB({ endpoint: dynamodb.endpoint, region: 'eu-central-1', credentials })
    const { TableNames: [TableName] = [] } = await client.listTables({})
    expect(TableName).toMatch(/^carelane-[0-9a-f]{8}$/)
    const { Table } = await client.describeTable({ TableName })
    const made = Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)
    expect(made?.toSorted()).toEqual(tableDesign.indexes.map(({ name }) => name).toSorted())
    const { TimeToLiveDescription } = await client.describeTimeToLive({ TableName })
    expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: tableDesign.ttl })
    client.destroy()
  })

  it('DynamoDB alone may be replaced, without credentials', async () => {
    const { origin, lines } = await processes.started({ AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint })
    expect(lines.join('\n')).toMatch(/Using DynamoDB at .*\.\n(?!Using)/)
    expect(lines.join('\n')).toContain('Mailbox')
    expect((await fetch(`${origin}/api/auth/me`)).status).toBe(401)
  })

  it('an engine may use the port of the simulator that it replaces', async () => {
    const S3_PORT = new URL(s3.origin).port
    const MAIL_PORT = new URL(ses.origin).port
    const { origin } = await processes.started({ ...allThree(), S3_PORT, MAIL_PORT })
    expect((await fetch(`${origin}/api/auth/me`)).status).toBe(401)
  })
})

describe('an unusable engine is reported', { timeout }, () => {
  it('if it does not respond', async () => {
    const nowhere = 'http://127.0.0.1:1'
    const { code, message } = await processes.refusal({ ...allThree(), AWS_ENDPOINT_URL_S3: nowhere })
    expect(code).toBe(1)
    expect(message).toBe(
      `S3 is not responding at ${nowhere} (AWS_ENDPOINT_URL_S3): ECONNREFUSED. Start it or unset the variable.`,
    )
  })

  it('if it rejects the credentials', async () => {
    const { code, message } = await processes.refusal({ ...allThree(), AWS_SECRET_ACCESS_KEY: 'a wrong secret' })
    expect(code).toBe(1)
    expect(message).toMatch(/^The S3 at http:.* \(AWS_ENDPOINT_URL_S3\) could not be set up: SignatureDoesNotMatch: /)
    expect(message).toMatch(/^Check that AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION are right for it\.$/m)
  })
})
