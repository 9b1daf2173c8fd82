import { useEffect } from 'react'

let forms = 0

/** Returns true if any form on this page holds unsaved values, or an import is being sent. */
export const hasUnsavedWork = () => forms > 0

/** Counts the calling form or import while `isUnsaved` is true, so that `hasUnsavedWork` returns true. */
export function useMarkUnsavedWork(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    forms += 1
    return () => {
      forms -= 1
    }
  }, [isUnsaved])
}
