import { expect } from 'vitest'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import * as auth from '#shared/api/auth.ts'
import * as factors from '#shared/api/factors.ts'
import * as users from '#shared/api/users.ts'
import { addAuthenticator } from '#tests/support/authenticator-app.ts'
import { aGoogleToken, testGoogleTokenReader } from '#tests/support/google.ts'
import { mailsOf, newestToken } from '#tests/support/mailbox.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { password } from '#tests/support/sign-up.ts'
import { addPasskey, passkeyProof } from '#tests/support/software-authenticator.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Person } from '#tests/support/test-app.ts'

let password_hash: string
test.beforeAll(async () => {
  app.services.google = testGoogleTokenReader
  password_hash = await hashPassword(password)
})

const reset = ({ user: { id } }: Person, as = pharmacy.admin) => app.call(factors.resetFactors, { as, params: { id } })
const subjectsTo = async ({ user: { email } }: Person) => (await mailsOf(app, email)).map(({ subject }) => subject)

test('an administrator can reset a user’s factors: sessions end, and user and administrators are emailed', async () => {
  const person = await app.join(pharmacy.tenant, { password_hash, full_name: 'Lena Lost' })
  const other = await app.join(pharmacy.tenant, { is_tenant_admin: true })
  await addAuthenticator(app, person)
  await addPasskey(app, person)
  await app.sendMails()
  expect(await reset(person)).toMatchObject({ status: 204 })
  expect(await app.call(auth.me, { as: person })).toMatchObject({ status: 401 })
  const { body } = await app.call(auth.login, { body: { email: person.user.email, password } })
  expect(body.access_token).toEqual(expect.any(String))
  await app.sendMails()
  await app.sendMails()
  expect((await subjectsTo(person)).at(-1)).toBe('Your two-step sign-in was reset')
  expect(await subjectsTo(other)).toEqual(['Two-step sign-in was reset for Lena Lost'])
  expect(await subjectsTo(pharmacy.admin)).toEqual([])
})

test('of two concurrent resets, one succeeds', async () => {
  const person = await app.join(pharmacy.tenant)
  const second = await app.join(pharmacy.tenant, { is_tenant_admin: true })
  await addPasskey(app, person)
  const answers = await Promise.all([reset(person), reset(person, second)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
})

test('no one can reset their own factors, missing ones, or those of another organization’s member', async () => {
  const refusal = async (person: Person) => {
    const { status, body } = await reset(person)
    return [status, body?.detail]
  }
  expect(await refusal(pharmacy.admin)).toEqual([409, 'Remove your own two-step sign-in on your account page'])
  expect(await refusal(await app.join(pharmacy.tenant))).toEqual([409, 'This user has no two-step sign-in'])
  const invited = await app.join(pharmacy.tenant, { is_verified: false })
  expect(await refusal(invited)).toEqual([409, 'This user has not set up their account yet'])
  const shared = await app.join(pharmacy.tenant)
  await addPasskey(app, shared)
  await app.joinAlso(shared, (await app.createPharmacy()).tenant)
  expect(await refusal(shared)).toEqual([409, 'This person also belongs to another organization. Contact support.'])
})

test('an account ends with its last membership, and a new invitation restores nothing', async () => {
  const person = await app.join(pharmacy.tenant, { password_hash })
  const { email, id, account_id = '' } = person.user
  const passkey = await addPasskey(app, person)
  await app.call(auth.connectGoogle, { as: person, body: { token: aGoogleToken(person.user) } })
  expect(await app.call(users.deleteUser, { as: pharmacy.admin, params: { id } })).toMatchObject({ status: 204 })
  const keys = [
    unscopedKeys.account(account_id),
    unscopedKeys.credentials(account_id),
    unscopedKeys.email(email),
  ] as const
  expect(await app.table.getAll(keys)).toEqual([undefined, undefined, undefined])
  await app.call(users.createUser, { as: pharmacy.admin, body: { full_name: 'Back Again', email } })
  const token = await newestToken(app, email)
  const invitation = await app.call(auth.verifyInvitation, { query: { token } })
  expect(invitation.body.has_account).toBe(false)
  const chosen = { password: 'Quiet-Harbor-31', confirm_password: 'Quiet-Harbor-31' }
  expect(await app.call(auth.acceptInvitation, { body: { token, ...chosen } })).toMatchObject({ status: 200 })
  const proof = await passkeyProof(app, passkey)
  expect(await app.call(factors.signInWithPasskey, { body: { passkey: proof } })).toMatchObject({ status: 401 })
  expect(await app.call(auth.login, { body: { email, password } })).toMatchObject({ status: 401 })
  expect(await problemsIn(app)).toEqual([])
})

test('an account that still has another organization is unchanged', async () => {
  const person = await app.join(pharmacy.tenant, { password_hash })
  const there = await app.joinAlso(person, (await app.createPharmacy()).tenant)
  await app.call(users.deleteUser, { as: pharmacy.admin, params: { id: person.user.id } })
  expect(await app.call(auth.me, { as: there })).toMatchObject({ status: 200 })
  const { body } = await app.call(auth.login, { body: { email: person.user.email, password } })
  expect(body.user.id).toBe(there.user.id)
})
