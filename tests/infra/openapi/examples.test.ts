import { expect, test } from 'vitest'
import { requestExamples } from '#infra/openapi/examples.ts'
import { apiDocument, violationsOf } from '#tests/support/document.ts'

const { schemas } = apiDocument().components

test.each(Object.entries(requestExamples))('the example of %s matches its schema', (name, example) => {
  expect(schemas[name]).toMatchObject({ examples: [example] })
  expect(violationsOf({ $ref: `#/components/schemas/${name}` }, example)).toEqual([])
})
