import { useEffect, useMemo, useState } from 'react'
import type { ImportKind, ImportResult } from '#shared/model/import.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { decidedRecord, type Results, resultKey, type SentRecord, type ServerDecisions } from './decided-row.ts'
import { sendBatches, splitIntoBatches } from './send-rows.ts'
import type { ReadyRecord } from './to-rows.ts'

interface Comparison {
  /** The records as they are to be sent, each with the decision about it. */
  sent: readonly SentRecord[]
  results: Results
  /** How many records have been compared. */
  done: number
  isDone: boolean
  failure: string
  retry: () => void
}

/** Returns the records to send: each is first compared without a decision, and again with the decision that it needs. */
const recordsToSend = (records: readonly ReadyRecord[], results: Results, decisions: ServerDecisions) => {
  const sent = records.map((record) => decidedRecord(record, results, decisions))
  return { sent, missing: sent.filter((record) => !results.has(resultKey(record))) }
}

/**
 * Asks the server what would happen to each record, before anything is written. Records that were compared before are not sent again
 * after a correction of others.
 */
export function useComparison(
  kind: ImportKind,
  records: readonly ReadyRecord[],
  decisions: ServerDecisions,
): Comparison {
  const [results, setResults] = useState<Results>(new Map())
  const [failure, setFailure] = useState('')
  const [attempt, setAttempt] = useState(0)
  const { sent, missing } = useMemo(() => recordsToSend(records, results, decisions), [records, results, decisions])
  const isDone = missing.length === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: the results of a round do not begin another round before its end
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    async function compare() {
      const known = new Map<string, ImportResult>(results)
      for (;;) {
        const [batch] = splitIntoBatches(recordsToSend(records, known, decisions).missing)
        if (!batch) return
        const onBatch = () => {
          for (const [i, record] of batch.rows.entries()) {
            const result = batch.results?.[i]
            if (result) known.set(resultKey(record), result)
          }
          if (!signal.aborted) setResults(new Map(known))
        }
        await sendBatches([batch], { kind, signal, onBatch })
      }
    }
    setFailure('')
    compare().catch((error) => {
      if (!signal.aborted) setFailure(errorDetail(error, 'Failed to compare the file.'))
    })
    return () => controller.abort()
  }, [kind, records, decisions, attempt])

  return {
    sent,
    results,
    done: records.length - missing.length,
    isDone,
    failure,
    retry: () => setAttempt((count) => count + 1),
  }
}
