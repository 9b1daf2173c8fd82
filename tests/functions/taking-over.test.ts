import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as attempts from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as proofs from '#shared/api/proofs.ts'
import { aDelivery, complete, completionData } from '#tests/support/builders.ts'
import { app, pharmacy, run, runDay, runTest as test } from '#tests/support/product-test.ts'
import { type RunCalls, runCallsOf, storeSettings } from '#tests/support/run-calls.ts'
import type { Person } from '#tests/support/test-app.ts'

/** A driver who comes to the door of a delivery that another driver has, and this driver's run. */
let other: Person
let others: RunCalls
test.beforeEach(async () => {
  other = await app.join(pharmacy.tenant, { full_name: 'Otto Other', roles: pharmacy.driver.user.roles })
  others = runCallsOf(app, pharmacy, { person: other, date: runDay })
})

const refused = { status: 409, body: { detail: 'This run is closed' } }
const historyOf = async (id: string) =>
  (await app.call(deliveries.readStatusHistory, { as: pharmacy.admin, params: { id } })).body
const attempt = (as: Person, id: string) =>
  app.call(attempts.recordAttempt, { as, params: { id }, body: { reason: 'no_answer' } })
const askForUpload = (as: Person, id: string) =>
  app.call(deliveries.requestPhotoUpload, { as, params: { id }, body: { content_type: 'image/jpeg', size: 1000 } })
const byOther = () => ({ pharmacist_id: other.user.id, pharmacist_name: 'Otto Other' })

/** Closes a run with one delivered package, so that it waits for its second count. */
async function closeARun(of: RunCalls) {
  const { id } = await of.add({ status: 'in_progress' })
  await of.complete(id)
  expect(await of.close()).toMatchObject({ status: 200, body: { state: 'closed' } })
}

describe('a user who may only view deliveries and completes another driver’s delivery', () => {
  test('takes it over in the same write: history, run, money and proof', async () => {
    const { id } = await run.add({ status: 'in_progress', collect_copay: true })
    const answer = await complete(app, other, id, { data: { ...completionData, amount: 15, payment_method: 'cash' } })
    expect(answer).toMatchObject({ status: 200, body: { ...byOther(), status: 'delivered', version: 3 } })
    expect(await historyOf(id)).toMatchObject([
      {
        old_status: 'in_progress',
        new_status: 'delivered',
        changed_by_name: 'Otto Other',
        notes: 'Delivery completed',
      },
      { old_status: 'in_progress', new_status: 'in_progress', notes: 'Taken over by Otto Other' },
      { new_status: 'in_progress' },
      { new_status: 'assigned' },
    ])
    expect((await run.read(pharmacy.admin)).body).toMatchObject({ deliveries: [], collected: { cash: 0 } })
    const theirs = await others.read()
    expect(theirs.body).toMatchObject({ state: 'back', deliveries: [{ id }], collected: { cash: 15 } })
    const proof = await app.call(proofs.readProof, { as: other, params: { id } })
    expect(proof.body).toMatchObject({ delivered_by: { name: 'Otto Other' }, chain_ok: true })
    expect(await others.close({ cash: 15 })).toMatchObject({ body: { closings: [{ deliveries: 1 }] } })
  })

  test('takes it over once: a repeat with the same key changes nothing', async () => {
    const { id, version } = await run.add({ status: 'in_progress' })
    const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': String(version) }
    const first = await complete(app, other, id, { headers })
    expect((await complete(app, other, id, { headers })).body).toEqual(first.body)
    expect(await historyOf(id)).toHaveLength(4)
  })

  test('is rejected while their own run awaits confirmation, and nothing changes', async () => {
    await closeARun(others)
    const { id, version } = await run.add({ status: 'in_progress' })
    for (const answer of [await complete(app, other, id), await attempt(other, id), await askForUpload(other, id)])
      expect(answer).toMatchObject(refused)
    expect((await app.call(deliveries.readDelivery, { as: other, params: { id } })).body).toMatchObject({
      status: 'in_progress',
      version,
      pharmacist_id: pharmacy.driver.user.id,
    })
  })
})

test('a user who records an attempt on another driver’s delivery takes it over and returns it', async () => {
  const { id } = await run.add({ status: 'in_progress' })
  expect(await attempt(other, id)).toMatchObject({
    status: 200,
    body: { ...byOther(), status: 'failed', attempts: [{ attempted_by: 'Otto Other' }] },
  })
  expect(await historyOf(id)).toMatchObject([{ notes: 'No answer' }, { notes: 'Taken over by Otto Other' }, {}, {}])
  expect((await others.read()).body).toMatchObject({ state: 'out', deliveries: [{ id, status: 'failed' }] })
  expect((await run.bringBack(id)).status).toBe(403)
  expect(await others.bringBack(id)).toMatchObject({ status: 200 })
  expect((await others.read()).body).toMatchObject({ state: 'back' })
})

