import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Schema } from '#shared/model/lazy.ts'
import { PartError } from '../api/browser-error.ts'
import { CallError } from '../api/call-error.ts'
import type { FormDraft } from './form-drafts.ts'
import type { Draft } from './form-values.ts'
import { errorsOf, type FieldPath, placeProblems, valueAt, withoutErrorsAt, withValueAt } from './form-values.ts'
import { useUnsavedWork } from './unsaved-work.ts'

interface FormOptions<S extends Schema> {
  initial: Draft<z.input<S>>
  /**
   * Receives the parsed values. If it throws a CallError, the message is shown at the field that the error names, or above the
   * form.
   */
  onSubmit: (values: z.output<S>) => Promise<unknown>
  /**
   * Returns the message above the form for a failure; by default it is the server's message. If it returns '', the form shows only
   * those of the server's problems that name none of its fields.
   */
  failureText?: (error: CallError) => string
  /** Checks a field at each change, not only on submit. Requires the schema itself, not a function that loads it. */
  isLive?: boolean
  /** Keeps unsaved values across reloads. */
  draft?: FormDraft
  /** Values with a row in every list, if lists of `initial` may be empty. Rows of a draft are checked against these rows. */
  sample?: Draft<z.input<S>>
  /** State that the draft keeps in addition to the fields; any JSON value. */
  beside?: unknown
}

interface Failure {
  failure: string
  /** The label of the button that submits again, if a part of the app that the form needs failed to load. */
  again: PartError['again'] | undefined
}

const noFailure: Failure = { failure: '', again: undefined }

export interface FormApi<V = unknown> extends Failure {
  values: V
  /** Messages by field path, such as `rx_information.0.rx_number`. */
  errors: Readonly<Record<string, string>>
  busy: boolean
  /** True if a value was changed since the form was opened or last saved. */
  dirty: boolean
  /** True if the form continues with values that were typed before a reload. */
  wasKept: boolean
  formRef: React.RefObject<HTMLFormElement | null>
  set(path: FieldPath<V> & string, value: unknown): void
  /** Changes a copy of the values, for example by adding a row. Clears the errors below `path`. */
  update(path: keyof V & string, change: (draft: V) => void): void
  /** Replaces all values. `opened` becomes the state to which edits are compared. Clears all messages. */
  replace: (values: V, opened: V) => void
  submit: () => Promise<void>
  /** Discards the unsaved values. */
  discard: () => void
}

/** Focuses an invalid field, and scrolls its message into view as well. */
function show(field: HTMLElement) {
  field.focus()
  const said = field.closest('[aria-describedby]')?.getAttribute('aria-describedby')?.split(' ') ?? []
  for (const id of said) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  field.scrollIntoView({ block: 'nearest' })
}

/**
 * The state of a form, from its schema or from a function that loads the schema. Typed values survive every failure. A second
 * submit is ignored while the first is running.
 */
export function useForm<S extends Schema>(
  schema: S | (() => Promise<S>),
  { initial, onSubmit, failureText, isLive = false, draft, sample, beside }: FormOptions<S>,
) {
  const [opened, setOpened] = useState(initial)
  const [values, setValues] = useState(() => draft?.restore(initial, sample) ?? initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<Failure>(noFailure)
  const [busy, setBusy] = useState(false)
  const wasKept = draft?.wasKept ?? false
  const [dirty, setDirty] = useState(wasKept)
  const [refusals, setRefusals] = useState(0)
  const isSubmitting = useRef(false)
  const judged = useRef(new Set<string>())
  const formRef = useRef<HTMLFormElement>(null)

  useUnsavedWork(dirty)

  useEffect(() => {
    if (dirty) draft?.keep({ opened, typed: values, beside })
  }, [dirty, draft, opened, values, beside])

  // Runs after the fields are marked as invalid. A group of fields is marked as a whole, but cannot be focused itself.
  useEffect(() => {
    if (!refusals) return
    const field = formRef.current?.querySelector<HTMLElement>(':is(input, select, textarea)[aria-invalid="true"]')
    if (field) return show(field)
    // A message about the whole form appears above its fields, which may be out of view.
    formRef.current?.querySelector(':scope > [role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [refusals])

  const change = (path: string, next: (values: Draft<z.input<S>>) => Draft<z.input<S>>) => {
    setValues(next)
    setErrors((known) => withoutErrorsAt(known, path))
    setDirty(true)
  }

  /** Changing one field can make another valid or invalid, so all fields that were checked before are checked again. */
  function judge(path: string, next: Draft<z.input<S>>) {
    if (!isLive || typeof schema === 'function') return
    judged.current.add(path)
    const found = errorsOf(schema.safeParse(next).error?.issues ?? [])
    setErrors(Object.fromEntries(Object.entries(found).filter(([name]) => judged.current.has(name))))
  }

  function refuse(found: Record<string, string>, text: string, error?: CallError) {
    setErrors(found)
    setFailure({ failure: text, again: error instanceof PartError ? error.again : undefined })
    setRefusals((count) => count + 1)
  }

  function refuseInvalid(issues: readonly z.core.$ZodIssue[]) {
    const found = errorsOf(issues)
    judged.current = new Set(Object.keys(found))
    const placed = Object.keys(found).some((path) => valueAt(values, path) !== undefined)
    refuse(found, placed ? '' : Object.values(found).join('; '))
  }

  function discard() {
    setDirty(false)
    draft?.drop()
  }

  async function submit() {
    if (isSubmitting.current) return
    isSubmitting.current = true
    try {
      if (typeof schema === 'function') setBusy(true)
      const parsed = (typeof schema === 'function' ? await schema() : schema).safeParse(values)
      if (!parsed.success) return refuseInvalid(parsed.error.issues)
      setBusy(true)
      setErrors({})
      setFailure(noFailure)
      await onSubmit(parsed.data)
      discard()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { fields, rest } = placeProblems(error.problems, values)
      const whole = error.problems.length ? '' : error.detail || 'Something went wrong. Please try again.'
      refuse(fields, (failureText ? failureText(error) : whole) || rest, error)
    } finally {
      isSubmitting.current = false
      setBusy(false)
    }
  }

  // The values cannot be edited while they are being submitted.
  const form: FormApi<Draft<z.input<S>>> = {
    values,
    errors,
    ...failure,
    busy,
    dirty,
    wasKept,
    formRef,
    set(path, value) {
      if (isSubmitting.current) return
      change(path, (known) => withValueAt(known, path, value))
      judge(path, withValueAt(values, path, value))
    },
    update(path, edit) {
      if (isSubmitting.current) return
      change(path, (known) => {
        const draft = structuredClone(known)
        edit(draft)
        return draft
      })
    },
    replace: (next, openedNext) => {
      setValues(next)
      setOpened(openedNext)
      setErrors({})
      setFailure(noFailure)
    },
    submit,
    discard,
  }
  return form
}
