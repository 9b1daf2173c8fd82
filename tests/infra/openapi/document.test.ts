import { expect, test } from 'vitest'
import { builtRoutes } from '#shared/api/areas.ts'
import { describedCall, document } from '#tests/support/document.ts'

const { paths, components } = document()
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
)

test('every built call is described once, with its access', () => {
  const built = builtRoutes().map(({ routeKey }) => routeKey)
  expect(described.map(({ key }) => key).sort()).toEqual(built.sort())
  expect(described.every(({ operation }) => operation['x-access'])).toBe(true)
})

test('a call is described with its path, query, headers and a form with its file', () => {
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

test('a list between commas is described as a list of what may stand between them', () => {
  expect(paths['/api/deliveries']?.get?.parameters).toContainEqual(
    expect.objectContaining({
      name: 'status',
      style: 'form',
      explode: false,
      schema: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/DeliveryStatus' } },
    }),
  )
})

test('a call says how much it takes, where what it makes is read, and how it is refused', () => {
  expect(paths['/api/auth/login']?.post).toMatchObject({ 'x-body-limit-bytes': { json: 32_768 } })
  expect(paths['/api/deliveries/{id}/completion']?.patch).toMatchObject({
    'x-body-limit-bytes': { json: 524_288, form: 4_718_592 },
  })
  expect(paths['/api/roles']?.post).toMatchObject({ responses: { 201: { headers: { Location: {} } } } })
  const refusals = Object.keys(describedCall({ method: 'PATCH', path: '/api/deliveries/{id}/completion' }).responses)
  expect(refusals).toEqual(['200', '400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503'])
})

test('what nobody may leave out is required, and no default stands for it', () => {
  const { CompanyForm, VerifyEmailBody } = components.schemas
  expect(CompanyForm?.required).toContain('metadata')
  expect(VerifyEmailBody).toMatchObject({ required: ['token'], properties: { token: { minLength: 1 } } })
  expect(VerifyEmailBody?.properties?.token).not.toHaveProperty('default')
})

/** Every schema of the document with the place where it stands, those without a name within others included. */
function schemasIn(part: unknown, place: string): { place: string; shape: string }[] {
  if (typeof part !== 'object' || part === null) return []
  return [
    ...('properties' in part ? [{ place, shape: JSON.stringify(part) }] : []),
    ...Object.entries(part).flatMap(([name, inner]) => schemasIn(inner, `${place}/${name}`)),
  ]
}
const isNamed = (place: string) => /^\/components\/schemas\/\w+$/.test(place)

test('every object shape has a name', () => {
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

test('no shape has two names', () => {
  const names = new Map<string, string[]>()
  for (const { place, shape } of schemasIn(components.schemas, '/components/schemas'))
    names.set(shape, [...(names.get(shape) ?? []), place])
  expect([...names.values()].filter((places) => places.length > 1)).toEqual([])
})
