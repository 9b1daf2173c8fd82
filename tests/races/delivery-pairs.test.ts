import { expect } from 'vitest'
import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import { runInTenant } from '#functions/data/scope.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { type DeliveryStatus, deliveryStatuses, statusInWords } from '#shared/model/delivery-statuses.ts'
import { aDelivery, deliveryBody, pngBytes } from '#tests/support/builders.ts'
import { howMany, sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { TestResponse } from '#tests/support/test-app.ts'
import { uploadPhoto } from '#tests/support/upload-photo.ts'
import type { Subjects } from './groups.ts'
import { isAccepted, type Pair, pairsOf, race, refusalTextOf, sendTogether } from './send-together.ts'

let patient: string
test.beforeAll(async () => {
  patient = String((await aDelivery(app, pharmacy, { status: 'delivered' })).patient_id)
})

let prescriptions = 0
/**
 * Creates a delivery for the patient of all rounds, who has had one before, with an uploaded photo if it is in progress. Each
 * delivery has another prescription number, so that reading an auditor's records for that number does not read the deliveries of
 * all earlier rounds.
 */
async function subjectOf(status: DeliveryStatus): Promise<Subjects['delivery']> {
  const rx_information = [{ rx_date: '', rx_number: `RX-1${++prescriptions}`, copay: 10.1 }]
  const delivery = await aDelivery(app, pharmacy, { status, patient_id: patient, rx_information })
  return { ...delivery, photoKey: status === 'in_progress' ? await uploadPhoto(app, pharmacy, delivery) : '' }
}

async function stored({ id }: Delivery): Promise<StoredDelivery | undefined> {
  const saved = await app.table.get(keysOf(pharmacy.tenant.id).delivery(id))
  return saved?.deleted_at ? undefined : saved
}

const photoOf = (key: string) => runInTenant(pharmacy.tenant.id, () => app.services.media.read(key, 1000))

/**
 * Expects that accepted answers with the same version are of the same write, that the writes made one version each, and, unless the
 * delivery was deleted, that the last write is stored and that `history_count` has grown by the items of all of them.
 */
function expectAccountedFor(before: Delivery, saved: StoredDelivery | undefined, answers: Delivery[]) {
  const byVersion = Map.groupBy(answers, ({ version }) => version)
  for (const [answer, ...others] of byVersion.values())
    for (const { status, pharmacist_id, refrigerated, updated_at } of others)
      expect(answer).toMatchObject({ status, pharmacist_id, refrigerated, updated_at })
  const writes = [...byVersion.values()]
    .flatMap(([answer]) => answer ?? [])
    .filter(({ version }) => version > before.version)
    .sort((a, b) => a.version - b.version)
  expect(writes.map(({ version }) => version)).toEqual(writes.map((_, i) => before.version + 1 + i))
  if (!saved) return
  const last = writes.at(-1) ?? before
  const { version, status, pharmacist_id, refrigerated } = last
  expect(saved).toMatchObject({ version, status, pharmacist_id, refrigerated })
  const items = writes.map((write, i) => itemsOf(write, writes[i - 1] ?? before))
  // The history contains the writes before the race as well.
  expect(saved.history_count).toBe(items.reduce((sum, count) => sum + count, before.version))
}

/**
 * Returns the number of history items that a write adds. A user who ends another driver's delivery takes it over first, which adds a
 * history item of its own.
 */
function itemsOf(write: Delivery, before: Delivery) {
  const isMoved = write.status !== before.status
  const isReassigned = write.pharmacist_id !== before.pharmacist_id
  const isTakenOver = isReassigned && (write.status === 'delivered' || write.status === 'failed')
  return isMoved && isTakenOver ? 2 : isMoved || isReassigned ? 1 : 0
}

/**
 * Returns the deliveries that the responses describe. The response to a photo upload may belong to a write by which the driver took
 * the delivery over.
 */
function deliveriesIn(answers: readonly TestResponse[], before: Delivery): Delivery[] {
  const [deliveries, uploads] = [answers.filter(({ body }) => body?.id), answers.filter(({ body }) => body?.photo_key)]
  const known: Delivery[] = deliveries.map(({ body }) => body)
  const taken = uploads.flatMap(({ body: { version } }) => {
    if (known.some((delivery) => delivery.version === version)) return []
    const seen = [before, ...known].filter((delivery) => delivery.version < version).at(-1) ?? before
    return [{ ...seen, version, pharmacist_id: pharmacy.driver.user.id }]
  })
  const all = [...known, ...taken]
  // A driver's report that an action at the door was refused is a write as well, although its response does not contain the delivery.
  // It changes no field that is checked here.
  for (const _reported of answers.filter(({ body }) => body?.unsent_id)) {
    let version = before.version + 1
    while (all.some((delivery) => delivery.version === version)) version++
    const seen = [before, ...all].filter((delivery) => delivery.version < version)
    all.push({ ...seen.reduce((newest, one) => (one.version > newest.version ? one : newest)), version })
  }
  return all
}

const rounds = howMany({ quick: 1, proof: 12 })

async function expectOneAfterTheOther(pair: Pair<'delivery'>, status: DeliveryStatus, round: number) {
  const before = await subjectOf(status)
  const answers = await race(app, { pair, subject: before, organisation: pharmacy, round })
  const accepted = answers.filter(isAccepted)
  const isDeleted = accepted.some((answer) => answer.status === 204)
  const saved = await stored(before)
  expect(saved === undefined).toBe(isDeleted)
  expectAccountedFor(before, saved, deliveriesIn(accepted, before))
  if (saved?.photo_key) expect(await photoOf(saved.photo_key)).toEqual(pngBytes)
}

test.each(pairsOf('delivery').map((pair, place) => ({ ...pair, place })))(
  '$one.name and $other.name concurrently: the delivery is as if one came after the other',
  async ({ place, ...pair }) => {
    const canBeAssigned = !pair.one.onlyInProgress && !pair.other.onlyInProgress
    const statuses = canBeAssigned
      ? sampleUnlessProof(['in_progress', 'assigned'] as const, place, 2)
      : (['in_progress'] as const)
    for (let round = 0; round < rounds; round++)
      for (const status of statuses)
        await expectOneAfterTheOther(pair, status, status === 'assigned' ? round : round + 1)
  },
)

test.each(['delivered', 'cancelled'] as const)(
  'a delivery that is %s stays so, whatever status change is sent',
  async (end) => {
    const { id } = await aDelivery(app, pharmacy, { status: end, patient_id: patient })
    const answers = await Promise.all(
      deliveryStatuses.map((status) =>
        app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, body: { status } }),
      ),
    )
    expect(answers.map(refusalTextOf)).toEqual(
      deliveryStatuses.map((status) => `409 Cannot change status from ${end} to ${statusInWords(status)}`),
    )
  },
)

test('deleting a patient and creating a delivery for them concurrently: one of the two succeeds', async () => {
  for (let round = 0; round < rounds; round++) {
    const { patient_id } = await aDelivery(app, pharmacy, { status: 'failed' })
    const params = { id: String(patient_id) }
    const [removed, created] = await sendTogether(
      () => app.call(patients.deletePatient, { as: pharmacy.admin, params }),
      () => app.call(deliveries.createDelivery, { as: pharmacy.admin, body: deliveryBody(app, String(patient_id)) }),
      round,
    )
    expect([
      '204 and 422 This patient does not exist',
      '409 A patient with open deliveries cannot be deleted and 201',
    ]).toContain(
      [removed, created].map((answer) => (isAccepted(answer) ? answer.status : refusalTextOf(answer))).join(' and '),
    )
  }
})

test('in the end, every count, index and history matches the deliveries', async () => {
  expect(await problemsIn(app)).toEqual([])
})
