import { type Entry, routeKeyOf } from '#shared/api/contract.ts'
import { effectivePermissions } from '#shared/rules/effective-permissions.ts'
import { apiKeyState, type StoredApiKey } from '../data/entities/api-key.ts'
import { readOrganisation } from '../data/organisations.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { enterTenant } from '../data/scope.ts'
import { aboutApiKey } from '../data/subjects.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, Visitor } from './operation.ts'
import { actorOf, openEventRecorder } from './recorder.ts'
import type { Services } from './services.ts'
import { personlessCaller } from './system-caller.ts'

const invalid = () => new AppError('unauthenticated', 'Invalid key')

export const notForApiKeysError = () => new AppError('forbidden', 'A key cannot do this')

/** The time of a key's last use is stored at most once in this many milliseconds. */
const usedMs = 300_000
/**
 * The refusal of a key is recorded at most once in this many milliseconds, so that a program that keeps trying doesn't flood the
 * activity log.
 */
const refusedMs = 3_600_000

interface ShownKey {
  hash: string
  entry: Entry
  visitor: Visitor
  requestId: string
}

/**
 * Finds the caller by an API key, which is read from the table for every request. The key acts under its own name. It has the
 * permissions that it was granted, but never more than its maker has now. Reading takes two round trips. Throws a 401 for a key
 * that is unknown, revoked or has ended, and a 403 if the call accepts no keys.
 */
export async function authenticateApiKey(services: Services, shown: ShownKey): Promise<Caller> {
  const { table, now } = services
  const holder = await table.get(unscopedKeys.apiKeyHolder(shown.hash))
  if (!holder) throw invalid()
  const { tenant_id, key_id, maker_id, ends_at } = holder
  enterTenant(tenant_id)
  const keys = keysOf(tenant_id)
  const at = now()
  const [[apiKey, maker], { tenant, roles }] = await Promise.all([
    table.getAll([keys.apiKey(key_id), keys.user(maker_id)] as const, { consistent: true }),
    readOrganisation(table, tenant_id, at),
  ])
  if (!apiKey || !tenant) throw invalid()
  const held = maker?.is_active ? effectivePermissions(maker, roles, tenant.subscribed_products) : new Set<string>()
  const caller: Caller = {
    ...personlessCaller({ id: apiKey.id, tenant_id, full_name: `Key: ${apiKey.name}`, created_at: apiKey.created_at }),
    tenant,
    roles,
    keys,
    apiKey,
    sessionId: '',
    signedInAt: apiKey.created_at,
    permissions: new Set(apiKey.permissions.filter((permission) => held.has(permission))),
    ...shown.visitor,
  }
  const isOver = apiKeyState(apiKey, tenant, at) !== 'active' || (ends_at !== undefined && ends_at <= at.toISOString())
  if (isOver || !shown.entry.takesKey) {
    await leaveRefusal(services, { caller, apiKey }, shown)
    throw isOver ? invalid() : notForApiKeysError()
  }
  await noteUse(services, { caller, apiKey })
  return caller
}

const isOlder = (written: string | undefined, ms: number, now: Date) =>
  written === undefined || now.getTime() - Date.parse(written) > ms

interface KeyCaller {
  caller: Caller
  apiKey: StoredApiKey
}

async function noteUse({ table, now }: Services, { caller, apiKey: { id, last_used_at } }: KeyCaller): Promise<void> {
  if (!isOlder(last_used_at, usedMs, now())) return
  const unchanged = last_used_at === undefined ? { hasNot: ['last_used_at' as const] } : { where: { last_used_at } }
  const set = { last_used_at: now().toISOString() }
  await table.write(update(caller.keys.apiKey(id), { set }, { exists: true, ...unchanged, refused: () => undefined }))
}

async function leaveRefusal(
  services: Services,
  { caller, apiKey }: KeyCaller,
  { entry, requestId }: ShownKey,
): Promise<void> {
  const { id, refused_at } = apiKey
  if (!isOlder(refused_at, refusedMs, services.now())) return
  const unchanged = refused_at === undefined ? { hasNot: ['refused_at' as const] } : { where: { refused_at } }
  const set = { refused_at: services.now().toISOString() }
  const alreadyRecorded = new OvertakenError()
  await openEventRecorder(services, actorOf(caller.user), { event: 'key.refused', place: caller.address, requestId })
    .record(
      { action: 'key.refused', ...aboutApiKey(apiKey), query: { call: routeKeyOf(entry) } },
      update(caller.keys.apiKey(id), { set }, { exists: true, ...unchanged, refused: () => alreadyRecorded }),
    )
    .catch((error: unknown) => {
      // If a parallel request has just recorded a refusal of this key, one event is enough.
      if (error !== alreadyRecorded) throw error
    })
}
