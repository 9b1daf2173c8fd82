export const keysDatabaseName = 'carelane-keys'

/** Removes the keys of all users from this browser. It needs no part of the app that is loaded on demand, and no network. */
export function clearDeviceKeys() {
  const opening = indexedDB.open(keysDatabaseName, 1)
  // Without this database there are no keys.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  opening.onsuccess = () => {
    opening.result.transaction('keys', 'readwrite').objectStore('keys').clear()
    opening.result.close()
  }
}
