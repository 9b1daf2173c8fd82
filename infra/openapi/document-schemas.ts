import * as z from 'zod/mini'
import { addContractRules } from './contract-rules.ts'
import type { JsonObject } from './json.ts'

/** Whether a schema describes what callers send or what they get. */
export type SchemaDirection = 'input' | 'output'

type AnySchema = z.core.$ZodType

/**
 * A registry of what the document says about schemas apart from their rules: Zod's global metadata, and the name of each named
 * schema.
 */
class DescriptionRegistry extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<S extends AnySchema>(schema: S) {
    const name = this._map.get(schema)
    const meta = z.globalRegistry.get(schema)
    return name || meta ? { ...meta, ...name } : undefined
  }
}

const zodsPlace = '#/$defs/'

/** Returns all named schemas of the document, and a function that describes a schema or refers to it by name. */
export function buildDocumentSchemas(
  names: ReadonlyMap<AnySchema, string>,
  all: Readonly<Record<SchemaDirection, AnySchema[]>>,
) {
  const descriptions = new DescriptionRegistry()
  for (const [schema, id] of names) descriptions.add(schema, { id })
  const collected = { input: new Map<string, JsonObject>(), output: new Map<string, JsonObject>() }

  function convert(schema: AnySchema, direction: SchemaDirection): unknown {
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema }), {
      io: direction,
      metadata: descriptions,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => addContractRules(zodSchema, jsonSchema, direction),
    })
    for (const [name, { id: _, ...json }] of Object.entries($defs)) collected[direction].set(name, json)
    return properties?.it
  }
  for (const schema of all.input) convert(schema, 'input')
  for (const schema of all.output) convert(schema, 'output')

  /**
   * Returns a schema's name in the document. A schema that is sent in a different form than it is returned gets two names, and that
   * of the sent form ends in `Input`.
   */
  function nameOf(name: string, direction: SchemaDirection) {
    const sent = collected.input.get(name)
    const answered = collected.output.get(name)
    const differs = sent && answered && JSON.stringify(sent) !== JSON.stringify(answered)
    return differs && direction === 'input' ? `${name}Input` : name
  }

  const choices = new Map(
    [...collected.input, ...collected.output].flatMap(([name, json]) =>
      json.enum ? [[JSON.stringify(json), `${zodsPlace}${name}`]] : [],
    ),
  )
  /**
   * Replaces a copy of a named enum by a reference to the enum. Some fields use such copies, with an error message of their own.
   */
  const withNamedChoices = (key: string, value: unknown) => {
    const $ref = key !== '' && choices.get(JSON.stringify(value))
    return $ref ? { $ref } : value
  }

  /** Returns a copy without undefined values, in which references point to the document's components. */
  const settled = (json: unknown, direction: SchemaDirection): JsonObject =>
    JSON.parse(
      JSON.stringify(json, (key, value) =>
        key === '$ref'
          ? `#/components/schemas/${nameOf(String(value).slice(zodsPlace.length), direction)}`
          : withNamedChoices(key, value),
      ),
    )

  const componentsOf = (direction: SchemaDirection) =>
    [...collected[direction]].map(([name, json]) => [nameOf(name, direction), settled(json, direction)] as const)

  return {
    components: Object.fromEntries(
      [...componentsOf('input'), ...componentsOf('output')].sort(([one], [other]) => one.localeCompare(other)),
    ),
    /** Returns the JSON Schema of a Zod schema, or a reference if the schema has a name. */
    refer: (schema: AnySchema, direction: SchemaDirection) => settled(convert(schema, direction), direction),
  }
}
export type BuiltDocumentSchemas = ReturnType<typeof buildDocumentSchemas>
