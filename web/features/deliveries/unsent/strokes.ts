/**
 * A point of a signature's stroke, in pixels of the signature's picture, which has 800×300. In the data of the library Signature
 * Pad, it is in CSS pixels of the pad. A signature is stored as points so that it can be redrawn in any size.
 */
interface StrokePoint {
  x: number
  y: number
  /** Milliseconds since 1970. The times give the speed of the pen, on which the width of the line depends. */
  time: number
  color: string
}
export type Stroke = StrokePoint[]

export const signatureSize = { width: 800, height: 300 }

export const scaleStrokes = (strokes: readonly Stroke[], factor: number): Stroke[] =>
  strokes.map((stroke) => stroke.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })))

/**
 * Removes the last point of a stroke if its time is earlier than that of the point before: Signature Pad adds such a point, which
 * no one drew.
 */
function withoutEnd(stroke: Stroke): Stroke {
  const [before, last] = stroke.slice(-2)
  return before && last && last.time < before.time ? stroke.slice(0, -1) : stroke
}

/**
 * Returns the strokes as they were drawn. Signature Pad stores a dot as two points but draws a dot only for a single point, so the
 * second point is removed.
 */
export const removeDoubledDots = (strokes: readonly Stroke[]): Stroke[] =>
  strokes.map((stroke) => {
    const drawn = withoutEnd(stroke)
    return drawn.length === 2 ? drawn.slice(0, 1) : drawn
  })

/** Returns the strokes as Signature Pad expects them: it does not draw a stroke's last point, so the last point is doubled. */
export const strokesForPad = (strokes: readonly Stroke[]): Stroke[] =>
  removeDoubledDots(strokes).map((stroke) => (stroke.length > 1 ? [...stroke, ...stroke.slice(-1)] : stroke))
