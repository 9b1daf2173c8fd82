import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysOf } from '#functions/data/keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as users from '#shared/api/users.ts'
import { aDelivery, aPatient, deliveryBody } from '#tests/support/builders.ts'
import { problemsIn } from '#tests/support/house-invariants.ts'
import { howMany } from '#tests/support/how-many.ts'
import {
  type Organisation,
  openTestHouse,
  type Person,
  type Received,
  type TestHouse,
} from '#tests/support/test-house.ts'
import { expectKnownRefusal, meet, pairsOf } from './meet.ts'

let house: TestHouse
let pharmacy: Organisation
let patient: string
beforeAll(async () => {
  house = await openTestHouse()
  pharmacy = await house.found()
  patient = (await aPatient(house, pharmacy.admin)).id
})
afterAll(() => house.close())

/** What is done to somebody may be done with a thing: both writers of a pair then use the same one. Answers its id. */
const things = {
  nothing: async () => '',
  role: async ({ user }: Person) =>
    (await house.call(users.createRole, { as: pharmacy.admin, body: { name: `Role of ${user.id}` } })).body.id,
  failedDelivery: ({ user }: Person) => deliveryOf({ status: 'failed', pharmacist_id: user.id }),
  pendingDelivery: ({ user }: Person) => deliveryOf({ status: 'pending', pharmacist_id: user.id }),
  freeDelivery: () => deliveryOf({}),
} satisfies Record<string, (person: Person) => Promise<string>>

const deliveryOf = async (fields: object) => (await aDelivery(house, pharmacy, { patient_id: patient, ...fields })).id

interface Writer {
  name: string
  with: keyof typeof things
  act(person: Person, thing: string): Promise<Received>
  refusals: readonly (string | RegExp)[]
}

const as = () => pharmacy.admin
const put = ({ user }: Person, body: object) =>
  house.call(users.updateUser, { as: as(), params: { id: user.id }, body })
const release = (_: Person, id: string) =>
  house.call(deliveries.changeStatus, { as: as(), params: { id }, body: { status: 'assigned' } })

const gone = '404 User not found'
const busy = /^409 This user has \d open deliver(y|ies)\. Assign (it|them) to somebody else first\.$/
const notThere = '422 This pharmacist does not exist'
const noRole = '422 This role does not exist'

const released = ['409 Assign a pharmacist first', '409 Cannot change status from assigned to assigned']

const writers: readonly Writer[] = [
  { name: 'deactivation', with: 'nothing', act: (he) => put(he, { is_active: false }), refusals: [gone, busy] },
  {
    name: 'deletion',
    with: 'nothing',
    act: ({ user }) => house.call(users.deleteUser, { as: as(), params: { id: user.id } }),
    refusals: [gone, busy],
  },
  { name: 'demotion', with: 'nothing', act: (he) => put(he, { is_tenant_admin: false }), refusals: [gone] },
  { name: 'a role given', with: 'role', act: (he, id) => put(he, { roles: [id] }), refusals: [gone, noRole] },
  {
    name: 'that role deleted',
    with: 'role',
    act: (_, id) => house.call(users.deleteRole, { as: as(), params: { id } }),
    refusals: ['404 Role not found', '409 1 user has this role. Take it from them first.'],
  },
  {
    name: 'that role renamed',
    with: 'role',
    act: ({ user }, id) =>
      house.call(users.updateRole, { as: as(), params: { id }, body: { name: `Renamed of ${user.id}` } }),
    refusals: ['404 Role not found'],
  },
  {
    name: 'an assignment to him',
    with: 'freeDelivery',
    act: ({ user }, id) =>
      house.call(deliveries.updateDelivery, { as: as(), params: { id }, body: { pharmacist_id: user.id } }),
    refusals: [notThere],
  },
  {
    name: 'a new delivery for him',
    with: 'nothing',
    act: ({ user }) =>
      house.call(deliveries.createDelivery, {
        as: as(),
        body: deliveryBody(house, patient, { pharmacist_id: user.id }),
      }),
    refusals: [notThere],
  },
  { name: 'his failed delivery tried again', with: 'failedDelivery', act: release, refusals: released },
  { name: 'his pending delivery released', with: 'pendingDelivery', act: release, refusals: released },
  {
    name: 'an invitation to him',
    with: 'nothing',
    act: ({ user }) => house.call(users.resendInvitation, { as: as(), params: { id: user.id } }),
    refusals: [gone, '409 This user is inactive'],
  },
]

const rounds = howMany({ quick: 1, proof: 20 })

/** What both were told of him is so. */
async function expectKept({ user }: Person, answers: readonly Received[]) {
  const kept = await house.table.get(keysOf(pharmacy.tenant.id).user(user.id))
  for (const { status, body } of answers) {
    if (status === 204 || !kept || body?.id !== user.id) continue
    if (!body.is_active) expect(kept.is_active).toBe(false)
    if (!body.is_tenant_admin) expect(kept.is_tenant_admin).toBe(false)
    if (body.roles.length > 0) expect(kept.roles).toEqual(body.roles)
  }
}

test.each(pairsOf(writers))(
  '$one.name and $other.name at once: one of them wins, or both hold',
  async ({ one, other }) => {
    for (let round = 0; round < rounds; round++) {
      const he = await house.join(pharmacy.tenant, { is_tenant_admin: true })
      const thing = await things[one.with](he)
      const same = one.with === other.with ? thing : await things[other.with](he)
      const answers = await meet(
        () => one.act(he, thing),
        () => other.act(he, same),
        round,
      )
      expectKnownRefusal(answers[0], one.refusals)
      expectKnownRefusal(answers[1], other.refusals)
      await expectKept(he, answers)
    }
  },
)

test('after all of it nobody who is gone has a role or an open delivery, and every count is right', async () => {
  expect(await problemsIn(house)).toEqual([])
})
