import { randomUUID } from 'node:crypto'
import type { StoredUser } from '#functions/data/entities.ts'
import { keysOf, unscopedKeys } from '#functions/data/keys.ts'
import { remove, update } from '#functions/data/writes.ts'
import { newLink } from '#functions/security/links.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import { type Entry, routeKeyOf } from '#shared/api/contract.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import type { LinkPurpose } from '#shared/model/account.ts'
import type { DeliveryStatus } from '#shared/model/delivery.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { password, start } from '#tests/support/sign-up.ts'
import type { Organisation, Person, TestApp } from '#tests/support/test-app.ts'

type Subject = NonNullable<Entry['subject']>

/** Makes its value on the first call and keeps it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** An organisation in which calls can succeed: it makes the things that they act on, by the product's own calls. */
export async function openWorkplace(app: TestApp, organisation?: Organisation) {
  const own = organisation ?? (await app.createPharmacy())
  const { tenant, admin } = own
  const keys = keysOf(tenant.id)
  const delivered = once(() => aDelivery(app, own, { status: 'delivered' }))

  /** The id of a thing that calls may read and change, but do not delete. The patient has had a delivery. */
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
    }
  }

  /** Resets the limit of a call for the tests' network address. */
  const unlimit = (entry: Entry) => app.table.write(remove(unscopedKeys.attempts(routeKeyOf(entry), '127.0.0.1')))

  return {
    ...own,
    app,
    keys,
    standing,
    unlimit,
    passwordHash: once(() => hashPassword(password)),
    async aPatient(): Promise<string> {
      return (await aPatient(app, admin)).id
    },
    /** A delivery of the standing patient, assigned to the driver from the status `assigned` on. */
    async aDelivery(status: DeliveryStatus = 'unassigned'): Promise<string> {
      return (await aDelivery(app, own, { status, patient_id: await standing('Patient') })).id
    },
    async aRole(): Promise<string> {
      return (await app.call(users.createRole, { as: admin, body: { name: randomUUID() } })).body.id
    },
    aPerson(fields: Partial<StoredUser> = {}): Promise<Person> {
      return app.join(tenant, fields)
    },
    /** A user who is not verified yet, with the token of a link. */
    async aLink(purpose: LinkPurpose, fields: Partial<StoredUser> = {}) {
      const { user } = await app.join(tenant, { is_verified: false, invited_by: 'Ada Admin', ...fields })
      const { token, fields: stored } = await newLink(app.services.keys, purpose, user, app.clock.now)
      await app.table.write(update(keys.user(user.id), { set: stored }))
      return { user, token }
    },
    /** A sign-up that waits for its second step: the id of the organisation to be. */
    async aSignUp(): Promise<string> {
      await unlimit(registration.signUpCompany)
      return (await start(app, { email: newEmail() })).body.tenant_id
    },
  }
}
export type Workplace = Awaited<ReturnType<typeof openWorkplace>>

export const newEmail = () => `${randomUUID()}@example.com`
