import { entry } from './contract.ts'

const anHour = 3600
/** Public writes and reads of one address, by route. */
const postLimit = { times: 20, seconds: anHour }
const getLimit = { times: 300, seconds: anHour }

export const register = entry({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  success: 201,
  limit: postLimit,
  planned: 'sign-up',
})

export const createFirstUser = entry({
  method: 'POST',
  path: '/api/users/first-user',
  access: 'public',
  success: 201,
  limit: postLimit,
  planned: 'sign-up',
})

export const listSignUpGroups = entry({
  method: 'GET',
  path: '/api/registration/product-groups',
  access: 'public',
  success: 200,
  limit: getLimit,
  planned: 'sign-up',
})

export const listSignUpProducts = entry({
  method: 'GET',
  path: '/api/registration/products',
  access: 'public',
  success: 200,
  limit: getLimit,
  planned: 'sign-up',
})

/** The same operation as `createFirstUser`. */
export const signUpCompany = entry({
  method: 'POST',
  path: '/api/registration/step1',
  access: 'public',
  success: 201,
  limit: postLimit,
  planned: 'sign-up',
})

export const signUpProducts = entry({
  method: 'POST',
  path: '/api/registration/step2',
  access: 'public',
  success: 200,
  limit: postLimit,
  planned: 'sign-up',
})

export const readSubscription = entry({
  method: 'GET',
  path: '/api/registration/tenant/{id}/products',
  access: 'public',
  subject: 'Tenant',
  success: 200,
  limit: getLimit,
  planned: 'sign-up',
})

export const subscribeProducts = entry({
  method: 'POST',
  path: '/api/registration/tenant/{id}/subscribe',
  access: 'public',
  subject: 'Tenant',
  success: 200,
  limit: postLimit,
  planned: 'sign-up',
})
