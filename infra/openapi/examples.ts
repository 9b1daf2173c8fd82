import { absent, factOf } from './demo-facts.ts'
import type { Json } from './json.ts'

/** A schema, as far as examples look at it. */
interface Described {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  properties?: Record<string, Described>
  items?: Described
  anyOf?: readonly Described[]
  enum?: readonly unknown[]
  minimum?: number
}

const samples: Readonly<Record<string, string>> = {
  uuid: '7d0c1f0e-8f5b-4a9e-b3d7-5b8f0e3c2a41',
  date: '2026-11-23',
  'date-time': '2026-11-23T14:05:00.000Z',
  email: 'admin@demo.carelane.example',
  uri: 'https://carelane.example',
}

type Place = Parameters<typeof factOf>[1]

/** An example of a schema in a call. */
export type ExampleOf = (schema: Described, place: Place) => unknown

/** Makes examples of what the demo pharmacy has in fields of their names. */
export function exampleMaker(components: Readonly<Record<string, Described>>): ExampleOf {
  const exampleOf: ExampleOf = (schema, place) => {
    if (schema.$ref) {
      const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
      return known(factOf(name, place), () => exampleOf(components[name] ?? {}, { ...place, schema: name }))
    }
    if (schema.properties) return exampleObject(schema.properties, place)
    if (schema.items) return [exampleOf(schema.items, place)]
    if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], place)
    return exampleValue(schema)
  }

  const exampleObject = (properties: Readonly<Record<string, Described>>, place: Place): Json =>
    Object.fromEntries(
      Object.entries(properties)
        .map(([name, field]) => [name, known(factOf(name, place), () => exampleOf(field, place))] as const)
        .filter(([, value]) => value !== absent),
    )

  return exampleOf
}

const known = (fact: unknown, otherwise: () => unknown) => (fact === undefined ? otherwise() : fact)

/** An example of a value without parts. */
function exampleValue(schema: Described): unknown {
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (schema.enum) return schema.enum[0]
  const [type] = [schema.type].flat()
  if (type === 'boolean') return false
  return type === 'string' ? (samples[schema.format ?? ''] ?? 'Text') : (schema.minimum ?? 1)
}
