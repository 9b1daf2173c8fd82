import { withStorage } from './with-storage.ts'

const place = 'carelane-shortcuts'

/** Whether the user of this browser has left single-key shortcuts switched on. */
export const areShortcutsOn = () => withStorage(() => localStorage.getItem(place) !== 'off', true)

export const chooseShortcuts = (on: boolean) =>
  withStorage(() => (on ? localStorage.removeItem(place) : localStorage.setItem(place, 'off')), undefined)
