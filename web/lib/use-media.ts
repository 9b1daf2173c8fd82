import { useCallback, useSyncExternalStore } from 'react'

/** Where a table of a few columns would not fit: its rows are cards. */
export const phone = '(max-width: 44.99em)'

/** Where a table of people, with addresses and roles, would be all broken words. */
export const tablet = '(max-width: 55.99em)'

/** Whether the screen answers to the media `query` now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
