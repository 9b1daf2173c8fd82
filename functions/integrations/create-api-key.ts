import type * as apiKeys from '#shared/api/api-keys.ts'
import { mostKeyDays } from '#shared/model/api-key.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { plannedNoticeTime } from '#shared/rules/notices.ts'
import { apiKeyState, type StoredApiKey } from '../data/entities/api-key.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutApiKey } from '../data/subjects.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, update, type Write } from '../data/writes.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { letterWrite } from '../mail/outbox.ts'
import { newApiKeyWithHash } from '../security/api-keys.ts'

const mostActive = 20

/** How many days before the end of a key the administrators are told of it. */
const noticeDays = 14

export const createApiKey: Operation<typeof apiKeys.createApiKey> = async ({ body, caller, activity }, services) => {
  const { table, now, newId } = services
  const { tenant, keys, user } = caller
  if (body.permissions.some((permission) => !caller.permissions.has(permission)))
    throw invalidFieldError('permissions', 'You do not have this permission yourself')
  const today = dayIn(tenant.time_zone, now())
  if (body.ends_on < today) throw invalidFieldError('ends_on', 'This date has passed')
  if (body.ends_on > addDays(today, mostKeyDays))
    throw invalidFieldError('ends_on', `Choose a date in the next ${mostKeyDays} days`)
  const { key, hash, prefix } = newApiKeyWithHash()
  const made: StoredApiKey = {
    ...body,
    id: newId(),
    prefix,
    hashes: [hash],
    created_at: now().toISOString(),
    created_by: { id: user.id, name: user.full_name },
  }
  await retryIfOvertaken(async () => {
    // The write depends on the counter of all keys ever made. If two keys are made at the same moment, the second write fails and
    // is tried again, so that the limit holds.
    const counted = await table.get(keys.tenant)
    const all = await table.queryAll(keys.apiKeys, { consistent: true })
    if (all.filter((one) => apiKeyState(one, tenant, now()) === 'active').length >= mostActive)
      throw new AppError('conflict', `You already have ${mostActive} active keys`)
    const api_keys_made = counted?.api_keys_made
    await activity.record(
      { action: 'key.created', ...aboutApiKey(made), changes: changesOf(made) },
      put(keys.apiKey(made.id), made, { absent: true, refused: () => undefined }),
      put(unscopedKeys.apiKeyHolder(hash), { tenant_id: tenant.id, key_id: made.id, maker_id: user.id }),
      letterWrite(services, 'new_key', { tenant_id: tenant.id, key_id: made.id, by_id: user.id }),
      ...endingLetterWrites(services, tenant, made),
      update(
        keys.tenant,
        { add: { api_keys_made: 1 } },
        {
          ...(api_keys_made === undefined ? { hasNot: ['api_keys_made'] } : { where: { api_keys_made } }),
          refused: () => new OvertakenError(),
        },
      ),
    )
  })
  return { id: made.id, key }
}

/** Returns the write of the mail that a key will soon end. There is none for a key that lasts a day or less. */
function endingLetterWrites(
  services: Services,
  { id: tenant_id, time_zone }: StoredTenant,
  key: StoredApiKey,
): Write[] {
  const tomorrow = addDays(dayIn(time_zone, services.now()), 1)
  const day = addDays(key.ends_on, -noticeDays)
  if (key.ends_on <= tomorrow) return []
  const due_at = plannedNoticeTime(time_zone, addDays(day > tomorrow ? day : tomorrow, 1)).toISOString()
  return [letterWrite(services, 'key_ending', { tenant_id, key_id: key.id, due_at, waiting_since: due_at })]
}

const changesOf = ({ permissions, ends_on }: StoredApiKey) => [
  { field: 'permissions', from: null, to: permissions.join(', ') },
  { field: 'ends_on', from: null, to: ends_on },
]
