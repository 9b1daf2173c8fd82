import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { recipientPageRoutes } from '#shared/api/recipient-page-path.ts'
import { apiDocument } from '#tests/support/document.ts'

const problemsOf = async (document: object, config: Parameters<typeof createConfig>[0]) =>
  lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config: await createConfig(config) })

test('the document breaks no rule that Redocly recommends', async () => {
  const problems = await problemsOf(apiDocument(), {
    extends: ['recommended'],
    rules: {
      // The gateway prefers a route with a literal segment to one with a parameter, and the specification fixes these paths.
      'no-ambiguous-paths': 'off',
    },
  })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

// The decision infra/decisions/routes-as-resources.md rests on this.
test('the document cannot make the gateway, which imports OpenAPI 3.0 and has more routes', async () => {
  const structure = { rules: { struct: 'error' } } as const
  expect(await problemsOf(apiDocument(), structure)).toEqual([])
  expect((await problemsOf({ ...apiDocument(), openapi: '3.0.3' }, structure)).length).toBeGreaterThan(100)
  const documented = Object.entries(apiDocument().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(recipientPageRoutes.filter(({ routeKey }) => documented.includes(routeKey))).toEqual([])
})
