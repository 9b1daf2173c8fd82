import { useSyncExternalStore } from 'react'

/** Matches screens that are narrower than the table's columns need, for example a phone in landscape. */
const narrow = matchMedia('(max-width: 67.99em)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const isNarrowScreen = () => narrow.matches

/** Returns whether the screen is too narrow for a table, so that rows are shown as cards. */
export const useIsNarrowScreen = () => useSyncExternalStore(subscribe, isNarrowScreen)
