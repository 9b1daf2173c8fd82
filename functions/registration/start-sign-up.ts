import { defaultChoices } from '#shared/model/settings.ts'
import type { CompanyForm } from '#shared/model/sign-up.ts'
import { addressWrite } from '../data/accounts.ts'
import type { StoredSignUp } from '../data/entities.ts'
import { keysOf } from '../data/keys.ts'
import { enterTenant } from '../data/scope.ts'
import { put } from '../data/writes.ts'
import type { Services } from '../http/services.ts'

/** How long a sign-up waits for its second step. */
const pendingSeconds = 86_400

/**
 * Keeps what the organisation and its administrator will be, and takes the address for them: from an older sign-up that is
 * not finished, which can then never be; 409 from an account.
 */
export async function startSignUp(services: Services, form: CompanyForm, password_hash: string | null) {
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
    ...defaultChoices,
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
    is_verified: false,
    roles: [],
    password_hash,
    invited_by: null,
    session_epoch: 0,
    version: 1,
    created_at,
  }
  enterTenant(tenant.id)
  const expires_at_seconds = Math.floor(now.getTime() / 1000) + pendingSeconds
  const signUp: StoredSignUp = { tenant, user, expires_at_seconds }
  await services.table.write(
    put(keysOf(tenant.id).signUp, signUp, { absent: true }),
    addressWrite(user, expires_at_seconds),
  )
  return { tenant_id: tenant.id, user_id: user.id }
}
