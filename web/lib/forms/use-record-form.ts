import { useState } from 'react'
import type * as z from 'zod/mini'
import type { Schema } from '#shared/model/lazy.ts'
import { CallError } from '../api/call-error.ts'
import type { DraftValues } from './form-values.ts'
import { mergeEdits } from './merge-edits.ts'
import { type FormOptions, useForm } from './use-form.ts'

/** The record that a form edits, and the header with which the server saves only if no one else has saved it meanwhile. */
export interface EditedRecord<R> {
  record: R
  headers: { 'if-match': string }
}

interface RecordFormOptions<S extends Schema, R> extends Omit<FormOptions<S>, 'onSubmit'> {
  /** The record with which the form opens; undefined for a new record. */
  record: R | undefined
  valuesOf: (record: R) => DraftValues<z.input<S>>
  /** Reads the record again. Resolves to undefined, or rejects with a CallError, if that fails. */
  read: () => Promise<R | undefined>
  /** Saves the checked values, and resolves to the saved record. `edited` is undefined for a new record. */
  save: (values: z.output<S>, edited: EditedRecord<R> | undefined) => Promise<R>
}

/**
 * Holds the state of a form for a record that several people may edit. If someone else has saved the record since the form opened,
 * saving is refused, and `load` brings their changes into the form, where the user's own edits stay.
 */
export function useRecordForm<S extends Schema, R extends { version: number }>(
  schema: S,
  { record, valuesOf, read, save, ...options }: RecordFormOptions<S, R>,
) {
  const [opened, setOpened] = useState(record)
  const [stage, setStage] = useState<'stale' | 'merged'>()
  const [busy, setBusy] = useState(false)
  const [isUnread, setIsUnread] = useState(false)

  const form = useForm(schema, {
    ...options,
    async onSubmit(values) {
      try {
        const saved = await save(values, opened && { record: opened, headers: { 'if-match': `${opened.version}` } })
        if (opened) setOpened(saved)
        setStage(undefined)
      } catch (error) {
        if (opened && error instanceof CallError && error.status === 409) setStage('stale')
        throw error
      }
    },
  })

  /** Loads the newest state of the record into the form, keeping the user's edits. Returns the record; undefined if that failed. */
  async function load(): Promise<R | undefined> {
    setBusy(true)
    const newest = await readAgain(read)
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
  return { form, opened, notice, load }
}

async function readAgain<R>(read: () => Promise<R | undefined>): Promise<R | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return undefined
  }
}
