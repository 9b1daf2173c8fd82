import type * as apiKeys from '#shared/api/api-keys.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { apiKeyState, type StoredApiKey } from '../data/entities/api-key.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutApiKey } from '../data/subjects.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, update } from '../data/writes.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { newApiKeyWithHash } from '../security/api-keys.ts'

const mostActive = 20

export const createApiKey: Operation<typeof apiKeys.createApiKey> = async ({ body, caller, activity }, services) => {
  const { table, now, newId } = services
  const { tenant, keys, user } = caller
  if (body.permissions.some((permission) => !caller.permissions.has(permission)))
    throw invalidFieldError('permissions', 'You do not have this permission yourself')
  if (body.ends_on !== '' && body.ends_on < dayIn(tenant.time_zone, now()))
    throw invalidFieldError('ends_on', 'This date has passed')
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

const changesOf = ({ permissions, ends_on }: StoredApiKey) => [
  { field: 'permissions', from: null, to: permissions.join(', ') },
  ...(ends_on ? [{ field: 'ends_on', from: null, to: ends_on }] : []),
]