test('preparing a photo for another driver’s delivery takes it over and returns the version to complete', async () => {
  const { id, version } = await run.add({ status: 'in_progress' })
  const upload = await askForUpload(other, id)
  expect(upload).toMatchObject({ status: 200, body: { version: version + 1 } })
  expect(await historyOf(id)).toMatchObject([{ notes: 'Taken over by Otto Other', new_status: 'in_progress' }, {}, {}])
  expect((await others.read()).body).toMatchObject({ state: 'out', deliveries: [{ id }] })
  const headers = { 'if-match': String(upload.body.version) }
  expect(await complete(app, other, id, { headers })).toMatchObject({ status: 200, body: byOther() })
  expect(await historyOf(id)).toHaveLength(4)
})

test('preparing a photo for one’s own delivery changes nothing', async () => {
  const { id, version } = await run.add({ status: 'in_progress' })
  expect(await askForUpload(pharmacy.driver, id)).toMatchObject({ body: { version } })
  expect(await historyOf(id)).toHaveLength(2)
})

test('managers complete, photograph and fail deliveries on behalf of their driver', async () => {
  const theirs = { pharmacist_id: pharmacy.driver.user.id, pharmacist_name: 'Dora Driver' }
  const [completed, failed] = [await run.add({ status: 'in_progress' }), await run.add({ status: 'in_progress' })]
  expect(await askForUpload(pharmacy.pharmacist, completed.id)).toMatchObject({ body: { version: completed.version } })
  expect(await complete(app, pharmacy.pharmacist, completed.id)).toMatchObject({ status: 200, body: theirs })
  expect(await attempt(pharmacy.pharmacist, failed.id)).toMatchObject({ status: 200, body: theirs })
})

describe('a change to `delivered` requires what the settings require of a completion', () => {
  const deliver = async (settings: Parameters<typeof storeSettings>[2], fields: object = {}) => {
    const { patient_id } = await aDelivery(app, pharmacy, { status: 'delivered' })
    const { id } = await run.add({ status: 'in_progress', patient_id, ...fields })
    await storeSettings(app, pharmacy, settings)
    return app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, body: { status: 'delivered' } })
  }
  const problem = (msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', 'status'], msg }] } })

  test('a signer', async () => {
    expect(await deliver({ require_signer: true })).toMatchObject(problem('Signer’s name is required'))
  })

  test('a checked photo ID, if needed', async () => {
    const settings = { require_photo_id_check: true }
    expect(await deliver(settings, { require_photo_id: true })).toMatchObject(problem('Check the photo ID'))
    expect(await deliver(settings)).toMatchObject({ status: 200 })
  })

  test('no payment method, because nothing is collected', async () => {
    expect(await deliver({ require_payment_method: true })).toMatchObject({ status: 200 })
  })
})

describe('the device’s time of an attempt or a return', () => {
  const inMinutes = (minutes: number) => new Date(app.clock.now.getTime() + minutes * 60_000).toISOString()
  const failed = async (captured_at: string) => {
    const { id } = await run.add({ status: 'in_progress' })
    return (await run.attempt(id, { reason: 'no_answer', captured_at })).body
  }

  test.each([-4, 4])('is stored if %i minutes from now', async (minutes) => {
    const captured_at = inMinutes(minutes)
    const { id, attempts: stored } = await failed(captured_at)
    expect(stored).toMatchObject([{ captured_at }])
    const back = { as: pharmacy.driver, params: { id }, body: { captured_at } }
    await app.call(attempts.returnPackage, back)
    expect(await app.table.get(keysOf(pharmacy.tenant.id).delivery(id))).toMatchObject({
      return_captured_at: captured_at,
    })
  })

  test.each(['1999-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'])(
    'is ignored, not rejected, if it is %s',
    async (at) => {
      const { id, attempts: stored } = await failed(at)
      expect(stored).toMatchObject([{ captured_at: null }])
      const back = { as: pharmacy.driver, params: { id }, body: { captured_at: at } }
      expect(await app.call(attempts.returnPackage, back)).toMatchObject({ status: 200 })
      expect(await app.table.get(keysOf(pharmacy.tenant.id).delivery(id))).toMatchObject({ return_captured_at: null })
    },
  )
})
