import { useSyncExternalStore } from 'react'

/** Eight columns and a dropdown need this much; a phone on its side has less. */
const narrow = matchMedia('(max-width: 67.99em)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const isNarrow = () => narrow.matches

/** Whether a table would not fit: rows are cards then. */
export const useNarrow = () => useSyncExternalStore(subscribe, isNarrow)
