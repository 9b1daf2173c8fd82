import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Schema } from '#shared/model/lazy.ts'
import { PartLoadError } from '../api/browser-error.ts'
import { CallError } from '../api/call-error.ts'
import type { FormDraft } from './form-drafts.ts'
import type { DraftValues } from './form-values.ts'
import {
  errorsByField,
  type FieldPath,
  splitProblemsByField,
  valueAt,
  withoutErrorsAt,
  withValueAt,
} from './form-values.ts'
import { useMarkUnsavedWork } from './unsaved-work.ts'

interface ValueOptions<V> {
  initial: V
  /** Stores unsaved values, so that they survive a reload. */
  draft?: FormDraft
  /**
   * Values with a row in every list, against which the rows of a stored draft are checked. Needed if lists of `initial` may be
   * empty.
   */
  sample?: V
  /** State that the draft stores in addition to the fields; any JSON value. */
  beside?: unknown
}

export interface FormOptions<S extends Schema> extends ValueOptions<DraftValues<z.input<S>>> {
  /**
   * Receives the parsed values. If it throws a CallError, the message is shown at the field that the error names, or above the
   * form.
   */
  onSubmit: (values: z.output<S>) => Promise<unknown>
  /**
   * Returns the message to show above the form after a failure. For '', the form shows there only those problems that belong to
   * none of its fields. By default, the message is '' if the error lists problems, and otherwise the server's message.
   */
  failureText?: (error: CallError) => string
  /** Checks a field at each change, not only on submit. The form then needs the schema itself, not a function that loads it. */
  isLive?: boolean
}

interface Failure {
  failure: string
  /** True if a part of the app that the form needs failed to load, so that only a reload of the page helps. */
  needsReload: boolean
}

const noFailure: Failure = { failure: '', needsReload: false }

export interface FormApi<V = unknown> extends Failure {
  values: V
  /** Messages by field path, such as `rx_information.0.rx_number`. */
  errors: Readonly<Record<string, string>>
  busy: boolean
  /** True if the form has unsaved edits: made since it was opened or last saved, or restored from a draft. */
  dirty: boolean
  /** True if the form continues with values that were typed before a reload. */
  wasRestored: boolean
  formRef: React.RefObject<HTMLFormElement | null>
  set(path: FieldPath<V> & string, value: unknown): void
  /** Changes a copy of the values, for example by adding a row. Clears the errors of `path` and below. */
  update(path: keyof V & string, change: (draft: V) => void): void
  /** Replaces all values. `opened` becomes the state to which edits are compared. Clears all messages. */
  replace: (values: V, opened: V) => void
  submit: () => Promise<void>
  /** Drops the stored draft, and no longer counts the values as unsaved. The fields keep them. */
  discard: () => void
}

/** Focuses an invalid field, and scrolls its message into view as well. */
function show(field: HTMLElement) {
  field.focus()
  const describedBy = field.closest('[aria-describedby]')?.getAttribute('aria-describedby')?.split(' ') ?? []
  for (const id of describedBy) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  field.scrollIntoView({ block: 'nearest' })
}

/**
 * Holds the messages of a form. When a submit is refused, focuses the first invalid field, or scrolls the message above the form
 * into view.
 */
