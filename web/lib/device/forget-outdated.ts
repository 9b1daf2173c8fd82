import { type DBSchema, openDB } from 'idb'
import {
  type DeviceDatabase,
  type DraftsDatabase,
  draftLifetimeMs,
  draftsDatabaseName,
  type KeysDatabase,
  keysDatabaseName,
  longestSilenceMs,
  valuesDatabaseName,
} from './device-databases.ts'

/** Opens a database of this browser. Resolves to undefined if there is none. */
const openKnown = <Schema extends DBSchema>(name: string) =>
  openDB<Schema>(name, 1, {
    upgrade(_, __, ___, transaction) {
      transaction.done.catch(() => undefined)
      transaction.abort()
    },
  }).catch(() => undefined)

/** Deletes the keys of users for whom the server has been silent too long. Returns the ids of the users whose keys are left. */
async function forgetSilentKeys() {
  const database = await openKnown<KeysDatabase>(keysDatabaseName)
  const left = new Set<string>()
  for (const userId of (await database?.getAllKeys('keys')) ?? []) {
    const held = await database?.get('keys', userId)
    if (held && Date.now() - held.contactAt < longestSilenceMs) left.add(userId)
    else await database?.delete('keys', userId)
  }
  database?.close()
  return left
}

async function forgetValues(readers: ReadonlySet<string>) {
  const database = await openKnown<DeviceDatabase>(valuesDatabaseName)
  for (const place of (await database?.getAllKeys('values')) ?? []) {
    const { goesAt = Number.POSITIVE_INFINITY } = (await database?.get('values', place)) ?? {}
    const [owner, kind] = place
    if (goesAt < Date.now() || (kind !== 'run-acts' && !readers.has(owner))) await database?.delete('values', place)
  }
  database?.close()
}

async function forgetDrafts() {
  const database = await openKnown<DraftsDatabase>(draftsDatabaseName)
  for (const place of (await database?.getAllKeys('completions')) ?? []) {
    const draft = await database?.get('completions', place)
    if (draft && Date.now() - draft.keptAt >= draftLifetimeMs) await database?.delete('completions', place)
  }
  database?.close()
}

/**
 * Deletes what this browser may no longer keep, of all users: keys after a day without the server, accounts and runs that no key
 * opens, values whose time is over, and old drafts. What waits to be sent stays, because its key can be had again. This needs no
 * session, so the service worker does it too: a phone that no one signs in at keeps nothing for longer than one that is used.
 */
export async function forgetOutdated(): Promise<void> {
  await forgetValues(await forgetSilentKeys())
  await forgetDrafts()
}
