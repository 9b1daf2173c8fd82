import { completeSignUp } from '../../organisations/complete-sign-up.ts'
import { listSignUpGroups, listSignUpProducts } from '../../organisations/list-sign-up-products.ts'
import { readSubscription } from '../../organisations/read-subscription.ts'
import { register } from '../../organisations/register.ts'
import { signUpCompany } from '../../organisations/sign-up-company.ts'
import { subscribeProducts } from '../../organisations/subscribe-products.ts'

export const registrationOperations = {
  register,
  createFirstUser: signUpCompany,
  listSignUpGroups,
  listSignUpProducts,
  signUpCompany,
  completeSignUp,
  readSubscription,
  subscribeProducts,
}
