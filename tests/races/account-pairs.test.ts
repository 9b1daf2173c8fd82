import { expect } from 'vitest'
import type { StoredUser } from '#functions/data/entities/user.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { newNotMeToken } from '#functions/security/not-me-tokens.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import type { NewDemoUser } from '#infra/local/demo/create-tenant.ts'
import * as auth from '#shared/api/auth.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as sessions from '#shared/api/sessions.ts'
import * as users from '#shared/api/users.ts'
import type { LinkPurpose } from '#shared/model/account.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Organisation, Person, TestResponse } from '#tests/support/test-app.ts'
import type { UserWithLinkTokens } from './groups.ts'
import { newPassword, oldPassword } from './passwords.ts'
import { isAccepted, type Pair, pairsOf, race } from './send-together.ts'

const rounds = howMany({ quick: 1, proof: 20 })

let elsewhere: Organisation
let password_hash: string
test.beforeAll(async () => {
  app.services.google = testGoogleTokenReader
  elsewhere = await app.createPharmacy()
  password_hash = await hashPassword(oldPassword)
})

const login = ({ user: { email } }: Person, password: string) => app.call(auth.login, { body: { email, password } })
const me = (as: string) => app.call(auth.me, { as })
const refresh = (refresh_token: string) => app.call(auth.refresh, { body: { refresh_token } })

/** Creates a user with links for these purposes. Also resets the limits, because they count the calls about earlier users. */
async function aSubject(fields: Partial<NewDemoUser>, purposes: readonly LinkPurpose[]): Promise<UserWithLinkTokens> {
  for (const what of ['login-place', 'links', 'mails-asked']) await resetRateLimits(app, what, '127.0.0.1')
  await resetRateLimits(app, 'invitations', pharmacy.tenant.id)
  const person = await app.join(pharmacy.tenant, fields)
  const tokens: UserWithLinkTokens['tokens'] = {}
  for (const purpose of purposes) tokens[purpose] = await app.link(person.user, purpose)
  const { account_id = '' } = person.user
  tokens.not_me = await newNotMeToken(app.services.keys, { account_id, notice: 'passkey_added' }, app.clock.now)
  return { id: person.user.id, person, tokens }
}

const stored = ({ user }: Person): Promise<StoredUser | undefined> =>
  app.table.get(keysOf(user.tenant_id).user(user.id))

/**
 * Expects, once both calls have been answered, that what one of them ended stays ended: the access tokens, refresh tokens or old
 * password that the branches below name are refused. After a switch of organisations, the session must be in the other one, unless
 * it was ended. Nothing is checked after `changePassword`, `endOtherSessions`,
 * `endSessionsOfUser` and `notMe`.
 */
async function expectClosed(person: Person, { one, other }: Pair<'account'>, answers: readonly TestResponse[]) {
  const entryOf = (answer: TestResponse) => [one, other][answers.indexOf(answer)]?.entry
  const has = (...entries: readonly Entry[]) =>
    answers.some((answer) => entries.some((entry) => entryOf(answer) === entry) && isAccepted(answer))
  const isGone = has(users.updateUser, users.deleteUser)
  const tokens = [person.token, ...answers.flatMap(({ body }) => body?.access_token ?? [])]
  if (isGone) {
    // The user's other organisation is not affected: only tokens for this organisation are invalid now.
    for (const token of tokens) {
      const { status, body } = await me(token)
      expect([status, body?.tenant_id]).toEqual(status === 401 ? [401, undefined] : [200, elsewhere.tenant.id])
    }
    expect((await stored(person))?.is_active ?? false).toBe(false)
  }
  if (has(auth.resetPassword, auth.setPassword)) {
    for (const token of tokens) expect(await me(token)).toMatchObject({ status: 401 })
    expect(await login(person, oldPassword)).toMatchObject({ status: 401 })
    expect(await login(person, newPassword)).toMatchObject({ status: 200 })
  }
  if (has(auth.logout, sessions.endOneSession)) {
    expect(await me(person.token)).toMatchObject({ status: 401 })
    for (const answer of answers)
      if (answer.body?.refresh_token && [auth.refresh, auth.switchOrganisation].some((is) => is === entryOf(answer)))
        expect(await refresh(answer.body.refresh_token)).toMatchObject({ status: 401 })
  }
  const endings = [auth.logout, sessions.endOneSession, auth.resetPassword, auth.setPassword, auth.notMe]
  if (has(auth.switchOrganisation) && !has(...endings)) {
    const { body } = await refresh(person.refreshToken)
    expect((await me(body.access_token)).body).toMatchObject({ tenant_id: elsewhere.tenant.id })
  }
}

test.each(pairsOf('account'))(
  '$one.name and $other.name concurrently: what one of them invalidated stays invalid',
  async (pair) => {
    for (let round = 0; round < rounds; round++) {
      const account = await aSubject({ password_hash }, ['reset', 'set_password'])
      await app.joinAlso(account.person, elsewhere.tenant)
      const subject = { ...account, elsewhere: elsewhere.tenant.id }
      const answers = await race(app, { pair, subject, organisation: pharmacy, round })
      const choosing: readonly Entry[] = [auth.resetPassword, auth.setPassword]
      if (choosing.includes(pair.one.entry) && choosing.includes(pair.other.entry))
        expect(answers.filter(isAccepted)).toHaveLength(1)
      await expectClosed(account.person, pair, answers)
    }
  },
)

test.each(pairsOf('newAccount'))(
  '$one.name and $other.name concurrently: a link works once, and an accepted password is the account’s',
  async (pair) => {
    for (let round = 0; round < rounds; round++) {
      const invited = { is_verified: false, invited_by: 'Ada Admin' }
      const account = await aSubject(invited, ['verification', 'invitation'])
      const answers = await race(app, { pair, subject: account, organisation: pharmacy, round })
      const done = [pair.one, pair.other]
        .filter((_, i) => answers[i] && isAccepted(answers[i]))
        .map(({ entry }) => entry)
      const times = (...entries: readonly Entry[]) => done.filter((entry) => entries.includes(entry)).length
      const saved = await stored(account.person)
      const isGone = times(users.updateUser, users.deleteUser, users.withdrawInvitation) > 0
      const isDeleted = times(users.deleteUser, users.withdrawInvitation) > 0
      expect([saved?.deleted_at !== undefined, saved?.is_active]).toEqual([isDeleted, !isGone])
      // Verifying the address and accepting the invitation each make the link of the other invalid.
      const joined = times(auth.verifyEmail, auth.acceptInvitation)
      expect(joined).toBeLessThanOrEqual(1)
      if (!isDeleted) expect(saved?.account_id !== undefined).toBe(joined === 1)
      const owner = await app.table.get(unscopedKeys.email(account.person.user.email))
      expect(owner !== undefined).toBe(joined === 1)
      // Only an accepted invitation sets the new password, and only a user who was neither deactivated nor deleted can sign in with
      // it.
      const hasPassword = !isGone && times(auth.acceptInvitation) > 0
      expect(await login(account.person, newPassword)).toMatchObject({ status: hasPassword ? 200 : 401 })
    }
  },
)

test('in the end, every account, address and count is correct', async () => {
  expect(await problemsIn(app)).toEqual([])
})
