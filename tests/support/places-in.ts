import * as z from 'zod/mini'
import { listRoutes } from '#shared/api/areas.ts'
import type { Schema } from '#shared/model/lazy.ts'

export type Path = readonly (string | number)[]

/** A position in a schema at which it expects a single value or a list. */
interface Place {
  path: Path
  schema: z.core.$ZodTypes
  /** The position is inside one of several alternative objects, so a message about it is about the choice as a whole. */
  isOneOf?: true
}

/** Narrows the type of a schema. Zod declares schemas by their base type, but every schema is in fact one of this union. */
export const asKnownSchema = (schema: unknown) => schema as z.core.$ZodTypes

/** Returns the schema of a pipe's input. If a transform comes first, the schema after it says what the input must be. */
export const pipeInputSchema = (pipe: z.core.$ZodPipeDef) =>
  asKnownSchema(asKnownSchema(pipe.in)._zod.def.type === 'transform' ? pipe.out : pipe.in)

/** Returns every position of a schema. A list is one position, and its first entry adds the positions inside it. */
export function placesIn(schema: z.core.$ZodTypes, path: Path = []): Place[] {
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => placesIn(asKnownSchema(field), [...path, name]))
    case 'array':
      return [{ path, schema }, ...placesIn(asKnownSchema(def.element), [...path, 0])]
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'nonoptional':
      return placesIn(asKnownSchema(def.innerType), path)
    case 'pipe':
      return placesIn(pipeInputSchema(def), path)
    case 'union':
      return def.options.flatMap((option) => {
        const places = placesIn(asKnownSchema(option), path)
        return asKnownSchema(option)._zod.def.type === 'object'
          ? places.map((place) => ({ ...place, isOneOf: true as const }))
          : places
      })
    default:
      return [{ path, schema }]
  }
}

/**
 * Returns a value with an `x` at every position of the schema, whether or not the schema accepts it. In place of a union there is a
 * single `x`.
 */
export function exampleFilledWithX(schema: z.core.$ZodTypes): unknown {
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, field]) => [name, exampleFilledWithX(asKnownSchema(field))]),
      )
    case 'array':
      return [exampleFilledWithX(asKnownSchema(def.element))]
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'nonoptional':
      return exampleFilledWithX(asKnownSchema(def.innerType))
    case 'pipe':
      return exampleFilledWithX(pipeInputSchema(def))
    default:
      return 'x'
  }
}

/** Returns a copy of `value` with `odd` at one position. */
export function withValueAt(value: unknown, [name, ...rest]: Path, odd: unknown): unknown {
  if (name === undefined) return odd
  if (Array.isArray(value)) return value.map((inner, i) => (i === Number(name) ? withValueAt(inner, rest, odd) : inner))
  return { ...Object(value), [name]: withValueAt(Reflect.get(Object(value), name), rest, odd) }
}

export const isOutsideAlternatives = ({ isOneOf }: Place) => !isOneOf
export const isText = ({ schema }: Place) => schema._zod.def.type === 'string'
export const isList = ({ schema }: Place) => schema._zod.def.type === 'array'

/** Returns the problems that a schema finds at one position, or inside it, if `odd` is there. */
export function issuesAt(schema: Schema, { path }: Place, odd: unknown) {
  const { error } = z.safeParse(schema, withValueAt(exampleFilledWithX(asKnownSchema(schema)), path, odd))
  return (error?.issues ?? []).filter((issue) => path.every((part, i) => issue.path[i] === part))
}

interface Requested {
  /** The call and the part of its request, for example `POST /api/roles body`. */
  name: string
  schema: Schema
}

/** Returns the schemas of what callers send: the body and the query of every call of the contract. */
export const requestSchemas = (): Requested[] =>
  listRoutes().flatMap(({ routeKey, entry }) => [
    ...(entry.body ? [{ name: `${routeKey} body`, schema: entry.body() }] : []),
    ...(entry.query ? [{ name: `${routeKey} query`, schema: entry.query() }] : []),
  ])
