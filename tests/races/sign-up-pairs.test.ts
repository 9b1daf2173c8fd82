import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keysOf, unscopedKeys } from '#functions/data/keys.ts'
import { remove } from '#functions/data/writes.ts'
import { routeKeyOf } from '#shared/api/contract.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { howMany } from '#tests/support/how-many.ts'
import { start } from '#tests/support/sign-up.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { type Organisation, openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { isAccepted, pairsOf, race } from './meet.ts'

let app: TestApp
let pharmacy: Organisation
beforeAll(async () => {
  app = await openTestApp()
  pharmacy = await app.createPharmacy()
})
afterAll(() => app.close())

const rounds = howMany({ quick: 1, proof: 20 })

/** One network address may begin only twenty sign-ups an hour. */
const unlimited = async () => {
  for (const entry of Object.values(registration))
    await app.table.write(remove(unscopedKeys.attempts(routeKeyOf(entry), '127.0.0.1')))
}
beforeEach(unlimited)

let people = 0

test.each(pairsOf('signUp'))('$one.name and $other.name at once: one account has the address', async (pair) => {
  for (let round = 0; round < rounds; round++) {
    await unlimited()
    const email = `pair${people++}@example.com`
    const { tenant_id } = (await start(app, { email })).body
    const answers = await race(app, { pair, subject: { email, tenant_id }, organisation: pharmacy, round })
    const accounts = [pair.one, pair.other].filter(({ entry }, i) => {
      const makesOne = entry === registration.signUpProducts || entry === users.createUser
      return makesOne && answers[i] && isAccepted(answers[i])
    })
    expect(accounts.length).toBeLessThanOrEqual(1)
    const owner = await app.table.get(unscopedKeys.email(email))
    // An unfinished sign-up loses the address after a day; an account never does.
    expect(owner?.expires_at_seconds === undefined).toBe(accounts.length === 1)
    if (accounts.length === 1) {
      const user = await app.table.get(keysOf(owner?.tenant_id ?? '').user(owner?.user_id ?? ''))
      expect(user).toMatchObject({ email })
    }
  }
})

test.each(pairsOf('products'))('$one.name and $other.name at once: both are kept', async (pair) => {
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

test('after all pairs every address, role and count is right', async () => {
  expect(await problemsIn(app)).toEqual([])
})
