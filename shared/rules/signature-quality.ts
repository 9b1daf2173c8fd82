/** One point of a recorded stroke: x and y in pixels of the 800 × 300 pad, and milliseconds. */
export type RecordedPoint = [x: number, y: number, t: number]
type Point = Readonly<RecordedPoint>
export type RecordedStrokes = readonly (readonly Point[])[]

type SignatureQuality = 'good' | 'weak' | 'unknown'

/** In pixels of the pad, and in points. */
const thinnedTo = 2
const fewestPoints = 8
const shortestInk = 60
const narrowest = 40
const straightWithin = 3

/**
 * Whether ink looks like a signature. `weak` is a dot, one straight line, or ink that is too short, too narrow or has too few
 * points. Points closer together than 2 px count once, so that a slow hand is judged like a fast one. `unknown`: no strokes were
 * recorded.
 */
export function signatureQuality(strokes: RecordedStrokes): SignatureQuality {
  const thinned = strokes.filter(({ length }) => length > 0).map(thin)
  if (thinned.length === 0) return 'unknown'
  const points = thinned.flat()
  const xs = points.map(([x]) => x)
  const width = most(xs) + most(xs.map((x) => -x))
  const isWeak =
    points.length < fewestPoints ||
    thinned.reduce((sum, stroke) => sum + inkOf(stroke), 0) < shortestInk ||
    width < narrowest
  return isWeak || (thinned.length === 1 && isStraight(points)) ? 'weak' : 'good'
}

const distance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by)

/** Without the spread operator: 20,000 points are more arguments than some phones allow. */
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)

function thin(stroke: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of stroke) {
    const last = kept.at(-1)
    if (!last || distance(last, point) >= thinnedTo) kept.push(point)
  }
  return kept
}

const inkOf = (stroke: readonly Point[]) =>
  stroke.reduce((sum, point, i) => sum + distance(stroke[i - 1] ?? point, point), 0)

/** Whether no point is farther than 3 px from the line between the ends of the stroke. */
function isStraight(stroke: readonly Point[]): boolean {
  const [from, to] = [stroke[0], stroke.at(-1)]
  return !from || !to || stroke.every((point) => distanceToLine(point, from, to) <= straightWithin)
}

function distanceToLine([x, y, t]: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / length))
  return distance([x, y, t], [from[0] + along * dx, from[1] + along * dy, t])
}
