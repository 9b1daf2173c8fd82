import { at, flat, type Question } from '../key.ts'
import type { StoredTenant } from './tenant.ts'
import type { StoredUser } from './user.ts'

/** A sign-up between its two steps. There is no tenant before the second, so that nothing can take it for one. */
export interface StoredSignUp {
  tenant: Omit<StoredTenant, 'subscribed_products'>
  user: StoredUser
  /** Of a registration. */
  password_hash: string | null
  /** The second step comes by then, or never. */
  expires_at_seconds: number
}

const signUpKind = flat<StoredSignUp>('sign-up')

export const signUpKeys = (tenant: string) => ({
  signUp: at<StoredSignUp>(signUpKind, `${tenant}#SIGNUP`, 'SIGNUP'),
})

export const signUpQuestions = (): Question[] => [
  { question: 'what will this organisation be, once its products are chosen', example: signUpKeys('T#t').signUp },
]
