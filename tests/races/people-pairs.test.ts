import { expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as users from '#shared/api/users.ts'
import { aDelivery, aPatient, deliveryBody } from '#tests/support/builders.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Person, TestResponse } from '#tests/support/test-app.ts'
import type { SharedThingKind } from './groups.ts'
import { pairsOf, race } from './send-together.ts'

let patient: string
test.beforeAll(async () => {
  patient = (await aPatient(app, pharmacy.admin)).id
})

/** For each kind of thing that both calls of a pair may use, a function that makes one and returns its id. */
const things = {
  nothing: async () => '',
  role: async ({ user }: Person) =>
    (await app.call(users.createRole, { as: pharmacy.admin, body: { name: `Role of ${user.id}` } })).body.id,
  failedDelivery: ({ user }: Person) => deliveryOf({ status: 'failed', pharmacist_id: user.id }),
  pendingDelivery: ({ user }: Person) => deliveryOf({ status: 'pending', pharmacist_id: user.id }),
  freeDelivery: () => deliveryOf({}),
} satisfies Record<SharedThingKind, (person: Person) => Promise<string>>

const deliveryOf = async (fields: object) => (await aDelivery(app, pharmacy, { patient_id: patient, ...fields })).id

const rounds = howMany({ quick: 1, proof: 20 })

/** Expects that the stored person has lost what a response says is lost, and has the roles that a response lists. */
async function expectStoredAsAnswered({ user }: Person, answers: readonly TestResponse[]) {
  const stored = await app.table.get(keysOf(pharmacy.tenant.id).user(user.id))
  for (const { status, body } of answers) {
    if (status === 204 || !stored || body?.id !== user.id) continue
    if (!body.is_active) expect(stored.is_active).toBe(false)
    if (!body.is_tenant_admin) expect(stored.is_tenant_admin).toBe(false)
    if (body.roles.length > 0) expect(stored.roles).toEqual(body.roles)
  }
}

test.each(pairsOf('person'))(
  '$one.name and $other.name concurrently: one of them wins, or both are applied',
  async (pair) => {
    const [needed = 'nothing', alsoNeeded = 'nothing'] = [pair.one.with, pair.other.with]
    for (let round = 0; round < rounds; round++) {
      await resetRateLimits(app, 'invitations', pharmacy.tenant.id)
      const person = await app.join(pharmacy.tenant, { is_tenant_admin: true, is_verified: false, invited_by: 'Ada' })
      const thing = await things[needed](person)
      const subject = { id: person.user.id, person, thing, newDelivery: deliveryBody(app, patient) }
      const otherThing = needed === alsoNeeded ? thing : await things[alsoNeeded](person)
      const otherSubject = { ...subject, thing: otherThing }
      const answers = await race(app, { pair, subject, otherSubject, organisation: pharmacy, round })
      await expectStoredAsAnswered(person, answers)
    }
  },
)

test('after all pairs, no deleted user has a role or an open delivery, and every count is correct', async () => {
  expect(await problemsIn(app)).toEqual([])
})
