import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import {
  asKnownSchema,
  exampleFilledWithX,
  isList,
  isOutsideAlternatives,
  issuesAt,
  isText,
  placesIn,
  requestSchemas,
  withValueAt,
} from '#tests/support/places-in.ts'

/**
 * The length of a hostile text: a pattern with quadratic backtracking needs more than a minute for it, and so exceeds the test's
 * time limit.
 */
const long = 300_000

const longList = Array.from({ length: long }, () => ({}))

const repeatedly = (text: string, start = '', end = '') => ({
  of: (length: number) => start + text.repeat(length / text.length) + end,
})

/** Makers of texts that a pattern with backtracking may read again and again: long repetitions, some with a different end. */
const hostileTexts = [
  ...['a', '.', '@', ' ', '0-', ',', '漢', '\ud800', '\u0327\u0301'].flatMap((text) => [
    repeatedly(text),
    repeatedly(text, '', ' !'),
  ]),
  repeatedly('.', 'a@', '@'),
  repeatedly('a.', 'a@', '@'),
  repeatedly('A', 'data:image/png;base64,', '!'),
  repeatedly('0:', '2026-01-01T', '!'),
]

const hostileValues: { of: (length: number) => unknown }[] = [
  ...hostileTexts,
  ...['', {}, [[]]].map((entry) => ({
    of: (length: number) => Array.from({ length }, () => entry),
  })),
]

describe.each(requestSchemas().map((request, turn) => ({ ...request, turn })))('$name', ({ schema, turn }) => {
  const places = placesIn(asKnownSchema(schema)).filter(isOutsideAlternatives)

  test('has a limit for each text and list and stops checking there', () => {
    for (const { path, schema } of places.filter((place) => isText(place) || isList(place))) {
      const limits = (schema._zod.def.checks ?? []).filter((check) => check._zod.def.check === 'max_length')
      expect([path, limits.length], path.join('.')).not.toEqual([path, 0])
      if (schema._zod.def.type === 'string')
        expect(limits.map((limit) => 'abort' in limit._zod.def && limit._zod.def.abort)).toContain(true)
    }
  })

  test('reports one problem for a long text or list, whatever it contains', () => {
    for (const place of places) {
      const odd = isList(place) ? longList : '\u00e9'.repeat(20_000)
      expect([place.path, issuesAt(schema, place, odd).length]).toEqual([place.path, 1])
    }
  })

  test('checks any long text or list in linear time', () => {
    for (const { of } of sampleUnlessProof(hostileValues, turn, 5)) {
      const struck = places.filter(typeof of(0) === 'string' ? isText : isList)
      const value = struck.reduce(
        (whole, { path }) => withValueAt(whole, path, of(long)),
        exampleFilledWithX(asKnownSchema(schema)),
      )
      expect(() => z.safeParse(schema, value)).not.toThrow()
    }
  })

  test('would check it in linear time even without limits', () => {
    const checks = places.flatMap(({ schema: { _zod } }) =>
      _zod.def.type === 'string'
        ? // Conversions run after the limits, and Unicode's ordering of marks is slow, so they are left out.
          (_zod.def.checks ?? []).filter((check) => check._zod.def.check !== 'overwrite')
        : [],
    )
    for (const { of } of sampleUnlessProof(hostileTexts, turn, 12))
      for (const check of checks) expect(() => void check._zod.check({ value: of(long), issues: [] })).not.toThrow()
  })
})
