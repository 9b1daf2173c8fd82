import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveryKindWithIndexKeys } from '#functions/data/entities/delivery.ts'
import { mailPartitions } from '#functions/data/entities/mail.ts'
import { migrations } from '#functions/migrations/migrations.ts'
import { runMigration } from '#functions/migrations/run-migration.ts'
import * as auth from '#shared/api/auth.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as users from '#shared/api/users.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { HistoryItem } from '#shared/model/delivery-history.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import type { Patient } from '#shared/model/patient.ts'
import { isEditableStatus, isFinalStatus } from '#shared/rules/transitions.ts'
import { completionData } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { hashWithFullMemory, hashWithLittleMemory } from '#tests/support/quick-passwords.ts'
import { chooseProducts, password } from '#tests/support/sign-up.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { openTestApp, type TestApp, type TestRequest } from '#tests/support/test-app.ts'
import { dataFolderOf } from './data-folder.ts'
import { type Frozen, frozenReleases, readFrozen } from './frozen.ts'

describe.each(frozenReleases)('the data of release %s', (release) => {
  const frozen: Frozen = readFrozen(release)
  let app: TestApp
  let folder: Awaited<ReturnType<typeof dataFolderOf>>
  let admin = ''

  /** Sends a call, and expects that it succeeds with what the contract promises to the page. */
  async function call(entry: Entry, sending: TestRequest = {}) {
    const answer = await app.call(entry, { as: admin, ...sending })
    const at = `${entry.method} ${entry.path} ${answer.text.slice(0, 300)}`
    expect([answer.status, at]).toEqual([entry.success, at])
    if (entry.answer) expect([entry.answer().safeParse(answer.body).error, at]).toEqual([undefined, at])
    return answer
  }
  const logIn = async (email: string, theirs: string): Promise<string> =>
    (await call(auth.login, { body: { email, password: theirs } })).body.access_token

  /** The deliveries of the pharmacy that the release wrote and no one had deleted, as today's code reads them. */
  const known = frozen.items
    .filter(({ pk, sk }) => sk === 'DELIVERY' && pk.startsWith(`T#${frozen.tenant_id}#`))
    .map((item) => deliveryKindWithIndexKeys(() => ({})).read(item))
    .filter(({ deleted_at }) => !deleted_at)
  const historyIn = ({ id }: (typeof known)[number]) =>
    frozen.items
      .filter(({ pk, sk }) => pk === `T#${frozen.tenant_id}#D#${id}` && sk.startsWith('H#'))
      .toSorted((a, b) => (a.sk < b.sk ? -1 : 1))

  beforeAll(async () => {
    hashWithFullMemory()
    folder = await dataFolderOf(frozen)
    app = await openTestApp({ dataDir: folder.path })
    app.clock.now = new Date(frozen.now)
    const [owner] = frozen.logins
    admin = await logIn(owner?.email ?? '', owner?.password ?? '')
  })
  afterAll(async () => {
    hashWithLittleMemory()
    await app.close()
    await folder.remove()
  })

  test('is read before its migration, delivery by delivery', async () => {
    for (const stored of known) {
      const params = { id: stored.id }
      const { body } = await call(deliveries.readDelivery, { params })
      const { id, status, patient_name, delivery_date, version } = stored
      expect(body).toMatchObject({ id, status, patient_name, delivery_date, version })
      const history: HistoryItem[] = (await call(deliveries.readStatusHistory, { params })).body
      expect(history.map(({ _id }) => _id).toReversed()).toEqual(historyIn(stored).map(({ _id }) => _id))
      await call(deliveries.readPrintData, { params })
    }
  })

  test('is changed before its migration without losing anything', async () => {
    const stored = known.find(({ status }) => status === 'assigned')
    const params = { id: stored?.id ?? '' }
    const { body } = await call(deliveries.updateDelivery, { params, body: { pharmacist_id: null } })
    expect(body).toMatchObject({ status: 'unassigned', version: (stored?.version ?? 0) + 1 })
    const history: HistoryItem[] = (await call(deliveries.readStatusHistory, { params })).body
    expect(
      history
        .map(({ _id }) => _id)
        .toReversed()
        .slice(0, -1),
    ).toEqual(stored && historyIn(stored).map(({ _id }) => _id))
    await call(deliveries.updateDelivery, { params, body: { pharmacist_id: stored?.pharmacist_id } })
  })

  test('migrates exactly once', async () => {
    const run = { table: app.table, now: () => app.clock.now }
    for (const migration of migrations) {
      const changed = await runMigration(migration, run)
      expect(await runMigration(migration, run)).toBe(changed)
    }
    expect(await problemsIn(app)).toEqual([])
  })

  test('is listed', async () => {
    const ids = new Set<string>()
    for (const view of ['current', 'past'])
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const answer = await call(deliveries.listDeliveries, { query: { view, limit: 20, ...(cursor && { cursor }) } })
        for (const row of answer.body) ids.add(row.id)
        cursor = /cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1]
        if (cursor) cursor = decodeURIComponent(cursor)
      }
    expect([...ids].toSorted()).toEqual(known.map(({ id }) => id).toSorted())
    await call(deliveries.listDeliveries, { query: { patient_id: frozen.patient } })
    await call(deliveries.listPharmacists)
  })

  test('is changed', async () => {
    for (const { id, status, ...stored } of known) {
      const params = { id }
      if (isEditableStatus(status)) {
        const { body } = await call(deliveries.updateDelivery, { params, body: { refrigerated: !stored.refrigerated } })
        expect(body).toMatchObject({ refrigerated: !stored.refrigerated, delivery_notes: stored.delivery_notes })
      } else if (isFinalStatus(status)) {
        const body = { status: 'assigned' }
        expect(await app.call(deliveries.changeStatus, { as: admin, params, body })).toMatchObject({ status: 409 })
      }
    }
  })

  test('can be completed', async () => {
    const one = (searched: DeliveryStatus) => ({ id: known.find(({ status }) => status === searched)?.id ?? '' })
    const params = one('in_progress')
    const { body }: { body: Delivery } = await call(deliveries.completeDelivery, { params, body: completionData })
    expect(body).toMatchObject({ status: 'delivered' })
    await call(deliveries.updateDelivery, { params: one('failed'), body: { pharmacist_id: body.pharmacist_id } })
    await call(deliveries.changeStatus, { params: one('failed'), body: { status: 'in_progress' } })
    await call(deliveries.deleteDelivery, { params: one('pending') })
    await call(deliveries.deleteDelivery, { params: { id: frozen.changed_delivery } })
  })

  test('has patients who can be found, read, edited and deleted', async () => {
    const { body }: { body: Patient[] } = await call(patients.searchPatients, { query: { q: ' ', limit: 200 } })
    expect(body.length).toBeGreaterThan(5)
    for (const patient of body.slice(0, 5)) {
      const [word = ''] = patient.name.split(/[\s-]/)
      const found: Patient[] = (await call(patients.searchPatients, { query: { q: word, limit: 200 } })).body
      expect(found.map(({ id }) => id)).toContain(patient.id)
      expect((await call(patients.readPatient, { params: { id: patient.id } })).body).toEqual(patient)
      const changed = await call(patients.updatePatient, { params: { id: patient.id }, body: { city: 'Hamden' } })
      expect(changed.body).toMatchObject({
        ...patient,
        city: 'Hamden',
        version: patient.version + 1,
        updated_at: expect.any(String),
      })
    }
    await call(patients.deletePatient, { params: { id: frozen.patient } })
    const params = { id: frozen.deleted_patient }
    expect(await app.call(patients.readPatient, { as: admin, params })).toMatchObject({ status: 404 })
  })

  test('has users who can sign in, continue sessions and follow links', async () => {
    for (const { email, password: theirs } of [...frozen.logins, frozen.other]) await logIn(email, theirs)
    for (const refresh_token of Object.values(frozen.refresh_tokens)) {
      const { body } = await call(auth.refresh, { body: { refresh_token } })
      await call(auth.me, { as: body.access_token })
    }
    const { email, password: registered } = frozen.registered
    expect(await app.call(auth.login, { body: { email, password: registered } })).toMatchObject({
      status: 401,
      body: { detail: 'Email not verified' },
    })
    const chosen = { password, confirm_password: password }
    await call(auth.verifyInvitation, { query: { token: frozen.invitation.token } })
    await call(auth.acceptInvitation, { body: { token: frozen.invitation.token, ...chosen } })
    await logIn(frozen.invitation.email, password)
    const { token } = frozen.reset
    await call(auth.resetPassword, { body: { token, new_password: password, confirm_password: password } })
    await logIn(frozen.reset.email, password)
    await call(auth.setPassword, { body: { token: frozen.proven.set_password_token, ...chosen } })
    const { body } = await call(auth.verifyEmail, { body: { token: frozen.unverified.token } })
    await call(auth.setPassword, { body: { token: body.set_password_token, ...chosen } })
    expect(await chooseProducts(app, frozen.pending.tenant_id)).toMatchObject({ status: 200 })
  })

  test('has users and roles that can be listed and edited', async () => {
    const { body } = await call(users.listUsers)
    expect(body.length).toBeGreaterThan(5)
    const [some] = body.filter((user: { is_tenant_admin: boolean }) => !user.is_tenant_admin)
    await call(users.updateUser, { params: { id: some.id }, body: { full_name: 'Renamed' } })
    for (const role of (await call(users.listRoles)).body)
      await call(users.updateRole, { params: { id: role.id }, body: { name: `${role.name} too` } })
    await call(users.listProducts)
  })

  test('sends its pending emails and leaves a consistent table', async () => {
    passSeconds(app, 2 * seconds.minute)
    // A mail to all administrators becomes one for each, which the next run sends.
    await app.sendMails()
    await app.sendMails()
    // The mail before the end of a key is due weeks later.
    const now = app.clock.now.toISOString()
    for (const partition of mailPartitions)
      expect((await app.table.queryAll(partition)).filter(({ due_at }) => due_at <= now)).toEqual([])
    expect(await problemsIn(app)).toEqual([])
  })
})
