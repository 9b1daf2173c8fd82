import { randomUUID } from 'node:crypto'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { expect } from 'vitest'
import { openLog } from '#functions/http/log.ts'
import { createApiKey } from '#shared/api/api-keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as factors from '#shared/api/factors.ts'
import * as patients from '#shared/api/patients.ts'
import * as sessions from '#shared/api/sessions.ts'
import * as users from '#shared/api/users.ts'
import { openWorkplace } from '#tests/calls/workplace.ts'
import { aDelivery, aPatient, complete, completionData, keyForm, patientBody } from '#tests/support/builders.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { pictures } from '#tests/support/pictures.ts'
import { addPasskey } from '#tests/support/software-authenticator.ts'
import { storeReadyExport } from '#tests/support/store-ready-export.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { type Organisation, openTestApp, type Person, type TestApp } from '#tests/support/test-app.ts'

/** A word in the other organisation's data. No response to our organisation and no log line may contain it. */
export const canary = 'Zanzibar'

export type ThingKind = 'Delivery' | 'Patient' | 'User' | 'Role' | 'Session' | 'Passkey' | 'Key' | 'Export'

export type TwoTenants = Awaited<ReturnType<typeof openTwoTenants>>

/** Opens our organisation (`mine`), and another one (`other`) that has things of each kind, with the canary in their texts. */
export async function openTwoTenants() {
  const app = await openTestApp()
  app.services.google = testGoogleTokenReader
  const mine = await openWorkplace(app)
  const other = await app.createPharmacy()
  const { ids: theirs, upload: theirUpload, cursor: theirCursor } = await fill(app, other)
  const own = await idsOf(app, mine, 'Spare')
  // A revoked key still exists, and no one can delete an export, so random ids stand for deleted ones.
  const gone = { ...(await idsOf(app, mine, 'Gone')), Key: randomUUID(), Export: randomUUID() }
  for (const [entry, id] of [
    [deliveries.deleteDelivery, gone.Delivery],
    [patients.deletePatient, gone.Patient],
    [users.deleteUser, gone.User],
    [users.deleteRole, gone.Role],
    [sessions.endOneSession, gone.Session],
    [factors.removePasskey, gone.Passkey],
  ] as const)
    expect(await app.call(entry, { as: mine.admin, params: { id } })).toMatchObject({ status: 204 })
  const lines: string[] = []
  app.services.log = openLog('INFO', (line) => lines.push(line))

  /** Returns the rows below the other organisation's keys, and the key and hash of each of its objects in the bucket. */
  async function theirRoom(): Promise<string> {
    const rows = (await tableDump(app, `T#${other.tenant.id}`)).split('\n')
    const { AWS_ENDPOINT_URL_S3: endpoint = '' } = app.cloud.environment
    const client = new S3Client({ endpoint, forcePathStyle: true })
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: process.env.MEDIA_BUCKET }))
    client.destroy()
    const theirObjects = Contents.filter(({ Key }) => Key?.includes(other.tenant.id))
    const objects = theirObjects.map(({ Key, ETag }) => `${Key} ${ETag}`)
    expect([rows.length > 10, objects.length]).toEqual([true, 2])
    return [...rows, ...objects].toSorted().join('\n')
  }
  const before = await theirRoom()
  /** Expects that the other organization's rows and objects are as they were in the beginning. */
  const expectTheirsUnchanged = async () => expect(await theirRoom()).toBe(before)

  /** Expects that no log line contains the canary or the id of a thing of the other organisation. */
  function expectQuietLog() {
    expect(lines.length).toBeGreaterThan(0)
    const all = lines.join('\n')
    for (const secret of [canary, ...Object.values(theirs)]) expect(all).not.toContain(secret)
  }

  return { app, mine, other, theirs, theirUpload, theirCursor, own, gone, expectTheirsUnchanged, expectQuietLog }
}

async function fill(app: TestApp, organisation: Organisation) {
  const { admin, driver } = organisation
  const named = Object.fromEntries(
    Object.entries(patientBody).map(([field, value]) => [
      field,
      ['name', 'address', 'city'].includes(field) ? `${canary} ${value}` : value,
    ]),
  )
  const patient = await aPatient(app, admin, { ...named, email: `${canary}@example.com` })
  const fields = { patient_id: patient.id, delivery_notes: canary }
  const delivered = await aDelivery(app, organisation, { ...fields, status: 'in_progress' })
  await complete(app, driver, delivered.id, {
    data: { ...completionData, notes: canary },
    photo: pictures['image/jpeg'],
  })
  const { id } = await aDelivery(app, organisation, { ...fields, status: 'in_progress' })
  for (let i = 0; i < 2; i++) await aDelivery(app, organisation, fields)
  const request = { as: driver, params: { id }, body: { content_type: 'image/jpeg', size: 9 } }
  const upload: string = (await app.call(deliveries.requestPhotoUpload, request)).body.photo_key
  const page = await app.call(deliveries.listDeliveries, { as: admin, query: { limit: 1 } })
  const next = new URL(/<(.*)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '', 'http://a')
  const role = await app.call(users.createRole, { as: admin, body: { name: canary, description: canary } })
  const { body: user } = await app.call(users.createUser, {
    as: admin,
    body: { full_name: canary, email: `${canary}.user@example.com` },
  })
  const ids: Record<ThingKind, string> = {
    Delivery: id,
    Patient: patient.id,
    User: user.id,
    Role: role.body.id,
    Key: await aKey(app, admin, canary),
    Export: await storeReadyExport(app, organisation.tenant.id),
    ...(await ofAccount(app, admin)),
  }
  return { ids, upload, cursor: next.searchParams.get('cursor') ?? '' }
}

async function aKey(app: TestApp, as: Person, name: string): Promise<string> {
  return (await app.call(createApiKey, { as, body: keyForm(app.clock.now, { name }) })).body.id
}

/** Creates a session and a passkey of a person's account, and returns their ids. */
async function ofAccount(app: TestApp, person: Person) {
  const { refreshToken } = await app.signIn(person.user)
  return { Session: refreshToken.split('.')[1] ?? '', Passkey: (await addPasskey(app, person)).id }
}

/** Creates one thing of each kind and returns the ids. */
async function idsOf(app: TestApp, organisation: Organisation, name: string): Promise<Record<ThingKind, string>> {
  const as = organisation.admin
  const role = await app.call(users.createRole, { as, body: { name } })
  const { user } = await app.join(organisation.tenant)
  const patient = await aPatient(app, as)
  const { id } = await aDelivery(app, organisation)
  return {
    Delivery: id,
    Patient: patient.id,
    User: user.id,
    Role: role.body.id,
    Key: await aKey(app, as, name),
    Export: await storeReadyExport(app, organisation.tenant.id),
    ...(await ofAccount(app, as)),
  }
}
