import type { FieldProblem } from '../api/call-error.ts'

/** The paths of fields of `V` whose values are of type `T`, such as `rx_information.0.rx_number`. */
export type FieldPath<V, T = unknown> = V extends readonly (infer Row)[]
  ? `${number}.${FieldPath<Row, T>}`
  : {
      [Key in keyof V & string]:
        | (V[Key] extends T ? Key : never)
        | (V[Key] extends object ? `${Key}.${FieldPath<V[Key], T>}` : never)
    }[keyof V & string]

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const keysOf = (path: string) => path.split('.')

/** Returns the value at a path such as `rx_information.0.rx_number`; undefined if there is none. */
export const valueAt = (values: unknown, path: string): unknown =>
  keysOf(path).reduce<unknown>(
    (value, key) => (isContainer(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    values,
  )

/** Returns a copy of `values` with another value at an existing `path`. */
export function withValueAt<V>(values: V, path: string, value: unknown): V {
  const copy = structuredClone(values)
  const keys = keysOf(path)
  const last = keys.pop() ?? ''
  const parent = keys.length === 0 ? copy : valueAt(copy, keys.join('.'))
  if (!isContainer(parent) || !Object.hasOwn(parent, last)) throw new Error(`The form has no field ${path}`)
  Reflect.set(parent, last, value)
  return copy
}

/** Returns `errors` without the errors of `path` and of the fields below it. */
export const withoutErrorsAt = (errors: Readonly<Record<string, string>>, path: string) =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name !== path && !name.startsWith(`${path}.`)))

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** Returns the first message of each field, by path. */
export function errorsByField(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message
  return errors
}

/** Returns a field's name in words: `Patient signature` for `patient_signature`, and `RX information 2 copay` for a row's field. */
export function fieldInWords(loc: readonly (string | number)[]) {
  const [, ...parts] = loc
  const words = parts.map((part) => (typeof part === 'number' ? part + 1 : part.replace(/(?<!photo|external)_id$/, '')))
  const spelled = words
    .join(' ')
    .replaceAll('_', ' ')
    .replace(/\b(rx|sku|zip|hipaa|npi|nabp|nf|aob|mfa|id)(?=s?\b)/g, (word) => word.toUpperCase())
  return spelled.charAt(0).toUpperCase() + spelled.slice(1)
}

/**
 * Splits the problems of a refused call: `fields` has the first message for each field of the form that has a problem, by path, and
 * `rest` has the problems that belong to no field of the form, as text.
 */
export function splitProblemsByField(problems: readonly FieldProblem[], values: unknown) {
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const { loc, msg } of problems) {
    const path = loc.slice(1).join('.')
    if (loc[0] === 'body' && valueAt(values, path) !== undefined) fields[path] ??= msg
    else rest.push([fieldInWords(loc), msg].filter(Boolean).join(': '))
  }
  return { fields, rest: rest.join('; ') }
}

/**
 * The values of a form while it is being filled in. It has every field of the schema's input; a number is '' while its field is
 * empty, and a choice may be any text.
 */
export type DraftValues<T> = T extends number
  ? number | ''
  : T extends string
    ? string
    : T extends boolean | null
      ? T
      : T extends readonly (infer Row)[]
        ? DraftValues<Row>[]
        : T extends object
          ? { [Key in keyof T]-?: DraftValues<Exclude<T[Key], undefined>> }
          : never
