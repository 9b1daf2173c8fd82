import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

const { notify, subscribe } = createListeners()

/** When the network was last found to be gone, in milliseconds since 1970; undefined while there is one. */
let lostAt: number | undefined = navigator.onLine ? undefined : Date.now()

function change(next: number | undefined) {
  if ((next === undefined) === (lostAt === undefined)) return
  lostAt = next
  notify()
}

/**
 * Whether this browser has a network. What the browser itself says is not enough, because a phone in a basement stays connected to
 * an antenna that it no longer hears. So each call says whether it got a response.
 */
export const connection = {
  subscribe,
  lostAt: () => lostAt,
  noteAnswer: () => change(undefined),
  noteSilence: () => change(Date.now()),
}

/** Watches the browser's own opinion of the network. */
export function installConnection() {
  addEventListener('offline', connection.noteSilence)
  addEventListener('online', connection.noteAnswer)
}

/** Returns since when there has been no network, in milliseconds since 1970; undefined while there is one. */
export const useOfflineSince = () => useSyncExternalStore(connection.subscribe, connection.lostAt)
