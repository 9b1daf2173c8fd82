import * as z from 'zod/mini'
import type { Json } from './json.ts'
import { said } from './said-rules.ts'

/** What callers send, or what they get. */
export type Direction = 'input' | 'output'

type AnySchema = z.core.$ZodType

/** Zod's registry of what is said of schemas, with the names that the document gives them. */
class Names extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<S extends AnySchema>(schema: S) {
    const named = this._map.get(schema)
    const told = z.globalRegistry.get(schema)
    return named || told ? { ...told, ...named } : undefined
  }
}

const innerPrefix = '#/$defs/'

/** Where a schema stands until it is known whether both directions share its name. */
const placeOf = (direction: Direction, name: string) => `#/${direction}/${name}`

/** Collects the schemas of a document under their names. */
export function openSchemas(names: ReadonlyMap<AnySchema, string>) {
  const registry = new Names()
  for (const [schema, id] of names) registry.add(schema, { id })
  const collected = { input: new Map<string, Json>(), output: new Map<string, Json>() }

  /** JSON Schema of a schema: a reference if it has a name. */
  function refer(schema: AnySchema, direction: Direction): Json {
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema }), {
      io: direction,
      metadata: registry,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => said(zodSchema, jsonSchema, direction),
    })
    const moved = (json: unknown): Json =>
      mapped(json, (reference) => placeOf(direction, reference.slice(innerPrefix.length)))
    for (const [name, { id: _, ...json }] of Object.entries($defs)) collected[direction].set(name, moved(json))
    return moved(properties?.it)
  }

  /** The name of a schema in the document: one that is sent in another form than it is answered in has two. */
  function nameOf(direction: Direction, name: string) {
    const sent = collected.input.get(name)
    const answered = collected.output.get(name)
    const differs = sent && answered && bare(sent) !== bare(answered)
    return differs && direction === 'input' ? `${name}Input` : name
  }

  const bare = (json: Json) => JSON.stringify(json).replaceAll(/#\/(input|output)\//g, '')

  /** A part of the document with its final references. */
  const settled = (json: unknown): Json =>
    mapped(json, (reference) => {
      const [, direction, name] = /^#\/(input|output)\/(\w+)$/.exec(reference) ?? []
      if (!name || (direction !== 'input' && direction !== 'output')) return reference
      return `#/components/schemas/${nameOf(direction, name)}`
    })

  const components = (): Json => {
    const all = (['input', 'output'] as const).flatMap((direction) =>
      [...collected[direction]].map(([name, json]): [string, Json] => [nameOf(direction, name), settled(json)]),
    )
    return Object.fromEntries(all.sort(([one], [other]) => one.localeCompare(other)))
  }

  return { refer, settled, components }
}
export type Schemas = ReturnType<typeof openSchemas>

/** A copy with other references, without what is undefined. */
function mapped(json: unknown, move: (reference: string) => string): Json {
  return JSON.parse(
    JSON.stringify(json, (key, value) => (key === '$ref' && typeof value === 'string' ? move(value) : value)),
  )
}
