import { useEffect } from 'react'
import { sessionToast } from './toast.ts'

/** Says `text` each time that the query fails. */
export function useFailureToast({ errorUpdateCount }: { errorUpdateCount: number }, text: string) {
  useEffect(() => {
    if (errorUpdateCount > 0) sessionToast.error(text)
  }, [errorUpdateCount, text])
}
