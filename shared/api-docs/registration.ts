import type * as registration from '../api/registration.ts'
import type { AreaDocs } from './call-docs.ts'

export const registrationDocs: AreaDocs<typeof registration> = {
  register: {
    summary: 'Start a sign-up with a password',
    description:
      'Like `signUpCompany`, but with a password. Until the e-mail is verified, a sign-in with this password is told to open the mail first. The verification discards it, because anybody can register with any e-mail, and `setPassword` then chooses the password of a new account. Call `completeSignUp` within 24 hours.',
    refusals: {
      409: 'An account of an organisation has this e-mail.',
      422: 'If `business_type` contains `pharmacy`, `nabp_number` must be 7 digits. `time_zone` must be a zone that the server knows.',
    },
  },
  createFirstUser: {
    summary: 'Start the sign-up of an organisation',
    refusals: {
      409: 'An account of an organisation has this e-mail.',
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
    summary: 'Start the sign-up of an organisation',
    description:
      'Stores the details of the organisation and its first administrator for 24 hours. Nothing is reserved: others may start with the same e-mail. `completeSignUp` finishes the sign-up.',
    refusals: {
      409: 'An account of an organisation has this e-mail.',
      422: 'If `business_type` contains `pharmacy`, `nabp_number` must be 7 digits. `time_zone` must be a zone that the server knows.',
    },
  },
  completeSignUp: {
    summary: 'Finish a sign-up',
    description:
      'Makes the organisation, its administrator and its system roles, and sends the verification mail. It can be called once for each sign-up.',
    refusals: {
      404: 'The sign-up has expired or never existed.',
      409: 'The sign-up is finished already.',
      422: '`subscribed_products` holds a product of a business type that was not chosen.',
    },
  },
  readSubscription: {
    summary: 'Read what an organisation subscribes to',
    description: 'Contains nothing about people. An organisation whose sign-up is not finished is answered with 404.',
  },
  subscribeProducts: {
    summary: 'Subscribe to more products',
    description:
      'Only adds products; those already subscribed are skipped. Returns the new ones, whose permissions and system roles take effect at once. Administrators get a mail.',
  },
}
