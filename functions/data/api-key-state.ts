import type { ApiKey } from '#shared/model/api-key.ts'
import { dayIn } from '#shared/rules/dates.ts'
import type { StoredApiKey } from './entities/api-key.ts'
import type { StoredTenant } from './entities/tenant.ts'

/**
 * Returns whether an API key is active, ended or revoked. A key that has a last day works until the end of that day in the
 * organisation's time zone.
 */
export function apiKeyState(
  { revoked_at, ends_on }: StoredApiKey,
  { time_zone }: StoredTenant,
  now: Date,
): ApiKey['state'] {
  if (revoked_at !== undefined) return 'revoked'
  return ends_on !== '' && ends_on < dayIn(time_zone, now) ? 'ended' : 'active'
}
