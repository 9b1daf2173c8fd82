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
import type { Account } from './groups.ts'
import { isAccepted, type Pair, pairsOf, race } from './meet.ts'
import { newPassword, oldPassword } from './passwords.ts'

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

const login = ({ user: { email } }: Person, password: string) => app.call(auth.login, { body: { email, password } })
const me = (as: string) => app.call(auth.me, { as })
const refresh = (refresh_token: string) => app.call(auth.refresh, { body: { refresh_token } })

/** A user with links of these purposes. Failed sign-ins of the users before are forgotten. */
async function aSubject(fields: Partial<StoredUser>, purposes: readonly LinkPurpose[]): Promise<Account> {
  await app.table.write(remove(unscopedKeys.attempts('login-address', '127.0.0.1')))
  const person = await app.join(pharmacy.tenant, fields)
  const { id } = person.user
  const tokens: Account['tokens'] = {}
  for (const purpose of purposes) {
    const link = await newLink(app.services.keys, purpose, person.user, app.clock.now)
    await app.table.write(update(keysOf(pharmacy.tenant.id).user(id), { set: link.fields }))
    tokens[purpose] = link.token
  }
  return { id, person, tokens }
}

const stored = ({ user }: Person): Promise<StoredUser | undefined> =>
  app.table.get(keysOf(user.tenant_id).user(user.id))

/** Once both calls are answered, no token and no password works that one of the answers made void. */
async function expectClosed(person: Person, { one, other }: Pair<'account'>, answers: readonly Received[]) {
  const entryOf = (answer: Received) => [one, other][answers.indexOf(answer)]?.entry
  const has = (entry: Entry) => answers.some((answer) => entryOf(answer) === entry && isAccepted(answer))
  const isGone = has(users.updateUser) || has(users.deleteUser)
  const tokens = [person.token, ...answers.flatMap(({ body }) => body?.access_token ?? [])]
  if (isGone) {
    for (const token of tokens) expect(await me(token)).toMatchObject({ status: 401 })
    expect(await refresh(person.refreshToken)).toMatchObject({ status: 401 })
    for (const password of [oldPassword, newPassword])
      expect(await login(person, password)).toMatchObject({ status: 401 })
    expect((await stored(person))?.is_active ?? false).toBe(false)
    return
  }
  if (has(auth.resetPassword)) {
    for (const token of tokens) expect(await me(token)).toMatchObject({ status: 401 })
    expect(await login(person, oldPassword)).toMatchObject({ status: 401 })
    expect(await login(person, newPassword)).toMatchObject({ status: 200 })
  }
  if (has(auth.logout)) {
    expect(await me(person.token)).toMatchObject({ status: 401 })
    for (const answer of answers)
      if (answer.body?.refresh_token && entryOf(answer) === auth.refresh)
        expect(await refresh(answer.body.refresh_token)).toMatchObject({ status: 401 })
  }
}

test.each(pairsOf('account'))(
  '$one.name and $other.name at once: what one of them made void stays void',
  async (pair) => {
    for (let round = 0; round < rounds; round++) {
      const account = await aSubject({ password_hash }, ['reset'])
      const answers = await race(app, { pair, subject: account, organisation: pharmacy, round })
      if (pair.one === pair.other && pair.one.entry === auth.resetPassword)
        expect(answers.filter(isAccepted)).toHaveLength(1)
      await expectClosed(account.person, pair, answers)
    }
  },
)

test.each(pairsOf('newAccount'))(
  '$one.name and $other.name at once: a link works once, and a password that was accepted is the account’s',
  async (pair) => {
    for (let round = 0; round < rounds; round++) {
      const account = await aSubject({ is_verified: false }, ['verification', 'set_password', 'invitation'])
      const answers = await race(app, { pair, subject: account, organisation: pharmacy, round })
      const done = [pair.one, pair.other]
        .filter((_, i) => answers[i] && isAccepted(answers[i]))
        .map(({ entry }) => entry)
      const times = (...entries: readonly Entry[]) => done.filter((entry) => entries.includes(entry)).length
      const kept = await stored(account.person)
      const isGone = times(users.updateUser, users.deleteUser) > 0
      expect(kept?.is_active ?? false).toBe(!isGone)
      // A password that is chosen voids every other link.
      expect(times(auth.setPassword, auth.acceptInvitation)).toBeLessThanOrEqual(1)
      expect(times(auth.verifyEmail)).toBeLessThanOrEqual(1)
      if (times(auth.setPassword, auth.acceptInvitation, auth.verifyEmail, auth.googleAuth) > 0 && kept)
        expect(kept.is_verified).toBe(true)
      const hasPassword = !isGone && times(auth.setPassword, auth.acceptInvitation) > 0
      expect(await login(account.person, newPassword)).toMatchObject({ status: hasPassword ? 200 : 401 })
      for (const { body } of answers)
        if (body?.access_token && isGone) expect(await me(body.access_token)).toMatchObject({ status: 401 })
    }
  },
)

test('after all of it every address and count is right', async () => {
  expect(await problemsIn(app)).toEqual([])
})
