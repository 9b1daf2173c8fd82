import { useEffect } from 'react'

let forms = 0

/** Whether this page holds values that were typed and not saved. */
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
