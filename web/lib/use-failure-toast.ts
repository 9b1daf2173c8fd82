import { useEffect, useRef } from 'react'
import { sessionToast } from './toast.ts'

interface Telling {
  say?: (text: string) => unknown
  /** Whether a failure is told now; else it counts as told. */
  isTold?: boolean
}

/** Says `text` for each failure of a query that happens while the caller is shown, and of none that it finds there. */
export function useFailureToast(
  { errorUpdateCount: failures }: { errorUpdateCount: number },
  text: string,
  { say = sessionToast.error, isTold = true }: Telling = {},
) {
  const told = useRef(failures)
  useEffect(() => {
    if (failures > told.current && isTold) say(text)
    told.current = failures
  }, [failures, text, say, isTold])
}
