import { useCallback, useSyncExternalStore } from 'react'

/** Matches screens that are too narrow for a table of a few columns. They show its rows as cards. */
export const phoneMediaQuery = '(max-width: 44.99em)'

/** Matches screens, phones included, that are too narrow for a table of people with addresses and roles. */
export const tabletMediaQuery = '(max-width: 55.99em)'

/** Matches screens that are too narrow for the table of deliveries. */
export const narrowMediaQuery = '(max-width: 63.99em)'

/** Returns whether the media `query` matches, and renders again when that changes. */
export function useMediaQuery(query: string): boolean {
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