function useMessages(formRef: React.RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<Failure>(noFailure)
  const [refusals, setRefusals] = useState(0)
  const judged = useRef(new Set<string>())

  // The effect runs after a refusal, when the fields are already marked as invalid in the document. The selector skips groups of
  // fields, which may be marked as a whole but cannot be focused.
  useEffect(() => {
    if (!refusals) return
    const field = formRef.current?.querySelector<HTMLElement>(':is(input, select, textarea)[aria-invalid="true"]')
    if (field) return show(field)
    // The refusal has only a message about the whole form. It stands above the fields and may be out of view.
    formRef.current?.querySelector(':scope > [role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [refusals, formRef])

  function refuse(found: Record<string, string>, text: string, error?: CallError) {
    setErrors(found)
    setFailure({ failure: text, needsReload: error instanceof PartLoadError })
    setRefusals((count) => count + 1)
  }
  return {
    errors,
    failure,
    refuse,
    refuseInvalid(issues: readonly z.core.$ZodIssue[], values: unknown) {
      const found = errorsByField(issues)
      judged.current = new Set(Object.keys(found))
      const placed = Object.keys(found).some((path) => valueAt(values, path) !== undefined)
      refuse(found, placed ? '' : Object.values(found).join('; '))
    },
    /** Shows the issues of this field and of all fields checked before, because changing one can make another valid or invalid. */
    judge(path: string, issues: readonly z.core.$ZodIssue[]) {
      judged.current.add(path)
      const found = errorsByField(issues)
      setErrors(Object.fromEntries(Object.entries(found).filter(([name]) => judged.current.has(name))))
    },
    clearAt: (path: string) => setErrors((known) => withoutErrorsAt(known, path)),
    clear() {
      setErrors({})
      setFailure(noFailure)
    },
  }
}

/** Holds the values of a form. While they are unsaved, the draft stores them. */
function useValues<V>({ initial, draft, sample, beside }: ValueOptions<V>) {
  const [opened, setOpened] = useState(initial)
  const [values, setValues] = useState(() => draft?.restore(initial, sample) ?? initial)
  const wasRestored = draft?.wasRestored ?? false
  const [dirty, setDirty] = useState(wasRestored)

  useMarkUnsavedWork(dirty)
  useEffect(() => {
    if (dirty) draft?.keep({ opened, typed: values, beside })
  }, [dirty, draft, opened, values, beside])

  return {
    values,
    wasRestored,
    dirty,
    change(next: (values: V) => V) {
      setValues(next)
      setDirty(true)
    },
    replace(next: V, openedNext: V) {
      setValues(next)
      setOpened(openedNext)
    },
    discard() {
      setDirty(false)
      draft?.drop()
    },
  }
}

type FormSchema<S extends Schema> = S | (() => Promise<S>)

interface FormState<S extends Schema> {
  values: DraftValues<z.input<S>>
  messages: ReturnType<typeof useMessages>
  discard: () => void
}

/** Returns `submit`, which checks and submits the values, and whether it is running. While it is, further calls are ignored. */
function useSubmission<S extends Schema>(
  schema: FormSchema<S>,
  { values, messages, discard }: FormState<S>,
  { onSubmit, failureText }: FormOptions<S>,
) {
  const [busy, setBusy] = useState(false)
  const isSubmitting = useRef(false)

  async function submit() {
    if (isSubmitting.current) return
    isSubmitting.current = true
    try {
      if (typeof schema === 'function') setBusy(true)
      const parsed = (typeof schema === 'function' ? await schema() : schema).safeParse(values)
      if (!parsed.success) return messages.refuseInvalid(parsed.error.issues, values)
      setBusy(true)
      messages.clear()
      await onSubmit(parsed.data)
      discard()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { fields, rest } = splitProblemsByField(error.problems, values)
      const whole = error.problems.length ? '' : error.detail || 'Something went wrong. Please try again.'
      messages.refuse(fields, (failureText ? failureText(error) : whole) || rest, error)
    } finally {
      isSubmitting.current = false
      setBusy(false)
    }
  }
  return { submit, busy, isSubmitting }
}

/** Holds the state of a form, whose `schema` may be a function that loads it. What the user has typed survives every failure. */
export function useForm<S extends Schema>(schema: FormSchema<S>, options: FormOptions<S>) {
  const { isLive = false } = options
  const formRef = useRef<HTMLFormElement>(null)
  const { values, wasRestored, dirty, change, replace, discard } = useValues<DraftValues<z.input<S>>>(options)
  const messages = useMessages(formRef)
  const { submit, busy, isSubmitting } = useSubmission(schema, { values, messages, discard }, options)

  // Ignore edits while the values are being submitted.
  function edit(path: string, next: (values: DraftValues<z.input<S>>) => DraftValues<z.input<S>>) {
    if (isSubmitting.current) return
    change(next)
    messages.clearAt(path)
  }

  function judge(path: string, next: DraftValues<z.input<S>>) {
    if (!isLive || typeof schema === 'function' || isSubmitting.current) return
    messages.judge(path, schema.safeParse(next).error?.issues ?? [])
  }

  const form: FormApi<DraftValues<z.input<S>>> = {
    values,
    errors: messages.errors,
    ...messages.failure,
    busy,
    dirty,
    wasRestored,
    formRef,
    set(path, value) {
      edit(path, (known) => withValueAt(known, path, value))
      judge(path, withValueAt(values, path, value))
    },
    update: (path, change) =>
      edit(path, (known) => {
        const draft = structuredClone(known)
        change(draft)
        return draft
      }),
    replace(next, opened) {
      replace(next, opened)
      messages.clear()
    },
    submit,
    discard,
  }
  return form
}
