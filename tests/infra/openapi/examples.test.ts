import { describe, expect, test } from 'vitest'
import { builtRoutes } from '#shared/api/areas.ts'
import { describedCall, wrongBy } from '#tests/support/document.ts'

describe.each(builtRoutes())('$routeKey', ({ entry }) => {
  const { requestBody, responses } = describedCall(entry)

  test('has an example for what it takes and what it answers, and each is right', () => {
    const answered = responses[entry.success]?.content ?? {}
    const contents = [...Object.values(requestBody?.content ?? {}), ...Object.values(answered)]
    expect(contents.length).toBe((entry.body ? (entry.media?.length ?? 1) : 0) + (entry.answer ? 1 : 0))
    const wrong = contents.flatMap(({ schema, example }) =>
      wrongBy(schema, example).map((problem) => `${problem}: ${JSON.stringify(example)}`),
    )
    expect(wrong).toEqual([])
  })
})

test('an example is known by more than its type: no text in one is a stopgap', () => {
  const texts = builtRoutes().flatMap(({ entry, routeKey }) => {
    const { requestBody, responses } = describedCall(entry)
    const contents = [requestBody?.content, responses[entry.success]?.content].flatMap((content) =>
      Object.values(content ?? {}),
    )
    return contents.flatMap(({ example }) =>
      [...JSON.stringify(example).matchAll(/"(\w+)":"Text"/g)].map(([, field]) => `${routeKey} ${field}`),
    )
  })
  expect(texts).toEqual([])
})
