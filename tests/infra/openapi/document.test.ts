import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listRoutes } from '#shared/api/areas.ts'
import { fieldDocs } from '#shared/api-docs/field-docs.ts'
import { findCallDocs } from '#shared/api-docs/find-call-docs.ts'
import {
  answeredSchema,
  apiDocument,
  type DescribedSchema,
  describedCall,
  resolvedSchema,
  violationsOf,
} from '#tests/support/document.ts'

const { paths, components } = apiDocument()
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
)

test('every built call is documented once, with its access', () => {
  const built = listRoutes().map(({ routeKey }) => routeKey)
  expect(described.map(({ key }) => key).sort()).toEqual(built.sort())
  expect(described.every(({ operation }) => operation['x-access'])).toBe(true)
})

test('a call is documented with its path, query, headers and form with a file', () => {
  expect(paths['/api/deliveries']?.get?.parameters).toContainEqual(
    expect.objectContaining({ name: 'delivery_date', in: 'query', required: false }),
  )
  expect(paths['/api/deliveries/{id}/completion']?.patch).toMatchObject({
    parameters: [
      { name: 'id', in: 'path' },
      { $ref: '#/components/parameters/IdempotencyKey' },
      { $ref: '#/components/parameters/IfMatch' },
    ],
    requestBody: {
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Completion' } },
        'multipart/form-data': {
          schema: { required: ['data'], properties: { delivery_photo: { type: 'string', format: 'binary' } } },
          encoding: { data: { contentType: 'application/json' } },
        },
      },
    },
  })
})

test('every field description is in the document', () => {
  const document = JSON.stringify(paths) + JSON.stringify(components)
  expect(Object.values(fieldDocs).filter((text) => !document.includes(JSON.stringify(text)))).toEqual([])
})

test('a comma-separated list is documented as an array of its allowed values', () => {
  expect(paths['/api/deliveries']?.get?.parameters).toContainEqual(
    expect.objectContaining({
      name: 'status',
      style: 'form',
      explode: false,
      schema: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/DeliveryStatus' } },
    }),
  )
})

test('a call documents its size limit, its Location header and its errors', () => {
  expect(paths['/api/auth/login']?.post).toMatchObject({ 'x-body-limit-bytes': { json: 32_768 } })
  expect(paths['/api/deliveries/{id}/completion']?.patch).toMatchObject({
    'x-body-limit-bytes': { json: 524_288, form: 4_718_592 },
  })
  expect(paths['/api/roles']?.post).toMatchObject({ responses: { 201: { headers: { Location: {} } } } })
  const refusals = Object.keys(describedCall({ method: 'PATCH', path: '/api/deliveries/{id}/completion' }).responses)
  expect(refusals).toEqual(['200', '400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503'])
})

test('a second name of a call is deprecated and names the call to use', () => {
  const marked = listRoutes().filter(({ entry }) => describedCall(entry).deprecated)
  expect(marked.map((route) => [route.routeKey, findCallDocs(route).aliasOf])).toEqual([
    ['GET /api/products/user-permissions', 'readMyPermissions'],
    ['POST /api/users/first-user', 'signUpCompany'],
  ])
  for (const route of marked)
    expect(describedCall(route.entry).description).toContain(`\`${findCallDocs(route).aliasOf}\``)
})

test('mandatory fields are required and have no default', () => {
  const { CompanyForm, UsedLink } = components.schemas
  expect(CompanyForm?.required).toContain('metadata')
  expect(UsedLink).toMatchObject({ required: ['token'], properties: { token: { minLength: 1 } } })
  expect(UsedLink?.properties?.token).not.toHaveProperty('default')
})

/** Returns every object schema in a part of the document with its place, including unnamed schemas inside others. */
function schemasIn(part: unknown, place: string): { place: string; shape: string }[] {
  if (typeof part !== 'object' || part === null) return []
  return [
    ...('properties' in part ? [{ place, shape: JSON.stringify(part) }] : []),
    ...Object.entries(part).flatMap(([name, inner]) => schemasIn(inner, `${place}/${name}`)),
  ]
}
const isNamed = (place: string) => /^\/components\/schemas\/\w+$/.test(place)

test('every object schema has a name', () => {
  const shapes = [...schemasIn(paths, '/paths'), ...schemasIn(components, '/components')]
  expect(shapes.length).toBeGreaterThan(50)
  const unnamed = shapes
    .map(({ place }) => place)
    .filter((place) => !isNamed(place) && !place.includes('/multipart/form-data/'))
  expect(
    unnamed,
    'A shape has the name of the export of shared/model that makes it with `lazy` and keeps it: `export const visit = lazy(() => z.object(…))`, used as `visit()`. A new file of shared/model also has a line in infra/openapi/named-schemas.ts.',
  ).toEqual([])
})

/** Returns the schema of every field in the responses of calls, with the field's name. */
function answeredFields(): { place: string; name: string; field: DescribedSchema }[] {
  const seen = new Set<DescribedSchema>()
  const fieldsOf = (reference: DescribedSchema, place: string): ReturnType<typeof answeredFields> => {
    const schema = resolvedSchema(reference)
    if (seen.has(schema)) return []
    seen.add(schema)
    const at = reference.$ref?.split('/').at(-1) ?? place
    const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
    return [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
        { place: `${at}.${name}`, name, field },
        ...fieldsOf(field, `${at}.${name}`),
      ]),
      ...inner.flatMap((part) => fieldsOf(part, at)),
    ]
  }
  return listRoutes().flatMap(({ entry, name }) => {
    const answered = answeredSchema(describedCall(entry), entry.success)
    return answered ? fieldsOf(answered, name) : []
  })
}

