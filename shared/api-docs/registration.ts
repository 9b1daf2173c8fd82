import type * as registration from '../api/registration.ts'
import type { WordsFor } from './words.ts'

export const registrationWords: WordsFor<typeof registration> = {
  register: {
    summary: 'Start a sign-up with a password',
    description:
      'As `signUpCompany`, but with a password: once its mail is answered, the account can sign in. `signUpProducts` follows within 24 hours.',
    refusals: {
      409: 'An account of an organisation has this e-mail.',
      422: 'Where `business_type` holds `pharmacy`, `nabp_number` has to be 7 digits. `time_zone` has to be a zone that the server knows.',
    },
  },
  createFirstUser: {
    summary: 'Start the sign-up of an organisation',
    refusals: {
      409: 'An account of an organisation has this e-mail.',
      422: 'Where `business_type` holds `pharmacy`, `nabp_number` has to be 7 digits. `time_zone` has to be a zone that the server knows.',
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
      'Keeps what the organisation and its first administrator will be, for 24 hours. Nothing is claimed: others may start with the same e-mail. `signUpProducts` finishes it.',
    refusals: {
      409: 'An account of an organisation has this e-mail.',
      422: 'Where `business_type` holds `pharmacy`, `nabp_number` has to be 7 digits. `time_zone` has to be a zone that the server knows.',
    },
  },
  signUpProducts: {
    summary: 'Finish a sign-up',
    description:
      'Makes the organisation, its administrator and its system roles, and sends the verification mail. It works once.',
    refusals: {
      404: 'The sign-up has expired or never was.',
      409: 'The sign-up is finished already.',
      422: '`subscribed_products` holds a product of a business type that was not chosen.',
    },
  },
  readSubscription: {
    summary: 'Read what an organisation subscribes to',
    description: 'Nothing about people. An organisation whose sign-up is not finished is unknown here.',
  },
  subscribeProducts: {
    summary: 'Subscribe to more products',
    description:
      'Only adds: what is subscribed already is skipped. Answers the new ones, whose permissions and system roles count at once. Administrators get a mail.',
  },
}
