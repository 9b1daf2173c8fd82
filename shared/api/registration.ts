import * as z from 'zod/mini'
import { lazy } from '../model/lazy.ts'
import { product, productGroup } from '../model/product.ts'
import {
  companyForm,
  finishedSignUp,
  newSubscriptions,
  offerQuery,
  productSelection,
  registration,
  startedSignUp,
  subscription,
} from '../model/sign-up.ts'
import { entry } from './contract.ts'
import { signUpGroupsPath } from './first-paths.ts'

const anHour = 3600
/** Public writes and reads of one address, by route. */
const postLimit = { times: 20, seconds: anHour }
const getLimit = { times: 300, seconds: anHour }

export const register = entry({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Start a sign-up with a password',
  description:
    'As `signUpCompany`, but with a password: once its mail is answered, the account can sign in. `signUpProducts` follows within 24 hours.',
  refusals: {
    409: 'An account of an organisation has this e-mail.',
    422: 'Where `business_type` holds `pharmacy`, `nabp_number` has to be 7 digits. `time_zone` has to be a zone that the server knows.',
  },
  event: 'none',
  body: registration,
  answer: startedSignUp,
  success: 201,
  limit: postLimit,
})

export const createFirstUser = entry({
  method: 'POST',
  path: '/api/users/first-user',
  access: 'public',
  summary: 'Start the sign-up of an organisation',
  refusals: {
    409: 'An account of an organisation has this e-mail.',
    422: 'Where `business_type` holds `pharmacy`, `nabp_number` has to be 7 digits. `time_zone` has to be a zone that the server knows.',
  },
  aliasOf: 'signUpCompany',
  event: 'none',
  body: companyForm,
  answer: startedSignUp,
  success: 201,
  limit: postLimit,
})

export const listSignUpGroups = entry({
  method: 'GET',
  path: signUpGroupsPath,
  access: 'public',
  summary: 'List the business types',
  event: 'none',
  answer: lazy(() => z.array(productGroup())),
  success: 200,
  limit: getLimit,
})

export const listSignUpProducts = entry({
  method: 'GET',
  path: '/api/registration/products',
  access: 'public',
  summary: 'List the products of business types',
  event: 'none',
  query: offerQuery,
  answer: lazy(() => z.array(product())),
  success: 200,
  limit: getLimit,
})

export const signUpCompany = entry({
  method: 'POST',
  path: '/api/registration/step1',
  access: 'public',
  summary: 'Start the sign-up of an organisation',
  description:
    'Keeps what the organisation and its first administrator will be, for 24 hours. Nothing is claimed: others may start with the same e-mail. `signUpProducts` finishes it.',
  refusals: {
    409: 'An account of an organisation has this e-mail.',
    422: 'Where `business_type` holds `pharmacy`, `nabp_number` has to be 7 digits. `time_zone` has to be a zone that the server knows.',
  },
  event: 'none',
  body: companyForm,
  answer: startedSignUp,
  success: 201,
  limit: postLimit,
})

export const signUpProducts = entry({
  method: 'POST',
  path: '/api/registration/step2',
  access: 'public',
  summary: 'Finish a sign-up',
  description:
    'Makes the organisation, its administrator and its system roles, and sends the verification mail. It works once.',
  refusals: {
    404: 'The sign-up has expired or never was.',
    409: 'The sign-up is finished already.',
    422: '`subscribed_products` holds a product of a business type that was not chosen.',
  },
  event: 'none',
  body: productSelection,
  answer: finishedSignUp,
  success: 200,
  limit: postLimit,
})

export const readSubscription = entry({
  method: 'GET',
  path: '/api/registration/tenant/{id}/products',
  access: 'public',
  summary: 'Read what an organisation subscribes to',
  description: 'Nothing about people. An organisation whose sign-up is not finished is unknown here.',
  event: 'none',
  subject: 'Tenant',
  answer: subscription,
  success: 200,
  limit: getLimit,
})

export const subscribeProducts = entry({
  method: 'POST',
  path: '/api/registration/tenant/{id}/subscribe',
  access: 'public',
  summary: 'Subscribe to more products',
  description:
    'Only adds: what is subscribed already is skipped. Answers the new ones, whose permissions and system roles count at once. Administrators get a mail.',
  event: 'organisation.subscribed',
  subject: 'Tenant',
  body: newSubscriptions,
  answer: lazy(() => z.object({ new_products: z.array(product()) })),
  success: 200,
  limit: postLimit,
})
