import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  askedSchemas,
  filled,
  isAlone,
  isList,
  isText,
  known,
  placesIn,
  replaced,
  saidOf,
} from '#tests/support/places-in.ts'

const long = 100_000

const repeatedly = (text: string, start = '', end = '') => ({
  name: JSON.stringify(`${start}${text}…${end}`),
  of: (length: number) => start + text.repeat(length / text.length) + end,
})

/** Texts that a pattern may read again and again: alike for long, and perhaps different at the end. */
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

const hostileValues: { name: string; of: (length: number) => unknown }[] = [
  ...hostileTexts,
  ...['', {}, [[]]].map((entry) => ({
    name: `[${JSON.stringify(entry)}, …]`,
    of: (length: number) => Array.from({ length }, () => entry),
  })),
]

describe.each(askedSchemas())('$name', ({ schema }) => {
  const places = placesIn(known(schema)).filter(isAlone)

  test('has a limit for each text, at which its check ends, and for each list', () => {
    for (const { path, schema } of places.filter((place) => isText(place) || isList(place))) {
      const limits = (schema._zod.def.checks ?? []).filter((check) => check._zod.def.check === 'max_length')
      expect([path, limits.length], path.join('.')).not.toEqual([path, 0])
      if (schema._zod.def.type === 'string')
        expect(limits.map((limit) => 'abort' in limit._zod.def && limit._zod.def.abort)).toContain(true)
    }
  })

  test('says one thing of a text or a list of a hundred thousand, whatever is in it', () => {
    for (const place of places) {
      const odd = isList(place) ? Array.from({ length: long }, () => ({})) : '\u00e9'.repeat(long)
      expect([place.path, saidOf(schema, place, odd).length]).toEqual([place.path, 1])
    }
  })

  test('takes ten times as long for ten times as much, not a hundred times', () => {
    for (const { name, of } of hostileValues) {
      const struck = places.filter(typeof of(0) === 'string' ? isText : isList)
      const judge = (length: number) => {
        const odd = of(length)
        const value = struck.reduce((whole, { path }) => replaced(whole, path, odd), filled(known(schema)))
        return () => z.safeParse(schema, value).error?.issues
      }
      expect(growth(judge(long / 10), judge(long)), name).toBeLessThan(tooMuch)
    }
  })

  test('would do so even without its limits', () => {
    const checks = places.flatMap(({ path, schema: { _zod } }) =>
      _zod.def.type === 'string'
        ? (_zod.def.checks ?? [])
            // A conversion follows the limit, and to bring marks in order takes its time.
            .filter((check) => check._zod.def.check !== 'overwrite')
            .map((check) => ({ path, check }))
        : [],
    )
    for (const { name, of } of hostileTexts)
      for (const { path, check } of checks) {
        const judge = (length: number) => {
          const value = of(length)
          return () => void check._zod.check({ value, issues: [] })
        }
        expect(growth(judge(long / 10), judge(long)), `${path.join('.')} ${name}`).toBeLessThan(tooMuch)
      }
  })
})

/** A quadratic pattern takes a hundred times as long, a good one ten: on a busy machine, whose caches others use too, up to forty. */
const tooMuch = 60

/** So little, in microseconds of the processor, says nothing about growth: a quadratic pattern takes seconds. */
const negligible = 200

/** How many times the processor's time of `small` the one of `large` is, as measured when they are least disturbed. */
function growth(small: () => void, large: () => void): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 20; round++) {
    least = Math.min(least, timeOf(small))
    most = Math.min(most, timeOf(large))
    // What is so slow, or so fast, is so whatever else the machine does.
    if (most <= negligible || most > 100_000 || most / least < 20) break
  }
  return most / Math.max(least, negligible)
}

function timeOf(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}
