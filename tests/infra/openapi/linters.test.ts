import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { document } from '#tests/support/document.ts'

test('Redocly’s linter finds nothing, by its recommended rules', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The gateway takes the route with a word where the other has a parameter, and the specification fixes these paths.
      'no-ambiguous-paths': 'off',
    },
  })
  const problems = await lintFromString({
    source: JSON.stringify(document()),
    absoluteRef: 'openapi.json',
    config,
  })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('Spectral’s finds nothing, by all of its rules for OpenAPI', async () => {
  const judge = new spectral.Spectral()
  // Their own types do not fit each other.
  const everything: object = rulesets.oas
  judge.setRuleset({
    extends: [[everything as spectral.RulesetDefinition, 'all']],
    rules: {
      // There is no address yet that answers integrators.
      'contact-properties': 'off',
      // The licence is a line: nothing is granted that a page would explain.
      'license-url': 'off',
      // A summary that says everything needs no description beside it.
      'operation-description': 'off',
    },
  })
  const problems = await judge.run(JSON.parse(JSON.stringify(document())))
  expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([])
})
