import { useEffect, useRef } from 'react'
import { sessionToast } from './toast.ts'

interface Telling {
  say?: (text: string) => unknown
  /** When false, a failure passes without a message. */
  isTold?: boolean
}

/** Says `text` once for each failure of a query while the caller is shown, but not for failures from before. */
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
