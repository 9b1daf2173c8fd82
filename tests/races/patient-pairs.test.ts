import { expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { aDelivery, aPatient, deliveryBody } from '#tests/support/builders.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Subjects } from './groups.ts'
import { isAccepted, pairsOf, race } from './send-together.ts'

let neighbour: string
test.beforeAll(async () => {
  neighbour = (await aPatient(app, pharmacy.admin)).id
})

async function aSubject(): Promise<Subjects['patient']> {
  const { id } = await aPatient(app, pharmacy.admin)
  const { id: other } = await aPatient(app, pharmacy.admin)
  const [failed, elsewhere] = await Promise.all([
    aDelivery(app, pharmacy, { status: 'failed', patient_id: id }),
    aDelivery(app, pharmacy, { patient_id: neighbour }),
  ])
  return { id, other, failed: failed.id, elsewhere: elsewhere.id, newDelivery: deliveryBody(app, id) }
}

test.each(pairsOf('patient'))(
  '$one.name and $other.name concurrently: one of them wins, or both are applied',
  async (pair) => {
    for (let round = 0; round < howMany({ quick: 1, proof: 20 }); round++) {
      const subject = await aSubject()
      const answers = await race(app, { pair, subject, organisation: pharmacy, round })
      const stored = await app.table.get(keysOf(pharmacy.tenant.id).patient(subject.id))
      const names = answers.filter(isAccepted).flatMap(({ body }) => (body?.id === subject.id ? [body.name] : []))
      if (names.length > 0) expect(names).toContain(stored?.name)
      const isMerged = answers.some(({ status, body }) => status === 200 && body.id === subject.other)
      expect(stored?.merged_into).toBe(isMerged ? subject.other : undefined)
      expect(stored?.deleted_at !== undefined).toBe(isMerged || answers.some(({ status }) => status === 204))
    }
  },
)

test('after all pairs, every count and the directory match the deliveries and the patients', async () => {
  expect(await problemsIn(app)).toEqual([])
})
