import { defaultSettingsChoices } from '#shared/model/settings.ts'
import type { CompanyForm } from '#shared/model/sign-up.ts'
import { findAccount } from '../data/accounts.ts'
import type { StoredSignUp } from '../data/entities/sign-up.ts'
import { enterTenant } from '../data/scope.ts'
import { keysOf } from '../data/table-keys.ts'
import { put } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Services } from '../http/services.ts'

const emailTaken = () => new AppError('conflict', 'An account with this email already exists')

/** For how many seconds after its first step a sign-up can be completed. */
const pendingSeconds = 86_400

/**
 * Stores the future organisation and its administrator. This reserves nothing: others may sign up with the same address, and the
 * address goes to the first user who opens the link in the mail. Throws a 409 if an account with this address already belongs to an
 * organisation.
 */
export async function startSignUp(services: Services, form: CompanyForm, password_hash: string | null) {
  const known = await findAccount(services.table, form.email)
  if (known && known.memberships.length > 0) throw emailTaken()
  const { company_name, full_name, email, phone_number, domain, business_type, time_zone } = form
  const { company_description, ...metadata } = form.metadata
  const now = services.now()
  const created_at = now.toISOString()
  const tenant: StoredSignUp['tenant'] = {
    id: services.newId(),
    name: company_name,
    description: company_description,
    phone_number,
    domain,
    business_type,
    metadata,
    active_admins: 1,
    version: 1,
    ...defaultSettingsChoices,
    ...(time_zone && { time_zone }),
    created_at,
  }
  const user: StoredSignUp['user'] = {
    id: services.newId(),
    tenant_id: tenant.id,
    full_name,
    email,
    avatar_url: null,
    is_tenant_admin: true,
    is_active: true,
    roles: [],
    invited_by: null,
    session_epoch: 0,
    version: 1,
    created_at,
  }
  enterTenant(tenant.id)
  const expires_at_seconds = Math.floor(now.getTime() / 1000) + pendingSeconds
  const signUp: StoredSignUp = { tenant, user, password_hash, expires_at_seconds }
  // This write needs no condition, because the id is new. A condition would refuse the SDK's second attempt after a lost answer.
  await services.table.write(put(keysOf(tenant.id).signUp, signUp))
  return { tenant_id: tenant.id, user_id: user.id }
}
