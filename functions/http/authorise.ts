import type { Entry } from '#shared/api/contract.ts'
import { permissionRefusal, permits, tenantAdminRefusal } from '#shared/rules/permissions.ts'
import { secondStepMissing } from '#shared/rules/sign-in-refusals.ts'
import { AppError } from './app-error.ts'
import type { Caller } from './operation.ts'

/** Whether the organisation asks for a second step that the caller has yet to set up. */
export function lacksSecondStep({ tenant, user, account }: Caller): boolean {
  const { require_mfa: rule } = tenant
  const isAsked = rule === 'everyone' || (rule === 'administrators' && user.is_tenant_admin)
  return isAsked && !account.second_step?.length
}

/** 403 unless the caller may; an access that is not known refuses. */
export function authorise(
  { access, withoutSecondStep }: Pick<Entry, 'access' | 'withoutSecondStep'>,
  caller: Caller,
): void {
  const { user, permissions } = caller
  if (!withoutSecondStep && lacksSecondStep(caller)) throw new AppError('forbidden', secondStepMissing)
  if (access === 'signedIn') return
  if (access === 'tenantAdmin') {
    if (!user.is_tenant_admin) throw new AppError('forbidden', tenantAdminRefusal)
    return
  }
  if (typeof access !== 'object') throw new AppError('forbidden', tenantAdminRefusal)
  if (!permits(permissions, access)) throw new AppError('forbidden', permissionRefusal(access.named))
}
