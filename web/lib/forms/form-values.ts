import type { Problem } from '../api/call-error.ts'

/** Paths of the fields of `V` whose values are of `T`: `rx_information.0.rx_number`. */
export type FieldPath<V, T = unknown> = V extends readonly (infer Row)[]
  ? `${number}.${FieldPath<Row, T>}`
  : {
      [Key in keyof V & string]:
        | (V[Key] extends T ? Key : never)
        | (V[Key] extends object ? `${Key}.${FieldPath<V[Key], T>}` : never)
    }[keyof V & string]

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const keysOf = (path: string) => path.split('.')

/** The value at `rx_information.0.rx_number`; undefined when there is none. */
export const valueAt = (values: unknown, path: string): unknown =>
  keysOf(path).reduce<unknown>(
    (value, key) => (isContainer(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    values,
  )

/** A copy of `values` with another value at an existing `path`. */
export function withValueAt<V>(values: V, path: string, value: unknown): V {
  const copy = structuredClone(values)
  const keys = keysOf(path)
  const last = keys.pop() ?? ''
  const parent = keys.length === 0 ? copy : valueAt(copy, keys.join('.'))
  if (!isContainer(parent) || !Object.hasOwn(parent, last)) throw new Error(`The form has no field ${path}`)
  Reflect.set(parent, last, value)
  return copy
}

/** `errors` without those of `path` and what lies below it. */
export const withoutErrorsAt = (errors: Readonly<Record<string, string>>, path: string) =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name !== path && !name.startsWith(`${path}.`)))

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** The first message of each field. */
export function errorsOf(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message
  return errors
}

/** Sorts a 422's problems into those of fields that the form has, by path, and the rest in words. */
export function placeProblems(problems: readonly Problem[], values: unknown) {
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const { loc, msg } of problems) {
    const path = loc.slice(1).join('.')
    if (loc[0] === 'body' && valueAt(values, path) !== undefined) fields[path] ??= msg
    else rest.push(path ? `${path}: ${msg}` : msg)
  }
  return { fields, rest: rest.join('; ') }
}

/**
 * What a form holds while it is filled in: every field of the schema's input, numbers as numbers or '' for an empty
 * field, choices as any text.
 */
export type Draft<T> = T extends number
  ? number | ''
  : T extends string
    ? string
    : T extends boolean | null
      ? T
      : T extends readonly (infer Row)[]
        ? Draft<Row>[]
        : T extends object
          ? { [Key in keyof T]-?: Draft<Exclude<T[Key], undefined>> }
          : never
