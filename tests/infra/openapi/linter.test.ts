import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { apiDocument } from '#tests/support/document.ts'

test('the document breaks no rule that Redocly recommends', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The gateway prefers a route with a literal segment to one with a parameter, and the specification fixes these paths.
      'no-ambiguous-paths': 'off',
    },
  })
  const problems = await lintFromString({
    source: JSON.stringify(apiDocument()),
    absoluteRef: 'openapi.json',
    config,
  })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})
