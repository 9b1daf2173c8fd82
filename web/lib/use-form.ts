import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Schema } from '#shared/api/contract.ts'
import { CallError } from './call-error.ts'
import type { Draft } from './draft.ts'
import { errorsOf, type FieldPath, placeProblems, valueAt, withoutErrorsAt, withValueAt } from './field-paths.ts'
import { useUnsavedWork } from './unsaved-work.ts'

/** After so long without a key, what is typed is judged. */
const typingPauseMs = 1000

interface FormOptions<S extends Schema> {
  initial: Draft<z.input<S>>
  /** Gets the parsed values. A CallError that it lets through is shown: by field where it names one, else above. */
  onSubmit: (values: z.output<S>) => Promise<unknown>
  /** The words above the form for a failure; the server's own when absent. '' shows those that found no field, if any. */
  failureText?: (error: CallError) => string
  /**
   * A field that was changed is checked as it is left or after a pause, and at each change from then on, not only when the form
   * is sent. Needs the schema itself.
   */
  isLive?: boolean
}

export interface FormApi<V = unknown> {
  values: V
  /** Message by field path: `rx_information.0.rx_number`. */
  errors: Readonly<Record<string, string>>
  failure: string
  busy: boolean
  /** Something was changed since the form was opened or last saved. */
  dirty: boolean
  formRef: React.RefObject<HTMLFormElement | null>
  set(path: FieldPath<V> & string, value: unknown): void
  /** The focus leaves that field. */
  leave(path: string): void
  /** Changes a copy of the values in place: adds and removes rows. Errors below `path` are cleared. */
  update(path: keyof V & string, change: (draft: V) => void): void
  /** Other values in place of all: what was said of the old ones is gone. */
  replace: (values: V) => void
  submit: () => Promise<void>
}

/**
 * A form by its schema, or by how to load it. Typed values survive every failure, and a second submit waits for the
 * first.
 */
export function useForm<S extends Schema>(
  schema: S | (() => Promise<S>),
  { initial, onSubmit, failureText, isLive = false }: FormOptions<S>,
) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const [dirty, setDirty] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const isSubmitting = useRef(false)
  const judged = useRef(new Set<string>())
  const changed = useRef('')
  const formRef = useRef<HTMLFormElement>(null)

  useUnsavedWork(dirty)

  // After the fields know that they are invalid. A group of them is marked as a whole, but takes no focus itself.
  useEffect(() => {
    if (refusals)
      formRef.current?.querySelector<HTMLElement>(':is(input, select, textarea)[aria-invalid="true"]')?.focus()
  }, [refusals])

  const change = (path: string, next: (values: Draft<z.input<S>>) => Draft<z.input<S>>) => {
    setValues(next)
    setErrors((known) => withoutErrorsAt(known, path))
    setDirty(true)
  }

  /** A change of one field can put another right, or wrong: all that were judged before are judged anew. */
  function judge(next: Draft<z.input<S>>) {
    if (!isLive || typeof schema === 'function') return
    const found = errorsOf(schema.safeParse(next).error?.issues ?? [])
    setErrors(Object.fromEntries(Object.entries(found).filter(([name]) => judged.current.has(name))))
  }

  /** Nobody is told of a mistake at the first letter. */
  function leave(path: string) {
    if (changed.current !== path) return
    changed.current = ''
    judged.current.add(path)
    judge(values)
  }
  const pause = useEffectEvent(() => leave(changed.current))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change starts the pause anew
  useEffect(() => {
    if (!isLive) return
    const timer = setTimeout(pause, typingPauseMs)
    return () => clearTimeout(timer)
  }, [isLive, values])

  function refuse(found: Record<string, string>, text: string) {
    setErrors(found)
    setFailure(text)
    setRefusals((count) => count + 1)
  }

  async function submit() {
    if (isSubmitting.current) return
    const parsed = (typeof schema === 'function' ? await schema() : schema).safeParse(values)
    // Another press, while the schema came.
    if (isSubmitting.current) return
    if (!parsed.success) {
      const found = errorsOf(parsed.error.issues)
      judged.current = new Set(Object.keys(found))
      const placed = Object.keys(found).some((path) => valueAt(values, path) !== undefined)
      return refuse(found, placed ? '' : Object.values(found).join('; '))
    }
    isSubmitting.current = true
    setBusy(true)
    setErrors({})
    setFailure('')
    try {
      await onSubmit(parsed.data)
      setDirty(false)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { fields, rest } = placeProblems(error.problems, values)
      const whole = error.problems.length ? '' : error.detail || 'Something went wrong. Please try again.'
      refuse(fields, (failureText ? failureText(error) : whole) || rest)
    } finally {
      isSubmitting.current = false
      setBusy(false)
    }
  }

  // What is on its way to the server takes no change.
  const form: FormApi<Draft<z.input<S>>> = {
    values,
    errors,
    failure,
    busy,
    dirty,
    formRef,
    set(path, value) {
      if (isSubmitting.current) return
      change(path, (known) => withValueAt(known, path, value))
      changed.current = path
      if (judged.current.has(path)) judge(withValueAt(values, path, value))
    },
    leave,
    update(path, edit) {
      if (isSubmitting.current) return
      change(path, (known) => {
        const draft = structuredClone(known)
        edit(draft)
        return draft
      })
    },
    replace: (next) => {
      setValues(next)
      setErrors({})
      setFailure('')
    },
    submit,
  }
  return form
}
