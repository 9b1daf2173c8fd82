import type * as apiKeys from '#shared/api/api-keys.ts'
import { aboutApiKey } from '../data/subjects.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { findApiKey } from './find-api-key.ts'

/**
 * Revokes a key. The items by which the key is found are kept, so that later uses of the key are recognised and refused, and the
 * organisation sees these uses.
 */
export const revokeApiKey: Operation<typeof apiKeys.revokeApiKey> = async ({ caller, params, activity }, services) => {
  const stored = await findApiKey(caller, params, services)
  const refused = () => new AppError('conflict', 'This key was revoked')
  if (stored.revoked_at !== undefined) throw refused()
  await activity.record(
    { action: 'key.revoked', ...aboutApiKey(stored) },
    update(
      caller.keys.apiKey(stored.id),
      { set: { revoked_at: services.now().toISOString() } },
      { exists: true, hasNot: ['revoked_at'], refused },
    ),
  )
}
