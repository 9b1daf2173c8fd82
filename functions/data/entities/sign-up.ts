import { flatKind, keyAt, type Question } from '../key.ts'
import type { StoredTenant } from './tenant.ts'
import type { StoredUser } from './user.ts'

/** A sign-up between its two steps. The tenant is only created by the second step, so that nothing can mistake this for one. */
export interface StoredSignUp {
  tenant: Omit<StoredTenant, 'subscribed_products'>
  user: StoredUser
  /** Only for a registration with a password. */
  password_hash: string | null
  /** The sign-up expires if the second step has not come by then. */
  expires_at_seconds: number
}

const signUpKind = flatKind<StoredSignUp>('sign-up')

export const signUpKeys = (tenant: string) => ({
  signUp: keyAt<StoredSignUp>(signUpKind, `${tenant}#SIGNUP`, 'SIGNUP'),
})

export const signUpQuestions = (): Question[] => [
  { question: 'what will this organisation be, once its products are chosen', example: signUpKeys('T#t').signUp },
]
