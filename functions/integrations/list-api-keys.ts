import type * as apiKeys from '#shared/api/api-keys.ts'
import { apiKeyState } from '../data/entities/api-key.ts'
import type { Operation } from '../http/operation.ts'

export const listApiKeys: Operation<typeof apiKeys.listApiKeys> = async ({ caller }, { table, now }) => {
  const stored = await table.queryAll(caller.keys.apiKeys, { consistent: true })
  return stored
    .map((key) => ({
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      permissions: key.permissions,
      created_at: key.created_at,
      created_by: key.created_by.name,
      last_used_at: key.last_used_at ?? null,
      ends_on: key.ends_on || null,
      state: apiKeyState(key, caller.tenant, now()),
    }))
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
}
