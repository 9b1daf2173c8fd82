import { useCallback, useSyncExternalStore } from 'react'

/** Where a table of a few columns would not fit: its rows are cards. */
export const phone = '(max-width: 44.99em)'

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
