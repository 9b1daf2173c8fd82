import { listSignUpGroups, listSignUpProducts } from './offer.ts'
import { readSubscription } from './read-subscription.ts'
import { register } from './register.ts'
import { signUpCompany } from './sign-up-company.ts'
import { signUpProducts } from './sign-up-products.ts'
import { subscribeProducts } from './subscribe-products.ts'

export const operations = {
  register,
  createFirstUser: signUpCompany,
  listSignUpGroups,
  listSignUpProducts,
  signUpCompany,
  signUpProducts,
  readSubscription,
  subscribeProducts,
}
