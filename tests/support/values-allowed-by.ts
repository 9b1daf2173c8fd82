import fc from 'fast-check'
import { type DescribedSchema, resolvedSchema, violationsOf } from './document.ts'

const day = fc.integer({ min: 1, max: 28 }).map((date) => `2099-02-${String(date).padStart(2, '0')}`)

/**
 * Candidates for texts, enough for all the rules of the OpenAPI document. Those that break the rules of a field are filtered out.
 */
const texts = [
  ...[
    '',
    'a',
    'Text',
    ' spaced out ',
    '🙂🙂',
    'X'.repeat(60),
    'CT',
    '06510',
    '5550100142',
    '+1 (555) 010-0142',
    '1234567893',
  ],
  ...['grace@example.com', 'Sturdy-Bridge-77', 'America/Chicago', '2099-01-01', '12.5', 'true', '{"a":1}'],
  ...['data:image/png;base64,iVBORw0KGgo=', 'data:image/jpeg;base64,/9j/4AAQ', '7d0c1f0e-8f5b-4a9e-b3d7-5b8f0e3c2a41'],
]

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  date: day,
  'date-time': day.map((date) => `${date}T15:00:00.000Z`),
}

function text(schema: DescribedSchema): fc.Arbitrary<unknown> {
  const own = formats[schema.format ?? '']
  if (own) return own
  const fitting = texts.filter((candidate) => violationsOf({ ...schema, type: 'string' }, candidate).length === 0)
  const free = fc.string({ unit: 'grapheme', maxLength: schema.maxLength ?? 50 })
  const isFree = violationsOf({ ...schema, type: 'string' }, 'any qv 7').length === 0
  return isFree ? fc.oneof(fc.constantFrom(...fitting), free) : fc.constantFrom(...fitting)
}

const number = ({ type, minimum = 0, maximum = 1000, multipleOf }: DescribedSchema): fc.Arbitrary<number> =>
  type === 'integer' || !multipleOf
    ? fc.integer({ min: minimum, max: maximum })
    : fc.integer({ min: minimum * 100, max: Math.floor(maximum * 100) }).map((cents) => cents / 100)

function record(schema: DescribedSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valuesOf(field)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] })
}

function valuesOf(reference: DescribedSchema): fc.Arbitrary<unknown> {
  const schema = resolvedSchema(reference)
  // Beside a type, `oneOf` only says which fields go together, so it is left to the filter of `valuesAllowedBy`.
  const choices = schema.anyOf ?? (schema.type === undefined ? schema.oneOf : undefined)
  if (choices) return fc.oneof(...choices.map(valuesOf))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (typeof schema.type === 'object') return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type })))
  switch (schema.type) {
    case 'object':
      return record(schema)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: (schema.minItems ?? 0) + 2,
      })
    case 'string':
      return text(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return number(schema)
  }
}

/** Generates values that a schema of the OpenAPI document allows. */
export const valuesAllowedBy = (schema: DescribedSchema): fc.Arbitrary<unknown> =>
  valuesOf(schema).filter((value) => violationsOf(schema, value).length === 0)
