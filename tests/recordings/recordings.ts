import { readFileSync } from 'node:fs'
import type { RecordedPoint } from '#shared/rules/signature-quality.ts'

export interface Recording {
  /** What somebody put on the pad. */
  what: string
  /** Whether a person would call it a signature. */
  isSignature: boolean
  /** Hand, pace and how the phone was held. */
  how: string
  strokes: RecordedPoint[][]
}

/** Whole pixels and milliseconds, each as the difference from the point before: `400,150,0 3,-2,16; …`. */
export function pack(strokes: readonly (readonly RecordedPoint[])[]): string {
  return strokes
    .map((stroke) => {
      const whole = stroke.map((point) => point.map(Math.round))
      return whole
        .map((point, i) => point.map((value, part) => value - (whole[i - 1]?.[part] ?? 0)).join(','))
        .join(' ')
    })
    .join('; ')
}

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

/** Strokes by modelled hands, as the pad would have recorded them: `hands.ts` drew them. */
export const readRecordings = (): Recording[] =>
  readFileSync(new URL('signatures.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { ink, ...said } = JSON.parse(line)
      return { ...said, strokes: unpack(ink) }
    })
