import { openDB } from 'idb'
import { connection } from '../browser/connection.ts'
import { type HeldKey, type KeysDatabase, keysDatabaseName, longestSilenceMs } from './device-databases.ts'

const open = () =>
  openDB<KeysDatabase>(keysDatabaseName, 1, {
    upgrade(database) {
      database.createObjectStore('keys')
      database.createObjectStore('device')
    },
  })

async function inDatabase<T>(work: (database: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** Returns the id of this browser. Chooses one the first time. Two tabs that do so at the same moment agree. */
const deviceId = () =>
  inDatabase(async (database) => {
    const transaction = database.transaction('device', 'readwrite')
    const known = await transaction.store.get('id')
    const id = known ?? crypto.randomUUID()
    if (!known) await transaction.store.put(id, 'id')
    await transaction.done
    return id
  })

function bytesOf(base64url: string) {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Asks the server for the key of the user who is signed in, 32 bytes in base64url. Undefined if another user is signed in. */
type AskServer = (userId: string, device: string) => Promise<string | undefined>
let askServer: AskServer | undefined
let noteInstalled: () => void
const installed = new Promise<void>((resolve) => {
  noteInstalled = resolve
})

/** Says how the server is asked. A page that opens does so after it has shown something. */
export function installDeviceKeys(ask: AskServer) {
  askServer = ask
  noteInstalled()
}

/** The longest wait for `installDeviceKeys`, so that a page that never calls it does not wait forever. */
const openingMs = 3_000

/** With this channel, a tab tells the others that keys are gone. */
const tabs = new BroadcastChannel('carelane-keys')
tabs.onmessage = () => held.clear()

async function askForKey(userId: string): Promise<void> {
  await Promise.race([installed, new Promise((resolve) => setTimeout(resolve, openingMs))])
  const answered = await askServer?.(userId, await deviceId())
  if (answered === undefined) throw new Error('Only the signed-in user’s key can be read')
  const key = await crypto.subtle.importKey('raw', bytesOf(answered), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const asked = { key, contactAt: Date.now() }
  await inDatabase((database) => database.put('keys', asked, userId))
  held.set(userId, Promise.resolve(asked))
}

/**
 * After a failure, the server is not asked for the key of the same user again for this long, because every stroke of a signature
 * would ask.
 */
const pauseMs = 10_000
const failedAt = new Map<string, number>()

const held = new Map<string, Promise<HeldKey | undefined>>()
/** The requests for keys that are under way. They are not in `held`, where a reading of the stored key may be at the same time. */
const asking = new Map<string, Promise<void>>()

/** Returns the key in this browser; undefined if there is none, or if the server has not answered for a day. */
async function storedKey(userId: string): Promise<HeldKey | undefined> {
  const stored = await inDatabase((database) => database.get('keys', userId))
  if (!stored || Date.now() - stored.contactAt < longestSilenceMs) return stored
  await inDatabase((database) => database.delete('keys', userId))
  return undefined
}

/** Returns the key of a user without asking the server; undefined if this browser has none. */
export async function knownDeviceKey(userId: string): Promise<CryptoKey | undefined> {
  const reading = held.get(userId) ?? storedKey(userId)
  held.set(userId, reading)
  try {
    const known = await reading
    if (known && Date.now() - Math.max(known.contactAt, connection.answeredAt()) < longestSilenceMs) return known.key
  } catch {
    // The browser stores nothing.
  }
  if (held.get(userId) === reading) held.delete(userId)
  return undefined
}

/**
 * Returns the key with which this browser encrypts what it keeps of a user. The server is asked for it once after a sign-in. Resolves
 * to undefined if the key cannot be had: the browser then keeps nothing of the user.
 */
export async function deviceKeyOf(userId: string): Promise<CryptoKey | undefined> {
  const known = await knownDeviceKey(userId)
  if (known) return known
  if (!asking.has(userId)) {
    // A clock that was set back meanwhile must not make the pause longer.
    if (Math.abs(Date.now() - (failedAt.get(userId) ?? Number.NEGATIVE_INFINITY)) < pauseMs) return undefined
    asking.set(
      userId,
      askForKey(userId).finally(() => asking.delete(userId)),
    )
  }
  // A failure shows below: then there is no key.
  await asking.get(userId)?.catch(() => undefined)
  const fetched = await knownDeviceKey(userId)
  if (fetched) failedAt.delete(userId)
  else failedAt.set(userId, Date.now())
  return fetched
}

/** Removes the keys of all users but this one from this browser. Rejects if the browser fails to, because keys may then be left. */
export async function forgetDeviceKeys(exceptOf?: string): Promise<void> {
  try {
    await inDatabase(async (database) => {
      for (const userId of await database.getAllKeys('keys'))
        if (userId !== exceptOf) await database.delete('keys', userId)
    })
  } finally {
    held.clear()
    tabs.postMessage('forgotten')
  }
}

/** Notes in this browser when the server last answered. */
export async function noteContact(userId: string): Promise<void> {
  const contactAt = connection.answeredAt()
  await inDatabase(async (database) => {
    const stored = await database.get('keys', userId)
    if (stored && stored.contactAt < contactAt) await database.put('keys', { ...stored, contactAt }, userId)
  }).catch(() => undefined)
}
