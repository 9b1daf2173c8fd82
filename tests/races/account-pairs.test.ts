import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredUser } from '#functions/data/entities.ts'
import { keysOf, unscopedKeys } from '#functions/data/keys.ts'
import { setting } from '#functions/data/setting.ts'
import { newLink } from '#functions/security/links.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import * as auth from '#shared/api/auth.ts'
import { routeKeyOf } from '#shared/api/contract.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { signUpExpired } from '#shared/model/sign-up.ts'
import { problemsIn } from '#tests/support/house-invariants.ts'
import { howMany } from '#tests/support/how-many.ts'
import { choose, companyBody, start } from '#tests/support/sign-up.ts'
import {
  type Organisation,
  openTestHouse,
  type Person,
  type Received,
  type TestHouse,
} from '#tests/support/test-house.ts'
import { expectKnownRefusal, isAccepted, meet, pairsOf } from './meet.ts'

const oldPassword = 'Old-Harbor-Light-7'
const newPassword = 'New-Harbor-Light-8'
const rounds = howMany({ quick: 1, proof: 20 })

let house: TestHouse
let pharmacy: Organisation
let password_hash: string
beforeAll(async () => {
  house = await openTestHouse()
  pharmacy = await house.found()
  password_hash = await hashPassword(oldPassword)
})
afterAll(() => house.close())

interface Writer {
  name: string
  act(person: Person, token: string): Promise<Received>
  refusals: readonly string[]
}

const login = ({ user: { email } }: Person, password: string) => house.call(auth.login, { body: { email, password } })
const me = (as: string) => house.call(auth.me, { as })
const refresh = (refresh_token: string) => house.call(auth.refresh, { body: { refresh_token } })

const wrong = '401 Invalid email or password'
const voided = '400 This password reset link is invalid or has expired. Please request a new one.'

const writers: readonly Writer[] = [
  { name: 'a sign-in', act: (he) => login(he, oldPassword), refusals: [wrong] },
  {
    name: 'a reset',
    act: (_, token) =>
      house.call(auth.resetPassword, { body: { token, new_password: newPassword, confirm_password: newPassword } }),
    refusals: [voided],
  },
  { name: 'a refresh', act: ({ refreshToken }) => refresh(refreshToken), refusals: ['401 Please sign in again'] },
  {
    name: 'a sign-out',
    act: ({ refreshToken }) => house.call(auth.logout, { body: { refresh_token: refreshToken } }),
    refusals: [],
  },
  {
    name: 'his deactivation',
    act: ({ user }) =>
      house.call(users.updateUser, { as: pharmacy.admin, params: { id: user.id }, body: { is_active: false } }),
    refusals: ['404 User not found'],
  },
  {
    name: 'his deletion',
    act: ({ user }) => house.call(users.deleteUser, { as: pharmacy.admin, params: { id: user.id } }),
    refusals: ['404 User not found'],
  },
]

/** Somebody with a password, a session, and the token of a reset link. */
async function somebody() {
  const he = await house.join(pharmacy.tenant, { password_hash })
  const { token, fields } = await newLink(house.house.keys, 'reset', he.user, house.clock.now)
  await house.table.write({ key: keysOf(he.user.tenant_id).user(he.user.id), ...setting(fields) })
  return { he, token }
}

const stored = ({ user }: Person): Promise<StoredUser | undefined> =>
  house.table.get(keysOf(user.tenant_id).user(user.id))

/** Once everything is answered, no token opens a door that one of the answers closed. */
async function expectClosed(he: Person, names: readonly string[], answers: readonly Received[]) {
  const has = (name: string) => answers.some((answer, i) => names[i] === name && isAccepted(answer))
  const isGone = has('his deactivation') || has('his deletion')
  const tokens = [he.token, ...answers.flatMap(({ body }) => body?.access_token ?? [])]
  if (isGone) {
    for (const token of tokens) expect(await me(token)).toMatchObject({ status: 401 })
    expect(await refresh(he.refreshToken)).toMatchObject({ status: 401 })
    for (const password of [oldPassword, newPassword]) expect(await login(he, password)).toMatchObject({ status: 401 })
    expect((await stored(he))?.is_active ?? false).toBe(false)
    return
  }
  if (has('a reset')) {
    for (const token of tokens) expect(await me(token)).toMatchObject({ status: 401 })
    expect(await login(he, oldPassword)).toMatchObject({ status: 401 })
    expect(await login(he, newPassword)).toMatchObject({ status: 200 })
  }
  if (has('a sign-out')) {
    expect(await me(he.token)).toMatchObject({ status: 401 })
    for (const answer of answers)
      if (answer.body?.refresh_token && names[answers.indexOf(answer)] === 'a refresh')
        expect(await refresh(answer.body.refresh_token)).toMatchObject({ status: 401 })
  }
}

/** All come from one address, which may do each of these only so often. */
async function unlimited(...counted: string[]) {
  for (const what of counted) await house.table.write({ key: unscopedKeys.attempts(what, '127.0.0.1'), remove: true })
}

test.each(pairsOf(writers))(
  '$one.name and $other.name at once: what was closed stays closed',
  async ({ one, other }) => {
    for (let round = 0; round < rounds; round++) {
      await unlimited('login-address')
      const { he, token } = await somebody()
      const answers = await meet(
        () => one.act(he, token),
        () => other.act(he, token),
        round,
      )
      expectKnownRefusal(answers[0], one.refusals)
      expectKnownRefusal(answers[1], other.refusals)
      if (one === other && one.name === 'a reset') expect(answers.filter(isAccepted)).toHaveLength(1)
      await expectClosed(he, [one.name, other.name], answers)
    }
  },
)

describe('a sign-up', () => {
  const taken = '409 An account with this email already exists'
  const late = [
    '409 This sign-up is already complete. Please check your email to verify your account.',
    `404 ${signUpExpired}`,
  ]
  const { signUpCompany, signUpProducts, subscribeProducts } = registration
  let people = 0

  test('that is finished twice, or begun anew while it is finished, becomes one organisation', async () => {
    for (let round = 0; round < rounds * 2; round++) {
      await unlimited(routeKeyOf(signUpCompany), routeKeyOf(signUpProducts))
      const email = `pair${people++}@example.com`
      const { tenant_id } = (await start(house, { email })).body
      const finish = () => choose(house, tenant_id)
      const [one, two] =
        round % 2 === 0
          ? await meet(finish, finish, round)
          : await meet(finish, () => house.call(signUpCompany, { body: { ...companyBody, email } }), round)
      expectKnownRefusal(one, late)
      expectKnownRefusal(two, round % 2 === 0 ? late : [taken])
      expect([one, two].filter(isAccepted)).toHaveLength(1)
    }
  })

  test('of products and their roles brought in line at once both hold', async () => {
    for (let round = 0; round < rounds; round++) {
      await unlimited(routeKeyOf(subscribeProducts))
      const { tenant, admin } = await house.found(['delivery'])
      const answers = await meet(
        () => house.call(subscribeProducts, { params: { id: tenant.id }, body: ['docfinder'] }),
        () => house.call(users.initializeProducts, { as: admin, body: {} }),
        round,
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const { body } = await house.call(users.listRoles, { as: admin })
      expect(body.map(({ name }: { name: string }) => name)).toEqual(['Clinician', 'Delivery Staff', 'Pharmacist'])
    }
  })
})

test('after all of it every address, role and count is right', async () => {
  expect(await problemsIn(house)).toEqual([])
})
