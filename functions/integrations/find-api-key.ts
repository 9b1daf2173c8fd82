import type { StoredApiKey } from '../data/entities/api-key.ts'
import { notFoundError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/** Reads a key of the caller's organisation. Throws a 404 if there is none with this id. */
export async function findApiKey({ keys }: Caller, { id }: { id: string }, { table }: Services): Promise<StoredApiKey> {
  const key = await table.get(keys.apiKey(id))
  if (!key) throw notFoundError('Key')
  return key
}
