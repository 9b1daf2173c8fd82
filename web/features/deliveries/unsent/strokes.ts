/** A signature is kept as the points of its strokes, in the picture's own 800×300, so that any size can redraw it. */
interface StrokePoint {
  x: number
  y: number
  /** Milliseconds since 1970: the speed of the pen makes the width of the line. */
  time: number
  color: string
}
export type Stroke = StrokePoint[]

export const signatureSize = { width: 800, height: 300 }

export const scaleStrokes = (strokes: readonly Stroke[], factor: number): Stroke[] =>
  strokes.map((stroke) => stroke.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })))

/**
 * The pad writes a stroke of two points down as first, second, first, shows it as a dot, and forgets it when it draws the
 * same points again: as its first point alone it stays the dot that was seen.
 */
export const asSeen = (strokes: readonly Stroke[]): Stroke[] =>
  strokes.map((stroke) => {
    const [first, , third] = stroke
    const isDot = first && third && stroke.length === 3 && first.time === third.time
    return isDot ? [first] : stroke
  })
