import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Schema } from '#shared/model/lazy.ts'
import { signature } from './builders.ts'
import { asKnownSchema, type Path, pipeInputSchema, withValueAt } from './places-in.ts'

/** Texts of every kind that a field asks for, and odd ones that a field for free text accepts. */
const texts = [
  ...[
    '',
    'A',
    'Grace Hopper',
    'O’Brien-Łukasz 漢字 🙂',
    '<b>"&\'</b>',
    '%_\\',
    '12 Harbor Street',
    'New Haven',
    'CT',
    'ny',
  ],
  ...[
    '06510',
    '5550100142',
    '(555) 010-0142',
    '1234567',
    '1234567893',
    'grace@example.com',
    'X'.repeat(200),
    '50',
    'true',
  ],
  ...[
    '2099-01-01',
    '2099-01-01T15:00:00.000Z',
    '09:00-12:00',
    '18:00-21:00',
    'delivery',
    'inventory_mgmt',
    'pharmacy',
    'medical, pharmacy',
  ],
  ...['delivery.view_orders', 'inventory_mgmt.check_stock', 'assigned,delivered', signature],
  'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==',
  'America/Chicago',
]
const numbers = [0, 1, 2, 3, 9, 0.01, 0.29, 10.1, 40, 9999, 999_999.99]

/**
 * Generators for fields of these names, used in place of the field's schema, for example for ids that exist and for values that
 * must agree with one another.
 */
export type FieldGenerators = Readonly<Record<string, fc.Arbitrary<unknown>>>

/**
 * Generates values that a schema accepts. Throws if none of the texts and numbers here fits a field, so that a fitting one is added
 * for every new kind of field.
 */
export const validValues = (schema: Schema, places: FieldGenerators = {}): fc.Arbitrary<unknown> =>
  inside(schema, places, accepting(schema)).filter(notForever(accepting(schema)))

type Accepts = (value: unknown) => boolean
const accepting =
  (schema: Schema): Accepts =>
  (value) =>
    z.safeParse(schema, value).success

/** The number of refused values in a row after which a generator is given up. So many refusals are not bad luck. */
const hopeless = 10_000

/**
 * Returns the same check, but one that throws if it refuses more than `hopeless` values in a row. A filter would otherwise search
 * for ever.
 */
function notForever(accepts: Accepts): Accepts {
  let refused = 0
  return (value) => {
    const isAccepted = accepts(value)
    refused = isAccepted ? 0 : refused + 1
    if (refused > hopeless) throw new Error(`The schema takes nothing like ${JSON.stringify(value)}`)
    return isAccepted
  }
}

function inside(schema: Schema, places: FieldGenerators, accepts: Accepts): fc.Arbitrary<unknown> {
  const { def } = asKnownSchema(schema)._zod
  switch (def.type) {
    case 'object':
      return fc
        .record(
          Object.fromEntries(
            Object.entries(def.shape).map(([name, field]) => [name, places[name] ?? of(field, places)]),
          ),
        )
        .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))
    case 'array':
      return fc.array(of(def.element, places), { maxLength: 3 }).filter(accepts)
    case 'tuple':
      return fc.tuple(...def.items.map((item) => of(item, places)))
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.oneof({ weight: 3, arbitrary: of(def.innerType, places) }, fc.constant(undefined))
    case 'nullable':
      return fc.oneof({ weight: 3, arbitrary: of(def.innerType, places) }, fc.constant(null))
    case 'nonoptional':
      return of(def.innerType, places)
    case 'pipe':
      return inside(pipeInputSchema(def) as unknown as Schema, places, accepts)
    case 'union':
      return fc.oneof(...def.options.map((option) => inside(option as unknown as Schema, places, accepts)))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'number':
      return oneOf(numbers, accepts)
    case 'string':
      return accepts('any qv 7')
        ? fc.oneof(oneOf(texts, accepts), fc.string({ unit: 'grapheme' }).filter(accepts))
        : oneOf(texts, accepts)
    case 'record':
      return fc.dictionary(fc.string(), fc.jsonValue())
    default:
      throw new Error(`Nothing is known that fits a schema of the type ${def.type}`)
  }
}

const of = (schema: z.core.$ZodType, places: FieldGenerators) => {
  const known = schema as unknown as Schema
  return inside(known, places, accepting(known))
}

function oneOf(candidates: readonly unknown[], accepts: Accepts) {
  const taken = candidates.filter(accepts)
  if (taken.length === 0) throw new Error('No text or number here fits this field')
  return fc.constantFrom(...taken)
}

const junk: readonly unknown[] = [
  ...[undefined, null, '', ' ', '\u0000', '\ud800', 0, -1, 1.005, 1e21, true, [], {}, [[1]], { toString: 1 }, [null]],
  ...[
    'x'.repeat(2500),
    '🙂'.repeat(150),
    '2026-02-30',
    '9'.repeat(400),
    '__proto__',
    'NaN',
    '{{7*7}}',
    'T#x#D#y',
    "' OR 1=1",
  ],
]

/** Generates values with one part replaced by junk, which their schema refuses in most cases. */
export const brokenValues = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(values, fc.nat(), fc.constantFrom(...junk)).map(([value, place, odd]) => {
    const paths = pathsOf(value)
    return withValueAt(value, paths[place % paths.length] ?? [], odd)
  })

/** Objects whose members have the names of what code expects of every object. */
export const hostileObjects: readonly unknown[] = [
  { toString: 1 },
  { toString: 1, valueOf: 1, length: -1 },
  { toJSON: 1, constructor: 1, name: { toString: 1 } },
  { hasOwnProperty: 1, length: 1e9, '0': { toString: 1 } },
]

/**
 * Returns copies of a value with the object in place of each text, number and truth value in it, and of the value itself. The keys
 * name the places.
 */
export const withHostileObjects = (value: unknown, odd: unknown): Map<string, unknown> =>
  new Map(
    pathsOf(value)
      .filter((path) => path.length === 0 || typeof valueAt(value, path) !== 'object')
      .map((path) => [
        path.map((name) => (/^\d+$/.test(String(name)) ? 0 : name)).join('.'),
        withValueAt(value, path, odd),
      ]),
  )

const valueAt = (value: unknown, path: Path) =>
  path.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), value)

const pathsOf = (value: unknown, at: Path = []): Path[] => [
  at,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...at, name]))
    : []),
]
