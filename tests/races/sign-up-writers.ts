import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { signUpExpired } from '#shared/model/sign-up.ts'
import { companyBody, password } from '#tests/support/sign-up.ts'
import type { Person } from '#tests/support/test-app.ts'
import type { Writer } from './meet.ts'

/** A sign-up between its two steps. */
export interface Started {
  email: string
  tenant_id: string
}

const taken = '409 An account with this email already exists'

const beginning = (name: string, entry: Writer<Started>['entry'], more: object = {}): Writer<Started> => ({
  name,
  entry,
  sending: ({ email }) => ({ body: { ...companyBody, email, ...more } }),
  refusals: [taken],
})

/** All want the one address. */
export const signUpWriters: readonly Writer<Started>[] = [
  beginning('the sign-up begun anew', registration.signUpCompany),
  beginning('a first user', registration.createFirstUser),
  beginning('a registration', registration.register, { password }),
  {
    name: 'the sign-up finished',
    entry: registration.signUpProducts,
    sending: ({ tenant_id }) => ({ body: { tenant_id, subscribed_products: ['delivery'] } }),
    refusals: [
      '409 This sign-up is already complete. Please check your email to verify your account.',
      `404 ${signUpExpired}`,
    ],
  },
  {
    name: 'a colleague elsewhere of that address',
    entry: users.createUser,
    sending: ({ email }, { admin }) => ({
      as: admin,
      body: { full_name: 'Cleo Colleague', email, send_invitation: false },
    }),
    refusals: [taken],
  },
]

/** An organisation that has no medical product yet. */
export interface Subscriber {
  tenant_id: string
  admin: Person
}

export const productWriters: readonly Writer<Subscriber>[] = [
  {
    name: 'a subscription',
    entry: registration.subscribeProducts,
    sending: ({ tenant_id }) => ({ params: { id: tenant_id }, body: ['docfinder'] }),
    refusals: [],
  },
  {
    name: 'roles brought in line',
    entry: users.initializeProducts,
    sending: ({ admin }) => ({ as: admin, body: {} }),
    refusals: [],
  },
  {
    name: 'a role of the name that a system role has',
    entry: users.createRole,
    sending: ({ admin }) => ({ as: admin, body: { name: 'Clinician' } }),
    refusals: ['409 A role with this name already exists'],
  },
]
