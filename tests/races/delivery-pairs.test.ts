import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredDelivery } from '#functions/data/entities.ts'
import { keysOf } from '#functions/data/keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import type { Delivery, DeliveryStatus } from '#shared/model/delivery.ts'
import { aDelivery, complete, deliveryBody } from '#tests/support/builders.ts'
import { problemsIn } from '#tests/support/house-invariants.ts'
import { howMany } from '#tests/support/how-many.ts'
import { type Organisation, openTestHouse, type Received, type TestHouse } from '#tests/support/test-house.ts'
import { expectKnownRefusal, isAccepted, meet, pairsOf, refusalOf } from './meet.ts'

let house: TestHouse
let pharmacy: Organisation
beforeAll(async () => {
  house = await openTestHouse()
  pharmacy = await house.found()
})
afterAll(() => house.close())

interface Writer {
  name: string
  act(delivery: Delivery): Promise<Received>
  refusals: readonly (string | RegExp)[]
}

const put = ({ id }: Delivery, body: object) =>
  house.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body })
const patch = ({ id }: Delivery, status: DeliveryStatus, as = pharmacy.admin) =>
  house.call(deliveries.changeStatus, { as, params: { id }, body: { status } })

const gone = '404 Delivery not found'
const notFrom = (to: string) => [gone, new RegExp(`^409 Cannot change status from \\w+ to ${to}$`)]
const reassigned = /^409 The pharmacist cannot be changed once a delivery is (delivered|cancelled)$/

const writers: readonly Writer[] = [
  {
    name: 'completion',
    act: ({ id }) => complete(house, pharmacy.driver, id),
    refusals: notFrom('delivered'),
  },
  { name: 'cancellation', act: (delivery) => patch(delivery, 'cancelled'), refusals: notFrom('cancelled') },
  { name: 'giving up', act: (delivery) => patch(delivery, 'failed'), refusals: notFrom('failed') },
  {
    name: 'start by the assigned person',
    act: (delivery) => patch(delivery, 'in_progress', pharmacy.driver),
    // Who has lost it to somebody else meanwhile manages no deliveries.
    refusals: [...notFrom('in_progress'), "403 You don't have the required permission: delivery.edit_orders"],
  },
  {
    name: 'assignment',
    act: (delivery) => put(delivery, { pharmacist_id: pharmacy.pharmacist.user.id }),
    refusals: [gone, reassigned],
  },
  { name: 'unassignment', act: (delivery) => put(delivery, { pharmacist_id: null }), refusals: [gone, reassigned] },
  {
    name: 'edit',
    act: (delivery) => put(delivery, { refrigerated: true, delivery_notes: 'Ring twice' }),
    refusals: [gone, /^409 A delivery that is \w+ cannot be edited$/],
  },
  {
    name: 'deletion',
    act: ({ id }) => house.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id } }),
    refusals: [gone, /^409 A delivery that is \w+ cannot be deleted$/],
  },
]

const stored = ({ id }: Delivery) => house.table.get(keysOf(pharmacy.tenant.id).delivery(id))

/** Of the accepted writes each made one version, and each change of status or pharmacist one entry of the history. */
function expectAccountedFor(before: Delivery, kept: StoredDelivery | undefined, answers: Delivery[]) {
  const writes = [...new Map(answers.map((answer) => [answer.version, answer])).values()]
    .filter(({ version }) => version > before.version)
    .sort((a, b) => a.version - b.version)
  expect(writes.map(({ version }) => version)).toEqual(writes.map((_, i) => before.version + 1 + i))
  if (!kept) return
  const last = writes.at(-1) ?? before
  const { version, status, pharmacist_id, refrigerated } = last
  expect(kept).toMatchObject({ version, status, pharmacist_id, refrigerated })
  const said = writes.filter((write, i) => {
    const seen = writes[i - 1] ?? before
    return write.status !== seen.status || write.pharmacist_id !== seen.pharmacist_id
  })
  // The delivery came to where it was by writes that all are in its history.
  expect(kept.history).toHaveLength(before.version + said.length)
}

const rounds = howMany({ quick: 2, proof: 20 })

test.each(pairsOf(writers))(
  '$one.name and $other.name at once: the delivery is as if one came after the other',
  async ({ one, other }) => {
    for (let round = 0; round < rounds; round++) {
      const before = await aDelivery(house, pharmacy, { status: round % 2 === 0 ? 'assigned' : 'in_progress' })
      const answers = await meet(
        () => one.act(before),
        () => other.act(before),
        round,
      )
      expectKnownRefusal(answers[0], one.refusals)
      expectKnownRefusal(answers[1], other.refusals)
      const accepted = answers.filter(isAccepted)
      const isDeleted = accepted.some((answer) => answer.status === 204)
      const kept = await stored(before)
      expect(kept === undefined).toBe(isDeleted)
      expectAccountedFor(
        before,
        kept,
        accepted.filter((answer) => answer.status === 200).map(({ body }) => body),
      )
    }
  },
)

test('a patient who is deleted and gets a delivery at once: one of the two wins', async () => {
  for (let round = 0; round < rounds; round++) {
    const { patient_id } = await aDelivery(house, pharmacy, { status: 'failed' })
    const params = { id: String(patient_id) }
    const [removed, created] = await meet(
      () => house.call(patients.deletePatient, { as: pharmacy.admin, params }),
      () =>
        house.call(deliveries.createDelivery, { as: pharmacy.admin, body: deliveryBody(house, String(patient_id)) }),
      round,
    )
    expect([
      '204 and 422 This patient does not exist',
      '409 A patient with open deliveries cannot be deleted and 201',
    ]).toContain(
      [removed, created].map((answer) => (isAccepted(answer) ? answer.status : refusalOf(answer))).join(' and '),
    )
  }
})

test('after all of it every count, index and history agrees with the deliveries', async () => {
  expect(await problemsIn(house)).toEqual([])
})
