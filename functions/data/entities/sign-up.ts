import { laterSettingsChoices } from '#shared/model/settings.ts'
import { type AccessPattern, flatKind, type ItemKind, keyAt } from '../key.ts'
import type { StoredTenant } from './tenant.ts'
import type { StoredUser } from './user.ts'

/**
 * A sign-up between its two steps, while the organisation's products are not chosen yet. Only the second step creates the tenant,
 * so that no code can take half a sign-up for a tenant.
 */
export interface StoredSignUp {
  tenant: Omit<StoredTenant, 'subscribed_products'>
  user: StoredUser
  /** Null unless the person chose a password when registering. */
  password_hash: string | null
  /** When the sign-up expires, unless the second step has been taken. */
  expires_at_seconds: number
}

const flat = flatKind<StoredSignUp>('sign-up')

/** A sign-up that began in an earlier release has no settings that were added since. */
const signUpKind: ItemKind<StoredSignUp> = {
  ...flat,
  read(item) {
    const { tenant, ...others } = flat.read(item)
    return { ...others, tenant: { ...laterSettingsChoices, ...tenant } }
  },
}

export const signUpKeys = (tenant: string) => ({
  signUp: keyAt<StoredSignUp>(signUpKind, `${tenant}#SIGNUP`, 'SIGNUP'),
})

export const signUpAccessPatterns = (): AccessPattern[] => [
  { question: 'which organization will be created once its products are chosen', example: signUpKeys('T#t').signUp },
]
