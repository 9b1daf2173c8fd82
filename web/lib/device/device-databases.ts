import type { DBSchema } from 'idb'
import type { Sealed } from './encrypt-value.ts'

// The databases in which this browser keeps something of its users. Pages and the service worker open them.

export const keysDatabaseName = 'carelane-keys'
export const valuesDatabaseName = 'carelane-kept'
/** The database in which unfinished work survives a reload. */
export const draftsDatabaseName = 'carelane-drafts'

const hourMs = 60 * 60_000

/** Without an answer from the server for this long, what is kept in this browser cannot be read until someone signs in. */
export const longestSilenceMs = 24 * hourMs

/** After this time, the draft of a completion is ignored, because a driver does not stay at one door for a working day. */
export const draftLifetimeMs = 12 * hourMs

/** How long something that was never sent stays in this browser. The server keeps its key for a day longer. */
export const longestWaitMs = 30 * 24 * hourMs

export interface HeldKey {
  /** Cannot be extracted, not even by this page. */
  key: CryptoKey
  /** When the server last answered, in milliseconds since 1970. */
  contactAt: number
}

export interface KeysDatabase extends DBSchema {
  /** The key of the user who is signed in, by the user's id. */
  keys: { key: string; value: HeldKey }
  /** The id that this browser has chosen for itself. It stays when users sign out, because their next key must be the same. */
  device: { key: 'id'; value: string }
}

/**
 * What a browser keeps of a user so that the app opens without a network, and what it has to send about a run. `trial` is an empty
 * value that shows whether the browser keeps anything.
 */
export type StoredKind = 'session' | 'settings' | 'run' | 'run-acts' | 'trial'

interface StoredValue extends Sealed {
  owner: string
  /** When the value is deleted, by this device's clock, in milliseconds since 1970. */
  goesAt?: number
}

export interface DeviceDatabase extends DBSchema {
  /** The values by their owner and their kind. */
  values: { key: [owner: string, kind: StoredKind]; value: StoredValue }
}

export interface StoredDraft extends Sealed {
  /** The id of the user whose draft it is. */
  owner: string
  /** When the draft was stored, in milliseconds since 1970. */
  keptAt: number
}

export interface DraftsDatabase extends DBSchema {
  /** The drafts, by the idempotency key of the door's first package. */
  completions: { key: string; value: StoredDraft }
}
