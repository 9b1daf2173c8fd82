import { at, type Kind, type Question } from '../key.ts'
import { laterOfTenants, type StoredTenant } from './tenant.ts'
import { type StoredUser, userKind } from './user.ts'

/** A sign-up between its two steps. There is no tenant before the second, so that nothing can take it for one. */
export interface StoredSignUp {
  tenant: Omit<StoredTenant, 'subscribed_products'>
  user: StoredUser
  /** Of a registration. */
  password_hash: string | null
  /** The second step comes by then, or never. */
  expires_at_seconds: number
}

/** In the first release the user of a sign-up brought the password of a registration. */
const signUpKind: Kind<StoredSignUp> = {
  name: 'sign-up',
  read({ tenant, user: found, ...item }) {
    const { password_hash = null, is_verified: _verified, ...person } = found
    return {
      password_hash,
      ...item,
      tenant: { ...laterOfTenants, ...tenant },
      user: userKind.read(person),
    } as StoredSignUp
  },
  write: (value) => value,
}

export const signUpKeys = (tenant: string) => ({
  signUp: at<StoredSignUp>(signUpKind, `${tenant}#SIGNUP`, 'SIGNUP'),
})

export const signUpQuestions = (): Question[] => [
  { question: 'what will this organisation be, once its products are chosen', example: signUpKeys('T#t').signUp },
]
