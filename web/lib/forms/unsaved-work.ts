import { useEffect } from 'react'

let forms = 0

/** Returns true if any form on this page holds unsaved values. */
export const hasUnsavedWork = () => forms > 0

/** Counts the calling form while it holds unsaved values. */
export function useUnsavedWork(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    forms += 1
    return () => {
      forms -= 1
    }
  }, [isUnsaved])
}
