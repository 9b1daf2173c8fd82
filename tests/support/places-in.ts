import * as z from 'zod/mini'
import { builtRoutes } from '#shared/api/areas.ts'
import type { Schema } from '#shared/model/lazy.ts'

export type Path = readonly (string | number)[]

/** Where a schema takes a text, a list, or something else. */
interface Place {
  path: Path
  schema: z.core.$ZodTypes
  /** One of several objects has it: what is wrong there is said of the choice as a whole. */
  isOneOf?: true
}

/** Every schema is one of these; its declared type says only that it is a schema. */
export const known = (schema: unknown) => schema as z.core.$ZodTypes

/** What a pipe is given: behind a conversion from anything stands what that anything has to be. */
export const takenBy = (pipe: z.core.$ZodPipeDef) =>
  known(known(pipe.in)._zod.def.type === 'transform' ? pipe.out : pipe.in)

/** Every place of a schema, lists with the places of their first entry. */
export function placesIn(schema: z.core.$ZodTypes, path: Path = []): Place[] {
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => placesIn(known(field), [...path, name]))
    case 'array':
      return [{ path, schema }, ...placesIn(known(def.element), [...path, 0])]
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'nonoptional':
      return placesIn(known(def.innerType), path)
    case 'pipe':
      return placesIn(takenBy(def), path)
    case 'union':
      return def.options.flatMap((option) => {
        const places = placesIn(known(option), path)
        return known(option)._zod.def.type === 'object'
          ? places.map((place) => ({ ...place, isOneOf: true as const }))
          : places
      })
    default:
      return [{ path, schema }]
  }
}

/** A value in which every place is there, whether or not what lies there is taken. */
export function filled(schema: z.core.$ZodTypes): unknown {
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, filled(known(field))]))
    case 'array':
      return [filled(known(def.element))]
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'nonoptional':
      return filled(known(def.innerType))
    case 'pipe':
      return filled(takenBy(def))
    default:
      return 'x'
  }
}

/** `value` with something else at one place. */
export function replaced(value: unknown, [name, ...rest]: Path, odd: unknown): unknown {
  if (name === undefined) return odd
  if (Array.isArray(value)) return value.map((inner, i) => (i === Number(name) ? replaced(inner, rest, odd) : inner))
  return { ...Object(value), [name]: replaced(Reflect.get(Object(value), name), rest, odd) }
}

export const isAlone = ({ isOneOf }: Place) => !isOneOf
export const isText = ({ schema }: Place) => schema._zod.def.type === 'string'
export const isList = ({ schema }: Place) => schema._zod.def.type === 'array'

/** What a schema says about one place when `odd` lies there. */
export function saidOf(schema: Schema, { path }: Place, odd: unknown) {
  const { error } = z.safeParse(schema, replaced(filled(known(schema)), path, odd))
  return (error?.issues ?? []).filter((issue) => path.every((part, i) => issue.path[i] === part))
}

interface Asked {
  /** `POST /api/roles body` */
  name: string
  schema: Schema
}

/** What callers send: the body and the query of every call of the contract. */
export const askedSchemas = (): Asked[] =>
  builtRoutes().flatMap(({ routeKey, entry }) => [
    ...(entry.body ? [{ name: `${routeKey} body`, schema: entry.body() }] : []),
    ...(entry.query ? [{ name: `${routeKey} query`, schema: entry.query() }] : []),
  ])
