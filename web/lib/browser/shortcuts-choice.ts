import { withStorage } from './with-storage.ts'

const place = 'carelane-shortcuts'

/** Returns false if the user has switched off single-key shortcuts in this browser. */
export const areShortcutsOn = () => withStorage(() => localStorage.getItem(place) !== 'off', true)

export const setShortcutsOn = (on: boolean) =>
  withStorage(() => (on ? localStorage.removeItem(place) : localStorage.setItem(place, 'off')), undefined)
