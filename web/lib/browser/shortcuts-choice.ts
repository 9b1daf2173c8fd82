import { withStorage } from './with-storage.ts'

const place = 'carelane-shortcuts'

/** Whether this browser's user wants the app to listen for single keys. */
export const areShortcutsOn = () => withStorage(() => localStorage.getItem(place) !== 'off', true)

export const chooseShortcuts = (on: boolean) =>
  withStorage(() => (on ? localStorage.removeItem(place) : localStorage.setItem(place, 'off')), undefined)
