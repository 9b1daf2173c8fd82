import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

const { notify, subscribe } = createListeners()

/** When the network was last found to be gone, in milliseconds since 1970; undefined while there is one. */
let lostAt: number | undefined = navigator.onLine ? undefined : Date.now()

/** When the server last answered, in milliseconds since 1970. */
let answeredAt = 0

function change(next: number | undefined) {
  if ((next === undefined) === (lostAt === undefined)) return
  lostAt = next
  notify()
}

const noteLoss = () => change(Date.now())

/** The longest time for which the server may be silent before the network counts as gone. */
const patienceMs = 4_000
let isAsking = false

/** Asks the server for a sign of life, because a single call may fail for reasons of its own. */
async function ask() {
  if (isAsking) return
  isAsking = true
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
  } catch {
    noteLoss()
  } finally {
    isAsking = false
  }
}

/**
 * Whether this browser has a network. What the browser itself says is not enough, because a phone in a basement stays connected to
 * an antenna that it no longer hears. So each call says whether it got a response.
 */
export const connection = {
  subscribe,
  lostAt: () => lostAt,
  answeredAt: () => answeredAt,
  noteAnswer() {
    answeredAt = Date.now()
    change(undefined)
  },
  /** Says that the server cannot be reached. */
  noteLoss,
  /** Says that a call got no response. */
  noteSilence: () => (navigator.onLine ? void ask() : noteLoss()),
}

/** Watches the browser's own opinion of the network. */
export function installConnection() {
  addEventListener('offline', noteLoss)
  addEventListener('online', () => change(undefined))
}

/** Returns since when there has been no network, in milliseconds since 1970; undefined while there is one. */
export const useOfflineSince = () => useSyncExternalStore(connection.subscribe, connection.lostAt)
