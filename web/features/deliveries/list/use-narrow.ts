import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 719px)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether a table would not fit: rows are cards then. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches)
