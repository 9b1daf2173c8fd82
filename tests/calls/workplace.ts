import { randomUUID } from 'node:crypto'
import { googleConnectionWrites } from '#functions/accounts/connect-google.ts'
import { mailPartitions } from '#functions/data/entities/mail.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { remove, update } from '#functions/data/writes.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import type { NewDemoUser } from '#infra/local/demo/create-tenant.ts'
import { createApiKey } from '#shared/api/api-keys.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import type { LinkPurpose } from '#shared/model/account.ts'
import type { ApiKeyForm } from '#shared/model/api-key.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { aDelivery, aPatient, keyForm } from '#tests/support/builders.ts'
import { resetCallCounts, resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { beginSignUp, password } from '#tests/support/sign-up.ts'
import { addPasskey } from '#tests/support/software-authenticator.ts'
import { storeReadyExport } from '#tests/support/store-ready-export.ts'
import type { Organisation, Person, TestApp } from '#tests/support/test-app.ts'

type Subject = NonNullable<Entry['subject']>

/** Returns a function that calls `make` only once and returns the same promise each time. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Opens an organisation in which calls can succeed, with functions that create the things that they need, mostly by the product's
 * own calls.
 */
export async function openWorkplace(app: TestApp, organisation?: Organisation) {
  const own = organisation ?? (await app.createPharmacy())
  const { tenant, admin } = own
  const keys = keysOf(tenant.id)
  const passkey = once(async () => (await addPasskey(app, admin)).id)
  const key = once(async () => (await newKey()).id)
  const readyExport = once(() => storeReadyExport(app, tenant.id))
  const delivered = once(() => aDelivery(app, own, { status: 'delivered' }))

  /** Creates an API key with all permissions that a key may have. */
  async function newKey() {
    const permissions: ApiKeyForm['permissions'] = [
      'delivery.view_orders',
      'delivery.create_orders',
      'delivery.edit_orders',
    ]
    return (
      await app.call(createApiKey, { as: admin, body: keyForm(app.clock.now, { name: apiKeyName, permissions }) })
    ).body
  }

  /**
   * Returns the id of a thing of this kind that calls may read and change, but do not delete; for a run, the id of its driver. The
   * patient has had a delivery.
   */
  async function standing(subject: Subject): Promise<string> {
    switch (subject) {
      case 'Delivery':
        return (await delivered()).id
      case 'Patient':
        return (await delivered()).patient_id
      case 'User':
      case 'Run':
        return own.driver.user.id
      case 'Role':
        return own.roles[0]?.id ?? ''
      case 'Tenant':
        return tenant.id
      case 'Session':
        return admin.refreshToken.split('.')[1] ?? ''
      case 'Passkey':
        return passkey()
      case 'Key':
        return key()
      case 'Export':
        return readyExport()
    }
  }

  /**
   * Resets the counts that limit a call: those of the call itself, of guessed passwords from the tests' IP address, and of the
   * organisation's invitations.
   */
  async function unlimit(entry: Entry) {
    await resetCallCounts(app, entry, own)
    if (entry.path.startsWith('/api/auth/')) await resetRateLimits(app, 'login-place', '127.0.0.1')
    if ([users.createUser, users.createUsers, users.resendInvitation].some((inviting) => inviting === entry))
      await resetRateLimits(app, 'invitations', tenant.id)
  }

  /** Returns the emails to an address that were requested and have not been sent yet. */
  async function requestedEmails(email: string) {
    const waiting = await Promise.all(mailPartitions.map((partition) => app.table.queryAll(partition)))
    return waiting.flat().filter((mail) => 'email' in mail && mail.email === email)
  }

  return {
    ...own,
    app,
    keys,
    /** The caller of all calls that name no other caller. */
    caller: admin,
    standing,
    unlimit,
    requestedEmails,
    passwordHash: once(() => hashPassword(password)),
    /** Disconnects a person's account from its Google account and returns the person. */
    async unconnected(person: Person): Promise<Person> {
      const { account_id = '', email } = person.user
      const { google_sub } = (await app.table.get(unscopedKeys.credentials(account_id))) ?? {}
      if (google_sub !== undefined)
        await app.table.write(
          update(unscopedKeys.credentials(account_id), { remove: ['google_sub'] }),
          update(unscopedKeys.email(email), { remove: ['google_sub'] }),
          remove(unscopedKeys.google(google_sub)),
        )
      return person
    },
    newKey,
    async aPatient(): Promise<string> {
      return (await aPatient(app, admin)).id
    },
    /** Creates a delivery for the patient of `standing`. From the status `assigned` on, it is assigned to the driver. */
    async aDelivery(status: DeliveryStatus = 'unassigned'): Promise<string> {
      return (await aDelivery(app, own, { status, patient_id: await standing('Patient') })).id
    },
    async aRole(): Promise<string> {
      return (await app.call(users.createRole, { as: admin, body: { name: randomUUID() } })).body.id
    },
    aPerson(fields: Partial<NewDemoUser> = {}): Promise<Person> {
      return app.join(tenant, fields)
    },
    /** Creates a person whose account is connected to a Google account. */
    async aConnected() {
      const person = await app.join(tenant)
      const { account_id: id = '', email } = person.user
      const google_sub = randomUUID()
      const refused = () => new Error('Connected already')
      await app.table.write(
        ...googleConnectionWrites({ account: { id, email }, previousSub: undefined, sub: google_sub, refused }),
      )
      return { person, google_sub }
    },
    /**
     * Creates a person with a link, and returns the person with the link's token. For a link of an account (`reset`,
     * `set_password`) the person has joined; for any other link they are still pending.
     */
    async aLink(purpose: LinkPurpose) {
      const isOfAccount = purpose === 'reset' || purpose === 'set_password'
      const invited_by = purpose === 'invitation' ? 'Ada Admin' : null
      const person = await app.join(tenant, { is_verified: isOfAccount, invited_by })
      return { ...person, token: await app.link(person.user, purpose) }
    },
    /** Creates a person who also belongs to another organisation, and returns them in both, with the other organisation's id. */
    async aMemberOfTwo() {
      const person = await app.join(tenant)
      const { tenant: other } = await app.createPharmacy()
      return { person, there: await app.joinAlso(person, other), elsewhere: other.id }
    },
    /** Begins a sign-up, whose second step is still to come. Returns the id of the future organisation. */
    async aSignUp(): Promise<string> {
      await unlimit(registration.signUpCompany)
      return (await beginSignUp(app, { email: newEmail() })).body.tenant_id
    },
  }
}
export const apiKeyName = 'Dispensing system'

export type Workplace = Awaited<ReturnType<typeof openWorkplace>>

export const newEmail = () => `${randomUUID()}@example.com`
