import type * as settings from '#shared/api/settings.ts'
import { aboutOrganisation } from '../data/subjects.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { letterWrite } from '../mail/outbox.ts'
import { dayQuotaWrite } from '../security/day-quotas.ts'

/** Asks support to verify the organisation, at most once a day. */
export const askForVerification: Operation<typeof settings.askForVerification> = async (
  { caller, activity },
  services,
) => {
  const { tenant, user } = caller
  if (tenant.verified_at !== undefined) throw new AppError('conflict', 'Your organization is already verified')
  await activity.record(
    { action: 'organisation.verification_asked', ...aboutOrganisation(tenant) },
    dayQuotaWrite(tenant, { verification_requests: 1 }, services.now()),
    letterWrite(services, 'verification_asked', { tenant_id: tenant.id, user_id: user.id }),
  )
}
