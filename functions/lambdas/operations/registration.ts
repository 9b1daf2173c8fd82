import { listSignUpGroups, listSignUpProducts } from '../../organisations/offer.ts'
import { readSubscription } from '../../organisations/read-subscription.ts'
import { register } from '../../organisations/register.ts'
import { signUpCompany } from '../../organisations/sign-up-company.ts'
import { signUpProducts } from '../../organisations/sign-up-products.ts'
import { subscribeProducts } from '../../organisations/subscribe-products.ts'

export const registrationOperations = {
  register,
  createFirstUser: signUpCompany,
  listSignUpGroups,
  listSignUpProducts,
  signUpCompany,
  signUpProducts,
  readSubscription,
  subscribeProducts,
}
