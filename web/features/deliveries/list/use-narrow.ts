import { useSyncExternalStore } from 'react'

/** The width that eight columns and a dropdown need; a phone in landscape has less. */
const narrow = matchMedia('(max-width: 67.99em)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const isNarrow = () => narrow.matches

/** Whether a table would not fit, so that rows are shown as cards. */
export const useNarrow = () => useSyncExternalStore(subscribe, isNarrow)
