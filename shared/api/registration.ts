import * as z from 'zod/mini'
import { lazy } from '../model/lazy.ts'
import { product, productGroup } from '../model/product.ts'
import {
  companyForm,
  finishedSignUp,
  newSubscriptions,
  productSelection,
  registration,
  signUpProductsQuery,
  startedSignUp,
  subscription,
} from '../model/sign-up.ts'
import { entry } from './contract.ts'
import { signUpGroupsPath } from './first-paths.ts'

const anHour = 3600
/** How often one IP address may make public calls that change something. Each route is counted on its own. */
const postLimit = { times: 20, seconds: anHour }
/** How often one IP address may make public calls that read the table. Each route is counted on its own. */
const getLimit = { times: 300, seconds: anHour }

export const register = entry({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  event: 'none',
  body: registration,
  answer: startedSignUp,
  success: 201,
  limit: postLimit,
})

/** Does the same as `signUpCompany`, at a deprecated path. In spite of its name, it creates no user: `completeSignUp` does. */
export const createFirstUser = entry({
  method: 'POST',
  path: '/api/users/first-user',
  access: 'public',
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
  event: 'none',
  answer: lazy(() => z.array(productGroup())),
  success: 200,
})

export const listSignUpProducts = entry({
  method: 'GET',
  path: '/api/registration/products',
  access: 'public',
  event: 'none',
  query: signUpProductsQuery,
  answer: lazy(() => z.array(product())),
  success: 200,
})

export const signUpCompany = entry({
  method: 'POST',
  path: '/api/registration/step1',
  access: 'public',
  event: 'none',
  body: companyForm,
  answer: startedSignUp,
  success: 201,
  limit: postLimit,
})

export const completeSignUp = entry({
  method: 'POST',
  path: '/api/registration/step2',
  access: 'public',
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
  event: 'organisation.subscribed',
  subject: 'Tenant',
  body: newSubscriptions,
  answer: lazy(() => z.object({ new_products: z.array(product()) })),
  success: 200,
  limit: postLimit,
})
