import { useState } from 'react'
import { adoptValues } from './adopt-values.ts'
import { draftsPrefix } from './drafts.ts'
import { mergeEdits } from './merge-edits.ts'
import { sessionStore } from './session.ts'

interface Kept {
  /** The same in every try to save, also after a reload: the server knows a repeat by it. */
  idempotencyKey: string
  /** What the form had opened with. */
  opened: unknown
  typed: unknown
  /** What belongs to the form and is none of its fields. */
  beside: unknown
}

/** What is typed into one form of one record, kept in this tab over a reload until it is saved or discarded. */
export interface FormDraft {
  idempotencyKey: string
  wasKept: boolean
  /** Of JSON, as it was kept. */
  beside: unknown
  /** `initial` with what was typed over it; `sample` has a row in each list that `initial` may have empty. */
  restore: <V>(initial: V, sample?: V) => V
  keep: (part: Omit<Kept, 'idempotencyKey'>) => void
  drop: () => void
}

const placeOf = (form: string) => {
  const session = sessionStore.read()
  return `${draftsPrefix}${session.state === 'in' ? session.user.id : ''}/${form}/`
}

function read(key: string): Partial<Kept> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof kept === 'object' && kept ? kept : undefined
  } catch {
    // A browser that refuses its storage.
    return undefined
  }
}

function formDraft(key: string): FormDraft {
  const kept = read(key)
  const { idempotencyKey = crypto.randomUUID(), beside } = kept ?? {}
  return {
    idempotencyKey,
    wasKept: kept !== undefined,
    beside,
    restore: (initial, sample = initial) =>
      kept ? mergeEdits(adoptValues(sample, kept.opened), adoptValues(sample, kept.typed), initial) : initial,
    keep(part) {
      const whole: Kept = { idempotencyKey, ...part }
      try {
        sessionStorage.setItem(key, JSON.stringify(whole))
      } catch {
        // Refused or full: the form works without.
      }
    },
    drop: () => sessionStorage.removeItem(key),
  }
}

/** The draft of a form, `record` being the id of what it edits. */
export const useFormDraft = (form: string, record = 'new') => useState(() => formDraft(placeOf(form) + record))[0]

/** The record of a form that was left with something typed, by a reload: its id or `new`. */
export function leftOpen(form: string) {
  const place = placeOf(form)
  return Object.keys(sessionStorage)
    .find((key) => key.startsWith(place))
    ?.slice(place.length)
}

/** What the form of a screen is open for, `new` for nothing yet; after a reload what it was left with. */
export function useOpened<R extends { id: string }>(form: string, records: readonly R[] | undefined) {
  const [left, setLeft] = useState(() => leftOpen(form))
  const [opened, setOpened] = useState<R | 'new'>()
  if (left && records) {
    setLeft(undefined)
    setOpened(left === 'new' ? left : records.find(({ id }) => id === left))
  }
  return [opened, setOpened] as const
}
