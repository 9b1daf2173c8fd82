/** One point of a recorded stroke: x and y in pixels of the 800 × 300 pad, and the time in milliseconds. */
export type RecordedPoint = [x: number, y: number, t: number]
type Point = Readonly<RecordedPoint>
export type RecordedStrokes = readonly (readonly Point[])[]

type SignatureQuality = 'good' | 'weak' | 'unknown'

/** A point closer than this to the last counted point of its stroke does not count. In pixels of the pad. */
const thinnedTo = 2
/** The least number of points of a good signature. */
const fewestPoints = 8
/** The least length of all strokes together, in pixels of the pad. */
const shortestInk = 60
/** The least width of a good signature, in pixels of the pad. */
const narrowest = 40
/** A stroke is a straight line if no point is farther than this from the line between its ends, in pixels of the pad. */
const straightWithin = 3

/**
 * Judges whether a drawing looks like a signature. It is `weak` if it is a dot or one straight line, or is too short, too narrow or
 * has too few points. Points less than 2 px apart count once, so that a slow hand is judged like a fast one. `unknown` means that
 * no strokes were recorded.
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

/**
 * Returns the largest number. This doesn't use `Math.max(...numbers)`, because some phones don't allow a call with 20,000
 * arguments.
 */
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)

function thin(stroke: readonly Point[]): Point[] {
  const thinned: Point[] = []
  for (const point of stroke) {
    const last = thinned.at(-1)
    if (!last || distance(last, point) >= thinnedTo) thinned.push(point)
  }
  return thinned
}

const inkOf = (stroke: readonly Point[]) =>
  stroke.reduce((sum, point, i) => sum + distance(stroke[i - 1] ?? point, point), 0)

/** Whether every point lies within 3 px of the straight line between the stroke's ends. */
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
