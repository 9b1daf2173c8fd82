import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredUser } from '#functions/data/entities.ts'
import { keysOf, unscopedKeys } from '#functions/data/keys.ts'
import { remove, update } from '#functions/data/writes.ts'
import { newLink } from '#functions/security/links.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import * as auth from '#shared/api/auth.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as users from '#shared/api/users.ts'
import type { LinkPurpose } from '#shared/model/account.ts'
import { howMany } from '#tests/support/how-many.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { type Organisation, openTestApp, type Person, type Received, type TestApp } from '#tests/support/test-app.ts'
import { type Account, accountWriters, linkWriters, newPassword, oldPassword } from './account-writers.ts'
import { expectKnownRefusal, isAccepted, meet, pairsOf, type Writer } from './meet.ts'

const rounds = howMany({ quick: 1, proof: 20 })

let app: TestApp
let pharmacy: Organisation
let password_hash: string
beforeAll(async () => {
  app = await openTestApp()
  app.services.google = async (token) => token
  pharmacy = await app.createPharmacy()
  password_hash = await hashPassword(oldPassword)
})
afterAll(() => app.close())

const act = ({ entry, sending }: Writer<Account>, account: Account) => app.call(entry, sending(account, pharmacy))
const login = ({ user: { email } }: Person, password: string) => app.call(auth.login, { body: { email, password } })
const me = (as: string) => app.call(auth.me, { as })
const refresh = (refresh_token: string) => app.call(auth.refresh, { body: { refresh_token } })

/** Somebody with the links of these purposes; failed sign-ins of those before him are forgotten. */
async function somebody(fields: Partial<StoredUser>, purposes: readonly LinkPurpose[]): Promise<Account> {
  await app.table.write(remove(unscopedKeys.attempts('login-address', '127.0.0.1')))
  const he = await app.join(pharmacy.tenant, fields)
  const tokens: Account['tokens'] = {}
  for (const purpose of purposes) {
    const link = await newLink(app.services.keys, purpose, he.user, app.clock.now)
    await app.table.write(update(keysOf(he.user.tenant_id).user(he.user.id), { set: link.fields }))
    tokens[purpose] = link.token
  }
  return { he, tokens }
}

const stored = ({ user }: Person): Promise<StoredUser | undefined> =>
  app.table.get(keysOf(user.tenant_id).user(user.id))

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

test.each(pairsOf(accountWriters))(
  '$one.name and $other.name at once: what was closed stays closed',
  async ({ one, other }) => {
    for (let round = 0; round < rounds; round++) {
      const account = await somebody({ password_hash }, ['reset'])
      const answers = await meet(
        () => act(one, account),
        () => act(other, account),
        round,
      )
      expectKnownRefusal(answers[0], one.refusals)
      expectKnownRefusal(answers[1], other.refusals)
      if (one === other && one.name === 'a reset') expect(answers.filter(isAccepted)).toHaveLength(1)
      await expectClosed(account.he, [one.name, other.name], answers)
    }
  },
)

test.each(pairsOf(linkWriters))(
  '$one.name and $other.name at once: a link works once, and a password that was taken is his',
  async ({ one, other }) => {
    for (let round = 0; round < rounds; round++) {
      const account = await somebody({ is_verified: false }, ['verification', 'set_password', 'invitation'])
      const answers = await meet(
        () => act(one, account),
        () => act(other, account),
        round,
      )
      expectKnownRefusal(answers[0], one.refusals)
      expectKnownRefusal(answers[1], other.refusals)
      const done = [one, other].filter((_, i) => answers[i] && isAccepted(answers[i])).map(({ entry }) => entry)
      const times = (...entries: readonly Entry[]) => done.filter((entry) => entries.includes(entry)).length
      const kept = await stored(account.he)
      const isGone = times(users.updateUser, users.deleteUser) > 0
      expect(kept?.is_active ?? false).toBe(!isGone)
      // Whoever chooses a password voids every other link.
      expect(times(auth.setPassword, auth.acceptInvitation)).toBeLessThanOrEqual(1)
      expect(times(auth.verifyEmail)).toBeLessThanOrEqual(1)
      if (times(auth.setPassword, auth.acceptInvitation, auth.verifyEmail, auth.googleAuth) > 0 && kept)
        expect(kept.is_verified).toBe(true)
      const hasPassword = !isGone && times(auth.setPassword, auth.acceptInvitation) > 0
      expect(await login(account.he, newPassword)).toMatchObject({ status: hasPassword ? 200 : 401 })
      for (const { body } of answers)
        if (body?.access_token && isGone) expect(await me(body.access_token)).toMatchObject({ status: 401 })
    }
  },
)

test('after all of it every address and count is right', async () => {
  expect(await problemsIn(app)).toEqual([])
})
