import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysOf } from '#functions/data/keys.ts'
import { aDelivery, aPatient, deliveryBody } from '#tests/support/builders.ts'
import { problemsIn } from '#tests/support/house-invariants.ts'
import { howMany } from '#tests/support/how-many.ts'
import { type Organisation, openTestHouse, type TestHouse } from '#tests/support/test-house.ts'
import { expectKnownRefusal, isAccepted, meet, pairsOf, type Writer } from './meet.ts'
import { type Household, patientWriters } from './patient-writers.ts'

let house: TestHouse
let pharmacy: Organisation
let neighbour: string
beforeAll(async () => {
  house = await openTestHouse()
  pharmacy = await house.found()
  neighbour = (await aPatient(house, pharmacy.admin)).id
})
afterAll(() => house.close())

const act = ({ entry, sending }: Writer<Household>, household: Household) =>
  house.call(entry, sending(household, pharmacy))

async function aHousehold(): Promise<Household> {
  const { id } = await aPatient(house, pharmacy.admin)
  const [failed, elsewhere] = await Promise.all([
    aDelivery(house, pharmacy, { status: 'failed', patient_id: id }),
    aDelivery(house, pharmacy, { patient_id: neighbour }),
  ])
  return { id, failed: failed.id, elsewhere: elsewhere.id, newDelivery: deliveryBody(house, id) }
}

test.each(pairsOf(patientWriters))(
  '$one.name and $other.name at once: one of them wins, or both hold',
  async ({ one, other }) => {
    for (let round = 0; round < howMany({ quick: 1, proof: 20 }); round++) {
      const household = await aHousehold()
      const answers = await meet(
        () => act(one, household),
        () => act(other, household),
        round,
      )
      expectKnownRefusal(answers[0], one.refusals)
      expectKnownRefusal(answers[1], other.refusals)
      const kept = await house.table.get(keysOf(pharmacy.tenant.id).patient(household.id))
      const names = answers.filter(isAccepted).flatMap(({ body }) => (body?.id === household.id ? [body.name] : []))
      if (names.length > 0) expect(names).toContain(kept?.name)
      expect(kept?.deleted_at !== undefined).toBe(answers.some(({ status }) => status === 204))
    }
  },
)

test('after all of it every count and the directory agree with the deliveries and the patients', async () => {
  expect(await problemsIn(house)).toEqual([])
})
