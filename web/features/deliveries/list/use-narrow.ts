import { useSyncExternalStore } from 'react'

/** Narrower than eight columns and a dropdown need, for example a phone in landscape. */
const narrow = matchMedia('(max-width: 67.99em)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const isNarrow = () => narrow.matches

/** Whether the screen is too narrow for a table, so that rows are shown as cards. */
export const useNarrow = () => useSyncExternalStore(subscribe, isNarrow)
