import { expect, test } from 'vitest'
import { openApiDocument } from '#infra/openapi.ts'
import { builtRoutes } from '#shared/api/areas.ts'

const paths = openApiDocument().paths as Record<string, Record<string, { 'x-access': string; parameters: unknown[] }>>

test('every built call is described once, with its access', () => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation['x-access']]),
  )
  expect(described.map(([key]) => key).sort()).toEqual(
    builtRoutes()
      .map(({ routeKey }) => routeKey)
      .sort(),
  )
  expect(described.every(([, access]) => access)).toBe(true)
})

test('a call is described with its path, query, headers and a form with its file', () => {
  expect(paths['/api/deliveries']?.get?.parameters).toContainEqual(
    expect.objectContaining({ name: 'delivery_date', in: 'query', required: false }),
  )
  expect(paths['/api/deliveries/{id}/completion']?.patch).toMatchObject({
    parameters: [{ name: 'id', in: 'path' }, { name: 'Idempotency-Key' }, { name: 'If-Match' }],
    requestBody: {
      content: {
        'application/json': { schema: { required: ['patient_signature'] } },
        'multipart/form-data': { schema: { properties: { delivery_photo: {} } } },
      },
    },
  })
})

test('a call says how much it takes, and where what it makes is read', () => {
  expect(paths['/api/auth/login']?.post).toMatchObject({ 'x-body-limit-bytes': { json: 32_768 } })
  expect(paths['/api/deliveries/{id}/completion']?.patch).toMatchObject({
    'x-body-limit-bytes': { json: 524_288, form: 4_718_592 },
  })
  expect(paths['/api/roles']?.post).toMatchObject({ responses: { 201: { headers: { Location: {} } } } })
})
