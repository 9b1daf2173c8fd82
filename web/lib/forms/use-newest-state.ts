import { useState } from 'react'
import { mergeEdits } from './kept-values.ts'
import type { FormApi } from './use-form.ts'

interface NewestOptions<R, V> {
  /** The record with which the form opened; undefined for a new record. */
  record: R | undefined
  valuesOf: (record: R) => V
  /** Resolves to undefined if the record could not be read. */
  read: () => Promise<R | undefined>
}

/** Holds the record as it was when its form opened, and can load into the form what someone else has saved since then. */
export function useNewestRecordLoader<R, V extends object>({ record, valuesOf, read }: NewestOptions<R, V>) {
  const [opened, setOpened] = useState(record)
  const [stage, setStage] = useState<'stale' | 'merged'>()
  const [busy, setBusy] = useState(false)
  const [isUnread, setIsUnread] = useState(false)

  /** Loads the newest state of the record into the form, keeping the user's edits. Returns the record; undefined if that failed. */
  async function load(form: Pick<FormApi<V>, 'values' | 'replace'>): Promise<R | undefined> {
    setBusy(true)
    const newest = await read()
    setBusy(false)
    setIsUnread(!newest)
    if (!opened || !newest) return undefined
    form.replace(mergeEdits(valuesOf(opened), form.values, valuesOf(newest)), valuesOf(newest))
    setOpened(newest)
    setStage('merged')
    return newest
  }
  // The content of the form's notice about a newer version of the record.
  const notice = stage && { stage, busy, isUnread }

  /** Makes the saved record the state to which later edits are compared. Call this after a save that leaves the form open. */
  function setSaved(record: R) {
    setOpened(record)
    setStage(undefined)
  }
  return { opened, notice, load, setStale: () => setStage('stale'), setSaved }
}
