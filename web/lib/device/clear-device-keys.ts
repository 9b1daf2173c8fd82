import { keysDatabaseName } from './device-databases.ts'

/** Removes the keys of all users from this browser. It needs no part of the app that is loaded on demand, and no network. */
export function clearDeviceKeys() {
  const opening = indexedDB.open(keysDatabaseName, 1)
  // Without this database there are no keys.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  opening.onsuccess = () => {
    const database = opening.result
    database.transaction('keys', 'readwrite').objectStore('keys').clear()
    database.close()
  }
}
