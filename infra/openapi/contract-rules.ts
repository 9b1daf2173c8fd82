import * as z from 'zod/mini'
import { fieldDocs } from '#shared/api-docs/field-docs.ts'
import type { SchemaDirection } from './document-schemas.ts'

type AnySchema = z.core.$ZodType
type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * Casts a schema from Zod's base type, with which it is declared, to the union of all kinds of schemas. Every schema is of one of
 * these kinds.
 */
const known = (schema: AnySchema) => schema as z.core.$ZodTypes

const controls = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufffd'
/** The characters that a single line (`line`) or a longer text (`notes`) must not contain, as in `shared/model/fields.ts`. */
const unreadable: Record<string, string> = {
  line: controls,
  notes: '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\ufffd',
}

/** Formats that already determine the length and the characters of a text. */
const wholeFormats: readonly unknown[] = ['date', 'date-time', 'uuid']

/** Changes `json`, the JSON Schema that Zod made of `schema`, so that it also contains the rules that only the contract knows. */
export function addContractRules(schema: AnySchema, json: JsonSchema, direction: SchemaDirection): void {
  const { def } = known(schema)._zod
  if (json.type === 'string') sayCharacters(json)
  // Without this format, clients in some languages keep only seven digits of an amount.
  if (json.type === 'number') json.format = 'double'
  if (json.doc) sayDoc(json, String(json.doc))
  delete json.readable
  delete json.trimmed
  if (wholeFormats.includes(json.format)) {
    delete json.minLength
    delete json.maxLength
  }
  if (json.orEmpty) sayEmpty(json)
  if (def.type === 'nullable') foldNull(json)
  if (direction === 'output') {
    // A response always contains the fields that have a default, and a later release may add more fields.
    delete json.default
    delete json.additionalProperties
  } else if (mustBeSentDespiteDefault(schema)) delete json.default
  // Zod leaves out the default of a schema that converts its input, although callers may send this value as well.
  else if (def.type === 'default') json.default = def.defaultValue
  else if (def.type === 'object') sayNeeded(def.shape, json)
}

function sayDoc(json: JsonSchema, name: string): void {
  const text = fieldDocs[name]
  if (!text) throw new Error(`shared/api-docs/field-docs.ts has no text for ${name}`)
  json.description = text
  delete json.doc
}

function sayCharacters(json: JsonSchema): void {
  const none = typeof json.readable === 'string' ? unreadable[json.readable] : undefined
  if (!none || json.pattern || json.format || json.contentEncoding) return
  const isFilled = json.trimmed && (json.minLength ?? 0) > 0
  json.pattern = isFilled ? `^[^${none}]*[^\\s${none}][^${none}]*$` : `^[^${none}]*$`
}

/**
 * Describes a field that accepts a text of a format, such as a date or an id, or an empty text. The format alone would forbid the
 * empty text, and a pattern would hide the format.
 */
function sayEmpty(json: JsonSchema): void {
  const { format = '' } = json
  delete json.orEmpty
  delete json.type
  delete json.format
  json.anyOf = [
    { type: 'string', format },
    { type: 'string', const: '' },
  ]
}

/**
 * Writes `type: [string, null]` instead of two schemas, if the first schema has a type and is not an enum, which the document
 * refers to by name. If the first schema has alternatives, null becomes one of them.
 */
function foldNull(json: JsonSchema): void {
  const [inner, none, ...others] = json.anyOf ?? []
  if (others.length > 0 || typeof inner !== 'object') return
  if (inner.anyOf) json.anyOf = [...inner.anyOf, { type: 'null' }]
  if (typeof inner.type !== 'string') return
  if (typeof none !== 'object' || none.type !== 'null' || inner.enum) return
  delete json.anyOf
  Object.assign(json, inner, { type: [inner.type, 'null'] })
}

function sayNeeded(shape: Readonly<Record<string, AnySchema>>, json: JsonSchema): void {
  const needed = Object.entries(shape).flatMap(([name, field]) => (mustBeSentDespiteDefault(field) ? [name] : []))
  const required = Object.keys(shape).filter((name) => json.required?.includes(name) || needed.includes(name))
  if (required.length > 0) json.required = required
}

/** Returns whether callers must send a field although it has a default, because the field's own rules refuse the default. */
export function mustBeSentDespiteDefault(field: AnySchema): boolean {
  const { def } = known(field)._zod
  if (def.type !== 'default' && def.type !== 'prefault') return false
  if (!z.safeParse(def.innerType, def.defaultValue).success) return true
  const least = Number(z.globalRegistry.get(def.innerType)?.minLength ?? 0)
  return typeof def.defaultValue === 'string' && def.defaultValue.length < least
}
