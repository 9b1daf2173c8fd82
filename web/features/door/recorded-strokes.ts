import type { RecordedPoint } from '#shared/rules/signature-quality.ts'
import type { Stroke } from '../deliveries/unsent/strokes.ts'

/** The most points that the server accepts. */
const pointLimit = 20_000

const tenths = (pixels: number) => Math.round(pixels * 10) / 10

/**
 * The strokes as they are stored for proof: in tenths of a pixel, and in milliseconds since the first touch. If there are too many
 * points, every second one is dropped.
 */
export function recordedStrokes(strokes: readonly Stroke[]): RecordedPoint[][] {
  const start = strokes[0]?.[0]?.time ?? 0
  const count = strokes.reduce((sum, { length }) => sum + length, 0)
  const step = Math.ceil(count / pointLimit)
  return strokes.map((stroke) =>
    stroke
      .filter((_, i) => i % step === 0)
      .map(({ x, y, time }): RecordedPoint => [tenths(x), tenths(y), Math.max(0, Math.round(time - start))]),
  )
}
