import type * as apiKeys from '#shared/api/api-keys.ts'
import { apiKeyState } from '../data/entities/api-key.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutApiKey } from '../data/subjects.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { letterWrite } from '../mail/outbox.ts'
import { newApiKeyWithHash } from '../security/api-keys.ts'
import { findApiKey } from './find-api-key.ts'

/** After a rotation, the old key still works for this long, in milliseconds. */
const overlapMs = 86_400_000

export const rotateApiKey: Operation<typeof apiKeys.rotateApiKey> = async ({ caller, params, activity }, services) => {
  const { tenant, keys, user } = caller
  const { key, hash, prefix } = newApiKeyWithHash()
  const now = services.now()
  const ends_at = new Date(now.getTime() + overlapMs).toISOString()
  return retryIfOvertaken(async () => {
    const stored = await findApiKey(caller, params, services)
    const state = apiKeyState(stored, tenant, now)
    if (state !== 'active')
      throw new AppError('conflict', `This key ${state === 'ended' ? 'has expired' : 'was revoked'}`)
    const { id, hashes, created_by } = stored
    const [oldHash = ''] = hashes
    await activity.record(
      { action: 'key.rotated', ...aboutApiKey(stored) },
      update(
        keys.apiKey(id),
        { set: { prefix, hashes: [hash, ...hashes], rotated_at: now.toISOString(), rotated_by_id: user.id } },
        { sizes: { hashes: hashes.length }, hasNot: ['revoked_at'], refused: () => new OvertakenError() },
      ),
      put(unscopedKeys.apiKeyHolder(hash), { tenant_id: tenant.id, key_id: id, maker_id: created_by.id }),
      update(unscopedKeys.apiKeyHolder(oldHash), { set: { ends_at } }, { exists: true }),
      letterWrite(services, 'new_key', { tenant_id: tenant.id, key_id: id, by_id: user.id, is_rotated: true }),
    )
    return { id, key }
  })
}
