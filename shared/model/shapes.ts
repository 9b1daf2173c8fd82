import * as z from 'zod/mini'

// These functions derive schemas from others, so that each field is declared only once. The types say what each function does to a
// shape. The casts are needed because TypeScript cannot infer it.

type Shape = z.core.$ZodShape

type SentShape<S extends Shape> = {
  [Name in keyof S]: z.ZodMiniOptional<S[Name] extends z.ZodMiniDefault<infer Inner> ? Inner : S[Name]>
}

/** Returns the keys of an object, in their order. The cast is safe as long as the object has no keys besides those of its type. */
export const objectKeys = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

/**
 * Converts the schema of a form into the schema of an edit: all fields are optional, and a missing field doesn't get its default.
 */
export function toOptionalFields<S extends Shape>({ shape }: z.ZodMiniObject<S>): z.ZodMiniObject<SentShape<S>> {
  const sent = Object.entries(shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodMiniDefault ? field.def.innerType : field),
  ])
  return z.object(Object.fromEntries(sent) as SentShape<S>)
}

type Sent<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Returns the fields of an edit that the request contains. */
export const sentFields = <T extends object>(edit: T): Sent<T> =>
  Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as Sent<T>

/** The type of a value in a response. A choice is plain text there, because another release may have offered different choices. */
type Loose<T> = T extends string
  ? string
  : T extends readonly (infer Row)[]
    ? Loose<Row>[]
    : T extends object
      ? { [Name in keyof T]: Loose<T[Name]> }
      : T
type AnsweredShape<S extends Shape> = { [Name in keyof S]: z.ZodMiniType<Loose<z.output<S[Name]>>> }

/**
 * Converts the schema of a form into the schema of a response. The fields have the same types but not the form's rules, because
 * other rules may have applied when the record was stored.
 */
export const toAnswerFields = <S extends Shape>({ shape }: z.ZodMiniObject<S>): z.ZodMiniObject<AnsweredShape<S>> =>
  z.object(
    Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, withoutRules(field)])) as AnsweredShape<S>,
  )

function withoutRules(field: z.core.$ZodType): z.ZodMiniType {
  if (field instanceof z.ZodMiniDefault || field instanceof z.ZodMiniOptional || field instanceof z.ZodMiniNonOptional)
    return withoutRules(field.def.innerType)
  if (field instanceof z.ZodMiniNullable) return z.nullable(withoutRules(field.def.innerType))
  if (field instanceof z.ZodMiniPipe) return withoutRules(field.def.out)
  if (field instanceof z.ZodMiniArray) return z.array(withoutRules(field.def.element))
  if (field instanceof z.ZodMiniObject) return toAnswerFields(field)
  if (field instanceof z.ZodMiniString || field instanceof z.ZodMiniEnum) return z.string()
  if (field instanceof z.ZodMiniNumber) return z.number()
  if (field instanceof z.ZodMiniBoolean) return z.boolean()
  throw new Error(`No answer is known for a field of the type ${field._zod.def.type}`)
}

/** Returns the fields of `value` that the schema has, and no others. This turns stored items into responses. */
export function pickFields<S extends Shape>(
  { shape }: z.ZodMiniObject<S>,
  value: z.output<z.ZodMiniObject<S>>,
): z.output<z.ZodMiniObject<S>> {
  const known: Record<string, unknown> = { ...value }
  return Object.fromEntries(Object.keys(shape).map((name) => [name, known[name]])) as z.output<z.ZodMiniObject<S>>
}
