import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type RecordedPoint, signatureQuality } from '#shared/rules/signature-quality.ts'

interface Recording {
  /** What was drawn on the pad. */
  what: string
  /** Whether a person would call the drawing a signature. */
  isSignature: boolean
  /** The hand, the pace, and how the phone was held. */
  how: string
  strokes: RecordedPoint[][]
}

/**
 * Unpacks strokes from a text such as `400,150,0 3,-2,16; …`. Each point is the difference from the previous point of its stroke,
 * in pixels and milliseconds.
 */
function unpack(ink: string): RecordedPoint[][] {
  return ink.split('; ').map((stroke) => {
    let [x, y, t] = [0, 0, 0]
    return stroke.split(' ').map((step): RecordedPoint => {
      const [dx = 0, dy = 0, dt = 0] = step.split(',').map(Number)
      x += dx
      y += dy
      t += dt
      return [x, y, t]
    })
  })
}

/** Strokes as the pad would have recorded them. A program that models hands drew them, not people. */
const recordings = readFileSync(new URL('../recordings/signatures.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Recording => {
    const { ink, ...description } = JSON.parse(line)
    return { ...description, strokes: unpack(ink) }
  })

const isTaken = ({ strokes }: Recording) => signatureQuality(strokes) === 'good'
const named = (isSignature: boolean, taken: boolean) =>
  recordings
    .filter((recording) => recording.isSignature === isSignature && isTaken(recording) === taken)
    .map(({ what, how }) => `${what}, ${how}`)

test('there are at least sixty recordings, of both kinds', () => {
  expect(recordings.length).toBeGreaterThanOrEqual(60)
  for (const isSignature of [true, false])
    expect(recordings.filter((recording) => recording.isSignature === isSignature).length).toBeGreaterThanOrEqual(25)
})

test('of 38 signatures, five very small or hurried ones are called weak', () => {
  expect(named(true, true)).toHaveLength(33)
  expect(named(true, false)).toEqual([
    'name Li, hurried hand, upright phone',
    'name Li, tiny hand, upright phone',
    'initials J M, tiny hand, upright phone',
    'initials AB, small hand, upright phone',
    'initials I, right hand, upright phone',
  ])
})

test('of 30 non-signatures, dots and straight lines are weak; large curved shapes pass', () => {
  expect(named(false, false)).toHaveLength(19)
  expect(named(false, true)).toEqual([
    'line, slow old hand, upright phone',
    'line with a trembling finger, thick finger, upright phone',
    'arc, right hand, upright phone',
    'tick, right hand, upright phone',
    'tick, left hand, upright phone',
    'scribble, right hand, upright phone',
    'scribble, left hand, upright phone',
    'scribble, hurried hand, upright phone',
    'circle, right hand, upright phone',
    'cross, right hand, upright phone',
    'two lines, right hand, upright phone',
  ])
})

/** Returns a zigzag of `count` points, each `dx` pixels further to the right, and every second one lower by `dy` pixels. */
const zigzag = (count: number, dx: number, dy: number): RecordedPoint[] =>
  Array.from({ length: count }, (_, i): RecordedPoint => [100 + i * dx, 100 + (i % 2) * dy, i * 16])

describe('the thresholds of the rule', () => {
  test.each([
    ['no stroke', [], 'unknown'],
    ['empty strokes', [[], []], 'unknown'],
    ['seven points', [zigzag(7, 10, 20)], 'weak'],
    ['eight points', [zigzag(8, 10, 20)], 'good'],
    ['a width of 39 px', [zigzag(14, 3, 20)], 'weak'],
    ['a width of 40 px', [zigzag(11, 4, 20)], 'good'],
    ['ink of 59 px', [zigzag(5, 10, 0), zigzag(4, 19 / 3, 0)], 'weak'],
    ['ink of 60 px', [zigzag(5, 10, 0), zigzag(4, 20 / 3, 0)], 'good'],
    [
      'a line that strays from its ends by 3 px',
      [[...zigzag(11, 10, 0).slice(0, 5), [150, 103, 80], ...zigzag(11, 10, 0).slice(6)]],
      'weak',
    ],
    [
      'a line that strays from its ends by 4 px',
      [[...zigzag(11, 10, 0).slice(0, 5), [150, 104, 80], ...zigzag(11, 10, 0).slice(6)]],
      'good',
    ],
    ['two straight lines', [zigzag(5, 20, 0), zigzag(5, 20, 0)], 'good'],
    ['a line there and back', [[...zigzag(8, 10, 0), ...zigzag(8, 10, 0).toReversed()]], 'good'],
    ['points less than 2 px apart', [zigzag(200, 0.2, 0.5)], 'weak'],
  ] as const)('%s: %s', (_, strokes, quality) => {
    expect(signatureQuality(strokes)).toBe(quality)
  })
})
