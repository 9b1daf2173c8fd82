import { expect } from 'vitest'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { limitCountName } from '#shared/api/contract.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { beginSignUp } from '#tests/support/sign-up.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { isAccepted, pairsOf, race } from './send-together.ts'

const rounds = howMany({ quick: 1, proof: 20 })

/** Resets the limits of signing up, because one network address may begin only twenty sign-ups per hour. */
const unlimited = async () => {
  for (const entry of Object.values(registration)) await resetRateLimits(app, limitCountName(entry), '127.0.0.1')
}
test.beforeEach(unlimited)

let people = 0

test.each(pairsOf('signUp'))(
  '$one.name and $other.name concurrently: each responds truthfully, and none claims the address',
  async (pair) => {
    for (let round = 0; round < rounds; round++) {
      await unlimited()
      const email = `pair${people++}@example.com`
      const { tenant_id } = (await beginSignUp(app, { email })).body
      const answers = await race(app, { pair, subject: { email, tenant_id }, organisation: pharmacy, round })
      const accepted = [pair.one, pair.other].filter((_, i) => answers[i] && isAccepted(answers[i]))
      const times = (entry: object) => accepted.filter((writer) => writer.entry === entry).length
      // Exactly one of the calls that complete the sign-up succeeds, and exactly one of those that create a user with its address.
      const entries = new Set([pair.one, pair.other].map((writer) => writer.entry))
      for (const entry of [registration.completeSignUp, users.createUser])
        expect(times(entry)).toBe(entries.has(entry) ? 1 : 0)
      expect((await app.table.get(keysOf(tenant_id).tenant)) !== undefined).toBe(times(registration.completeSignUp) > 0)
      expect(await app.table.get(unscopedKeys.email(email))).toBeUndefined()
    }
  },
)

test.each(pairsOf('products'))('$one.name and $other.name concurrently: both are applied', async (pair) => {
  for (let round = 0; round < rounds; round++) {
    await unlimited()
    const { tenant, admin } = await app.createPharmacy(['delivery'])
    const answers = await race(app, { pair, subject: { id: tenant.id, admin }, organisation: pharmacy, round })
    const { body } = await app.call(users.listRoles, { as: admin })
    const has = (entry: object) =>
      [pair.one, pair.other].some((writer, i) => writer.entry === entry && answers[i]?.body)
    const systemRoles = body.filter((role: { is_system_role: boolean }) => role.is_system_role)
    expect(systemRoles).toHaveLength(has(registration.subscribeProducts) ? 3 : 2)
  }
})

test('after all pairs, every address, role and count is correct', async () => {
  expect(await problemsIn(app)).toEqual([])
})
