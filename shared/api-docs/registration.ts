import type * as registration from '../api/registration.ts'
import type { AreaDocs } from './call-docs.ts'

export const registrationDocs: AreaDocs<typeof registration> = {
  register: {
    summary: 'Start a sign-up with a password',
    description:
      'Like `signUpCompany`, but with a password. Until the email is verified, a sign-in with this password is refused. Verification discards this password, because anyone can register with any email, and `setPassword` then sets the password of a new account. Call `completeSignUp` within 24 hours.',
    refusals: {
      409: 'An account with this email already exists.',
      422: 'If `business_type` contains `pharmacy`, `nabp_number` must be 7 digits. `time_zone` must be a zone that the server knows.',
    },
  },
  createFirstUser: {
    summary: 'Start the sign-up of an organization',
    refusals: {
      409: 'An account with this email already exists.',
      422: 'If `business_type` contains `pharmacy`, `nabp_number` must be 7 digits. `time_zone` must be a zone that the server knows.',
    },
    aliasOf: 'signUpCompany',
  },
  listSignUpGroups: {
    summary: 'List the business types',
  },
  listSignUpProducts: {
    summary: 'List the products of business types',
  },
  signUpCompany: {
    summary: 'Start the sign-up of an organization',
    description:
      'Stores the details of the organization and its first administrator for 24 hours. Nothing is reserved: others may start with the same email. `completeSignUp` finishes the sign-up.',
    refusals: {
      409: 'An account with this email already exists.',
      422: 'If `business_type` contains `pharmacy`, `nabp_number` must be 7 digits. `time_zone` must be a zone that the server knows.',
    },
  },
  completeSignUp: {
    summary: 'Finish a sign-up',
    description:
      'Creates the organization, its administrator and its system roles, and sends the verification email. It can be called once for each sign-up.',
    refusals: {
      404: 'The sign-up has expired or never existed.',
      409: 'The sign-up is already finished.',
      422: '`subscribed_products` contains a product for a business type that was not chosen.',
    },
  },
  readSubscription: {
    summary: 'Read what an organization subscribes to',
    description: 'Contains nothing about people. Returns 404 for an organization whose sign-up is not finished.',
  },
  subscribeProducts: {
    summary: 'Subscribe to more products',
    description:
      'Only adds products; those already subscribed are skipped. Returns the new ones, whose permissions and system roles take effect at once. Administrators get an email.',
  },
}
