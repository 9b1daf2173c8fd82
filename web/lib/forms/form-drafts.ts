import { useState } from 'react'
import { withStorage } from '../browser/with-storage.ts'
import { sessionStore } from '../session/session.ts'
import { draftsPrefix } from './drafts.ts'
import { fitValuesToSample, mergeEdits } from './merge-edits.ts'

interface StoredDraft {
  /** Sent with every attempt to save these values, even after a reload, so that the server recognises a repeat. */
  idempotencyKey: string
  /** The values with which the form opened. */
  opened: unknown
  typed: unknown
  /** State of the form that is not one of its fields. */
  beside: unknown
}

/** The unsaved values of a form for one record. This tab keeps them across reloads until they are saved or discarded. */
export interface FormDraft {
  idempotencyKey: string
  wasRestored: boolean
  /** State of the form that is not one of its fields: any JSON value, exactly as it was stored. */
  beside: unknown
  /** Returns `initial` with the stored edits applied. `sample` has a row in every list, against which stored rows are checked. */
  restore: <V>(initial: V, sample?: V) => V
  keep: (part: Omit<StoredDraft, 'idempotencyKey'>) => void
  drop: () => void
}

const placeOf = (form: string) => {
  const session = sessionStore.read()
  return `${draftsPrefix}${session.state === 'in' ? session.user.id : ''}/${form}/`
}

function read(key: string): Partial<StoredDraft> | undefined {
  const stored: unknown = withStorage(() => JSON.parse(sessionStorage.getItem(key) ?? 'null'), undefined)
  return typeof stored === 'object' && stored ? stored : undefined
}

function formDraft(key: string): FormDraft {
  const stored = read(key)
  const { idempotencyKey = crypto.randomUUID(), beside } = stored ?? {}
  return {
    idempotencyKey,
    wasRestored: stored !== undefined,
    beside,
    restore: (initial, sample = initial) =>
      stored
        ? mergeEdits(fitValuesToSample(sample, stored.opened), fitValuesToSample(sample, stored.typed), initial)
        : initial,
    keep(part) {
      const whole: StoredDraft = { idempotencyKey, ...part }
      withStorage(() => sessionStorage.setItem(key, JSON.stringify(whole)), undefined)
    },
    drop: () => withStorage(() => sessionStorage.removeItem(key), undefined),
  }
}

/**
 * Returns the draft of a form. `record` is the id of the record that the form edits. For a new record it is `new` or another name,
 * by which forms that start from different values have different drafts.
 */
export const useFormDraft = (form: string, record = 'new') => useState(() => formDraft(placeOf(form) + record))[0]

/**
 * Returns the `record` (see `useFormDraft`) whose form held unsaved values when the page was reloaded; undefined if there was none.
 */
export function recordIdLeftOpen(form: string) {
  const place = placeOf(form)
  const keys = withStorage(() => Object.keys(sessionStorage), [])
  return keys.find((key) => key.startsWith(place))?.slice(place.length)
}

/**
 * Returns the record for which a screen's form is open (`new` for a record that does not exist yet; undefined while no form is
 * open), and a function that sets it. After a reload, the record with unsaved values is opened, if it still exists.
 */
export function useOpenedRecord<R extends { id: string }>(form: string, records: readonly R[] | undefined) {
  const [left, setLeft] = useState(() => recordIdLeftOpen(form))
  const [opened, setOpened] = useState<R | 'new'>()
  if (left && records) {
    setLeft(undefined)
    setOpened(left === 'new' ? left : records.find(({ id }) => id === left))
  }
  return [opened, setOpened] as const
}
