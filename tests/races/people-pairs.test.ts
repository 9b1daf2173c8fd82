import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysOf } from '#functions/data/keys.ts'
import * as users from '#shared/api/users.ts'
import { aDelivery, aPatient, deliveryBody } from '#tests/support/builders.ts'
import { howMany } from '#tests/support/how-many.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { type Organisation, openTestApp, type Person, type Received, type TestApp } from '#tests/support/test-app.ts'
import { expectKnownRefusal, meet, pairsOf, type Writer } from './meet.ts'
import { type Affair, peopleWriters, type Thing } from './people-writers.ts'

let app: TestApp
let pharmacy: Organisation
let patient: string
beforeAll(async () => {
  app = await openTestApp()
  pharmacy = await app.createPharmacy()
  patient = (await aPatient(app, pharmacy.admin)).id
})
afterAll(() => app.close())

/** Makes a thing and answers its id. */
const things = {
  nothing: async () => '',
  role: async ({ user }: Person) =>
    (await app.call(users.createRole, { as: pharmacy.admin, body: { name: `Role of ${user.id}` } })).body.id,
  failedDelivery: ({ user }: Person) => deliveryOf({ status: 'failed', pharmacist_id: user.id }),
  pendingDelivery: ({ user }: Person) => deliveryOf({ status: 'pending', pharmacist_id: user.id }),
  freeDelivery: () => deliveryOf({}),
} satisfies Record<Thing, (person: Person) => Promise<string>>

const act = ({ entry, sending }: Writer<Affair>, affair: Affair) => app.call(entry, sending(affair, pharmacy))

const deliveryOf = async (fields: object) => (await aDelivery(app, pharmacy, { patient_id: patient, ...fields })).id

const rounds = howMany({ quick: 1, proof: 20 })

/** What both were told of him is so. */
async function expectKept({ user }: Person, answers: readonly Received[]) {
  const kept = await app.table.get(keysOf(pharmacy.tenant.id).user(user.id))
  for (const { status, body } of answers) {
    if (status === 204 || !kept || body?.id !== user.id) continue
    if (!body.is_active) expect(kept.is_active).toBe(false)
    if (!body.is_tenant_admin) expect(kept.is_tenant_admin).toBe(false)
    if (body.roles.length > 0) expect(kept.roles).toEqual(body.roles)
  }
}

test.each(pairsOf(peopleWriters))(
  '$one.name and $other.name at once: one of them wins, or both hold',
  async ({ one, other }) => {
    for (let round = 0; round < rounds; round++) {
      const he = await app.join(pharmacy.tenant, { is_tenant_admin: true })
      const newDelivery = deliveryBody(app, patient)
      const thing = await things[one.with](he)
      const same = one.with === other.with ? thing : await things[other.with](he)
      const answers = await meet(
        () => act(one, { he, thing, newDelivery }),
        () => act(other, { he, thing: same, newDelivery }),
        round,
      )
      expectKnownRefusal(answers[0], one.refusals)
      expectKnownRefusal(answers[1], other.refusals)
      await expectKept(he, answers)
    }
  },
)

test('after all of it nobody who is gone has a role or an open delivery, and every count is right', async () => {
  expect(await problemsIn(app)).toEqual([])
})
