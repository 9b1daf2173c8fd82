import { useEffect } from 'react'

let forms = 0

/** Whether something is typed on this page that the server does not have. */
export const hasUnsavedWork = () => forms > 0

/** Counts the form that calls it while it holds unsaved work. */
export function useUnsavedWork(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    forms += 1
    return () => {
      forms -= 1
    }
  }, [isUnsaved])
}