/**
 * The formats that fields must have, by a pattern of their names. A field that can also be empty is not checked: its schema has two
 * alternatives, the format and the empty text.
 */
const formats: readonly [RegExp, string][] = [
  [/(^|_)at$/, 'date-time'],
  [/^(date|delivery_date|return_by)$/, 'date'],
  [/^(id|(tenant|user|patient|pharmacist|role|delivery)_id|roles|not_started)$/, 'uuid'],
  [/(^|_)(url|uri)$/, 'uri'],
]

/**
 * Ids whose schema is any text: that of an event, that of an event's subject, which is a UUID only for some kinds of subjects, and
 * that of a passkey's owner, which is written in base64url.
 */
const otherIds = ['ActivityEvent.id', 'ActivitySubject.id', 'PasskeyOwner.id']

test('times, dates, IDs and URLs in responses have a format', () => {
  const unsaid = answeredFields().flatMap(({ place, name, field }) => {
    const [, format] = formats.find(([pattern]) => pattern.test(name)) ?? []
    const { format: documented, type } = field.items ?? field
    return format && documented !== format && [type].flat().includes('string') && !otherIds.includes(place)
      ? [`${place} is no ${format}`]
      : []
  })
  expect(unsaid).toEqual([])
})

test('numbers in responses are integers, except for money', () => {
  const money =
    /^(copay|price|total_copay|total_price|amount|amount_due|expected|collected|to_collect|cash|check|card|prepaid|none|unspecified)$/
  const loose = answeredFields().filter(({ name, field }) => field.type === 'number' && !money.test(name))
  expect(loose.map(({ place }) => place)).toEqual([])
})

test('a date or an ID that may be empty still has its format', () => {
  const { RxRow, AnsweredRxRow, NewDelivery, DeliveryEdit, PersonChange } = components.schemas
  for (const row of [RxRow, AnsweredRxRow])
    expect(row?.properties?.fill_date?.anyOf).toEqual([
      { type: 'string', format: 'date' },
      { type: 'string', const: '' },
    ])
  for (const body of [NewDelivery, DeliveryEdit, PersonChange])
    expect(body?.properties?.pharmacist_id?.anyOf).toEqual([
      { type: 'string', format: 'uuid' },
      { type: 'string', const: '' },
      { type: 'null' },
    ])
})

test('every enum has a name, so that clients get one type for it', () => {
  const choicesIn = (part: unknown, place: string): string[] =>
    typeof part !== 'object' || part === null || /\/examples?$/.test(place)
      ? []
      : [
          ...('enum' in part && Array.isArray(part.enum) ? [place] : []),
          ...Object.entries(part).flatMap(([name, inner]) => choicesIn(inner, `${place}/${name}`)),
        ]
  const places = [...choicesIn(paths, '/paths'), ...choicesIn(components, '/components')]
  expect(places.length).toBeGreaterThan(20)
  expect(places.filter((place) => !isNamed(place))).toEqual([])
  const lists = places.map((place) => JSON.stringify(components.schemas[place.split('/').at(-1) ?? '']?.enum))
  expect(lists.filter((list, at) => lists.indexOf(list) !== at)).toEqual([])
})

test('every number is an integer or a double, which large sums need', () => {
  const numbersIn = (part: unknown): unknown[] =>
    typeof part !== 'object' || part === null
      ? []
      : [
          ...('type' in part && [part.type].flat().includes('number') ? [part] : []),
          ...Object.values(part).flatMap(numbersIn),
        ]
  const numbers = [...numbersIn(paths), ...numbersIn(components)]
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers).toEqual(numbers.map(() => expect.objectContaining({ format: 'double' })))
})

test('no field has several types besides null, which some clients cannot handle', () => {
  const listsIn = (part: unknown, place: string): string[] =>
    typeof part !== 'object' || part === null || /\/examples?$/.test(place)
      ? []
      : [
          ...('type' in part && Array.isArray(part.type) && part.type.filter((type) => type !== 'null').length > 1
            ? [place]
            : []),
          ...Object.entries(part).flatMap(([name, inner]) => listsIn(inner, `${place}/${name}`)),
        ]
  expect(listsIn({ paths, components }, '')).toEqual([])
})

test('no header parameter is more than a string, which clients could not send', () => {
  const headers = Object.values(components.parameters).filter((parameter) => parameter.in === 'header')
  expect(headers.map(({ schema }) => schema)).toEqual(
    headers.map(() => expect.not.objectContaining({ format: expect.anything() })),
  )
  const [key] = headers.filter(({ name }) => name === 'Idempotency-Key')
  expect([violationsOf(key?.schema ?? {}, randomUUID()), violationsOf(key?.schema ?? {}, 'a key')]).toEqual([
    [],
    [expect.any(String)],
  ])
})

test('no schema has two names', () => {
  const names = new Map<string, string[]>()
  for (const { place, shape } of schemasIn(components.schemas, '/components/schemas'))
    names.set(shape, [...(names.get(shape) ?? []), place])
  expect([...names.values()].filter((places) => places.length > 1)).toEqual([])
})
