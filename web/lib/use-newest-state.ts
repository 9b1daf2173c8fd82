import { useState } from 'react'
import { mergeEdits } from './merge-edits.ts'
import type { FormApi } from './use-form.ts'

interface NewestOptions<R, V> {
  /** What the form opened with; none makes something new. */
  record: R | undefined
  valuesOf: (record: R) => V
  /** Undefined when it could not be read. */
  read: () => Promise<R | undefined>
}

/** What a form's record was when it was opened, and how to take over what somebody else has made of it meanwhile. */
export function useNewestState<R, V extends object>({ record, valuesOf, read }: NewestOptions<R, V>) {
  const [opened, setOpened] = useState(record)
  const [stage, setStage] = useState<'stale' | 'merged'>()
  const [busy, setBusy] = useState(false)
  const [isUnread, setIsUnread] = useState(false)

  /** Puts the newest state into the form, around what was typed; answers it. */
  async function load(form: Pick<FormApi<V>, 'values' | 'replace'>): Promise<R | undefined> {
    setBusy(true)
    const newest = await read()
    setBusy(false)
    setIsUnread(!newest)
    if (!opened || !newest) return undefined
    form.replace(mergeEdits(valuesOf(opened), form.values, valuesOf(newest)))
    setOpened(newest)
    setStage('merged')
    return newest
  }
  // What the form's notice shows.
  const notice = stage && { stage, busy, isUnread }
  return { opened, notice, load, setStale: () => setStage('stale') }
}
