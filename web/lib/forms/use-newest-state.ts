import { useState } from 'react'
import { mergeEdits } from './kept-values.ts'
import type { FormApi } from './use-form.ts'

interface NewestOptions<R, V> {
  /** The record that the form opened with; undefined for a new one. */
  record: R | undefined
  valuesOf: (record: R) => V
  /** Undefined when it could not be read. */
  read: () => Promise<R | undefined>
}

/** The record as it was when its form opened, and how to load what somebody else has saved since. */
export function useNewestState<R, V extends object>({ record, valuesOf, read }: NewestOptions<R, V>) {
  const [opened, setOpened] = useState(record)
  const [stage, setStage] = useState<'stale' | 'merged'>()
  const [busy, setBusy] = useState(false)
  const [isUnread, setIsUnread] = useState(false)

  /** Loads the newest state into the form, around the typed values, and returns it. */
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
  // What the form's notice shows.
  const notice = stage && { stage, busy, isUnread }

  /** The form stays open, on what it has just saved. */
  function setSaved(record: R) {
    setOpened(record)
    setStage(undefined)
  }
  return { opened, notice, load, setStale: () => setStage('stale'), setSaved }
}
