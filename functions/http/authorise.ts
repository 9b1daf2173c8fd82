import type { Entry } from '#shared/api/contract.ts'
import { permissionRefusalText, satisfiesRule, tenantAdminRefusalText } from '#shared/rules/permissions.ts'
import { secondStepMissingText } from '#shared/rules/sign-in-refusals.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from './operation.ts'

/**
 * When the second step becomes mandatory, people who are signed in already may continue without it for this many milliseconds, so
 * that a driver with packages in the car can finish the day.
 */
const graceMs = 86_400_000

/**
 * Returns true if the organisation requires a second step that the caller hasn't set up. A new requirement applies from the
 * caller's next sign-in, and at the latest a day after it was made. API keys need no second step.
 */
export function lacksRequiredSecondStep({ tenant, user, account, apiKey, signedInAt }: Caller, now: Date): boolean {
  if (apiKey) return false
  const { require_mfa: rule, require_mfa_since: since } = tenant
  const isRequired = rule === 'everyone' || (rule === 'administrators' && user.is_tenant_admin)
  if (!isRequired || account.second_step?.length) return false
  return since === undefined || signedInAt >= since || now.getTime() - Date.parse(since) >= graceMs
}

/**
 * Throws a 403 unless the caller has the access that the entry requires. An unknown kind of access refuses everybody. Also throws a
 * 403 if the caller lacks a second step that the organisation requires, except for an entry with `withoutSecondStep`.
 */
export function authorise(
  { access, withoutSecondStep }: Pick<Entry, 'access' | 'withoutSecondStep'>,
  caller: Caller,
  now: Date,
): void {
  const { user, permissions } = caller
  if (!withoutSecondStep && lacksRequiredSecondStep(caller, now)) throw new AppError('forbidden', secondStepMissingText)
  if (access === 'signedIn') return
  if (access === 'tenantAdmin') {
    if (!user.is_tenant_admin) throw new AppError('forbidden', tenantAdminRefusalText)
    return
  }
  if (typeof access !== 'object') throw new AppError('forbidden', tenantAdminRefusalText)
  if (!satisfiesRule(permissions, access)) throw new AppError('forbidden', permissionRefusalText(access.named))
}
