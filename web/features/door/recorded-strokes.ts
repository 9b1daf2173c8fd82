import type { RecordedPoint } from '#shared/rules/signature-quality.ts'
import type { Stroke } from '../deliveries/unsent/strokes.ts'

/** The maximum number of points that the server accepts for a signature. */
const pointLimit = 20_000

const tenths = (pixels: number) => Math.round(pixels * 10) / 10

/**
 * Returns the strokes as they are stored for proof: positions in pixels, rounded to a tenth, and times in milliseconds since the
 * first touch. If there are more than `pointLimit` points, only every second point (or third, and so on) of each stroke is kept.
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
