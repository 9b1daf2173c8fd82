import type { RecordedPoint } from '#shared/rules/signature-quality.ts'
import type { Recording } from './recordings.ts'

/** Letters as a pen goes through them, in a box one high, baseline at 1; a capital reaches to -0.6, a tail to 1.6. */
const letters: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  a: [
    [0, 1],
    [0.55, 0.25],
    [0.15, 0.25],
    [0, 0.7],
    [0.2, 1],
    [0.55, 0.6],
    [0.55, 0.2],
    [0.6, 0.95],
    [0.8, 1],
  ],
  b: [
    [0, 1],
    [0.25, -0.4],
    [0.1, -0.5],
    [0.1, 0.9],
    [0.4, 1],
    [0.55, 0.6],
    [0.3, 0.4],
    [0.7, 0.5],
  ],
  c: [
    [0.1, 0.9],
    [0.5, 0.3],
    [0.2, 0.25],
    [0.05, 0.7],
    [0.25, 1],
    [0.6, 0.9],
  ],
  d: [
    [0, 1],
    [0.5, 0.3],
    [0.1, 0.3],
    [0.05, 0.8],
    [0.4, 0.9],
    [0.6, -0.5],
    [0.6, 0.9],
    [0.8, 1],
  ],
  e: [
    [0, 0.9],
    [0.4, 0.6],
    [0.35, 0.25],
    [0.1, 0.4],
    [0.1, 0.85],
    [0.35, 1],
    [0.6, 0.85],
  ],
  g: [
    [0, 0.9],
    [0.5, 0.25],
    [0.1, 0.3],
    [0.1, 0.8],
    [0.5, 0.6],
    [0.5, 1.4],
    [0.2, 1.6],
    [0.1, 1.3],
    [0.8, 0.8],
  ],
  h: [
    [0, 1],
    [0.3, -0.4],
    [0.1, -0.5],
    [0.1, 1],
    [0.3, 0.4],
    [0.5, 0.5],
    [0.5, 0.95],
    [0.7, 0.95],
  ],
  i: [
    [0, 1],
    [0.2, 0.3],
    [0.2, 0.9],
    [0.4, 1],
  ],
  k: [
    [0, 1],
    [0.3, -0.4],
    [0.1, -0.5],
    [0.1, 1],
    [0.4, 0.4],
    [0.3, 0.65],
    [0.55, 1],
    [0.7, 0.9],
  ],
  l: [
    [0, 1],
    [0.35, -0.3],
    [0.2, -0.55],
    [0.15, 0.7],
    [0.3, 1],
    [0.5, 0.9],
  ],
  m: [
    [0, 1],
    [0.15, 0.3],
    [0.2, 1],
    [0.4, 0.3],
    [0.45, 1],
    [0.65, 0.3],
    [0.75, 0.95],
    [0.9, 0.95],
  ],
  n: [
    [0, 1],
    [0.15, 0.3],
    [0.2, 1],
    [0.4, 0.35],
    [0.5, 0.95],
    [0.7, 0.95],
  ],
  o: [
    [0.1, 0.8],
    [0.4, 0.25],
    [0.1, 0.3],
    [0.05, 0.85],
    [0.35, 1],
    [0.5, 0.5],
    [0.4, 0.3],
    [0.7, 0.4],
  ],
  r: [
    [0, 1],
    [0.2, 0.3],
    [0.4, 0.45],
    [0.35, 0.9],
    [0.6, 0.95],
  ],
  s: [
    [0, 1],
    [0.3, 0.3],
    [0.45, 0.8],
    [0.2, 1],
    [0.1, 0.85],
    [0.6, 0.9],
  ],
  t: [
    [0, 1],
    [0.25, -0.3],
    [0.2, 0.85],
    [0.4, 1],
    [0.6, 0.9],
  ],
  u: [
    [0, 0.4],
    [0.05, 0.9],
    [0.3, 0.9],
    [0.45, 0.35],
    [0.5, 0.95],
    [0.7, 0.95],
  ],
  v: [
    [0, 0.3],
    [0.2, 1],
    [0.4, 0.3],
    [0.6, 0.35],
  ],
  y: [
    [0, 0.35],
    [0.1, 0.85],
    [0.4, 0.8],
    [0.5, 0.3],
    [0.45, 1.4],
    [0.2, 1.6],
    [0.1, 1.35],
    [0.75, 0.8],
  ],
  z: [
    [0, 0.35],
    [0.5, 0.35],
    [0.1, 0.95],
    [0.6, 0.9],
  ],
  A: [
    [0, 1],
    [0.5, -0.6],
    [0.85, 1],
    [0.2, 0.4],
    [0.9, 0.35],
  ],
  B: [
    [0.1, 1],
    [0.15, -0.6],
    [0.7, -0.4],
    [0.2, 0.15],
    [0.8, 0.5],
    [0.5, 1],
    [0.05, 0.95],
    [0.9, 0.9],
  ],
  J: [
    [0.2, -0.5],
    [0.8, -0.6],
    [0.6, 0.8],
    [0.3, 1.5],
    [0.05, 1.2],
    [0.8, 0.6],
  ],
  L: [
    [0.5, -0.5],
    [0.3, -0.6],
    [0.2, 0.9],
    [0.05, 1],
    [0.3, 0.95],
    [0.9, 1],
  ],
  M: [
    [0, 1],
    [0.2, -0.6],
    [0.5, 0.9],
    [0.8, -0.6],
    [1, 1],
  ],
  R: [
    [0.1, 1],
    [0.15, -0.6],
    [0.7, -0.35],
    [0.2, 0.2],
    [0.9, 1],
  ],
  S: [
    [0.8, -0.4],
    [0.4, -0.6],
    [0.1, -0.2],
    [0.7, 0.4],
    [0.4, 1],
    [0, 0.8],
  ],
  V: [
    [0, -0.6],
    [0.4, 1],
    [0.8, -0.6],
  ],
  I: [
    [0.1, -0.6],
    [0.15, 1],
  ],
}

/** Numbers between -1 and 1 that look random and are the same every time. */
function wobble(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 2_147_483_648 - 1
  }
}

interface Hand {
  how: string
  /** How far a letter leans per its height: to the right above 0. */
  slant: number
  /** Height of a small letter, and width of a letter, in pixels of the pad. */
  size: number
  wide: number
  /** Pixels of the pad in a second. */
  pace: number
  /** Pixels by which it trembles. */
  tremor: number
  /** Pixels of the pad in one of the screen: a phone held upright shows the pad 360 wide, one on its side 640. */
  grain: number
}

const steady: Hand = {
  how: 'right hand, upright phone',
  slant: 0.25,
  size: 60,
  wide: 60,
  pace: 600,
  tremor: 0.6,
  grain: 2.2,
}
const hands = {
  steady,
  left: { ...steady, how: 'left hand, upright phone', slant: -0.35 },
  slow: { ...steady, how: 'slow old hand, upright phone', pace: 60, tremor: 2.5 },
  fast: { ...steady, how: 'hurried hand, upright phone', pace: 3500 },
  small: { ...steady, how: 'small hand, upright phone', size: 18, wide: 16 },
  tiny: { ...steady, how: 'tiny hand, upright phone', size: 9, wide: 7 },
  large: { ...steady, how: 'large hand, upright phone', size: 110, wide: 120, pace: 900 },
  sideways: { ...steady, how: 'right hand, phone on its side', grain: 1.25 },
  finger: { ...steady, how: 'thick finger, upright phone', tremor: 4, grain: 2.2 },
  mouse: { ...steady, how: 'mouse on a desk', grain: 1, tremor: 1.5, pace: 400 },
} satisfies Record<string, Hand>

/** A point for each 16 ms, as a screen reports them, along a smooth line through `path`. */
function stroke(path: readonly (readonly [number, number])[], hand: Hand, seed: number, startsAt = 0): RecordedPoint[] {
  const random = wobble(seed)
  const step = Math.max(1, hand.pace * 0.016)
  const points: RecordedPoint[] = []
  const seen = (value: number) => Math.round(value / hand.grain) * hand.grain
  const push = (x: number, y: number) =>
    points.push([seen(x + random() * hand.tremor), seen(y + random() * hand.tremor), startsAt + points.length * 16])
  const dense = path.flatMap((_, i) => (i + 1 < path.length ? curve(path, i) : []))
  let left = 0
  for (const [i, [x, y]] of dense.entries()) {
    const [px, py] = dense[i - 1] ?? [x, y]
    left -= Math.hypot(x - px, y - py)
    if (left > 0) continue
    push(x, y)
    left += step
  }
  const [x, y] = path.at(-1) ?? [0, 0]
  push(x, y)
  return points
}

/** Catmull-Rom between two neighbours. */
function curve(path: readonly (readonly [number, number])[], i: number): [number, number][] {
  const at = (k: number) => path[Math.min(path.length - 1, Math.max(0, k))] ?? [0, 0]
  const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
  const between = (t: number, axis: 0 | 1) =>
    0.5 *
    (2 * b[axis] +
      (c[axis] - a[axis]) * t +
      (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
      (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3)
  return Array.from({ length: 40 }, (_, k) => [between(k / 40, 0), between(k / 40, 1)])
}

/** A name: one stroke for each word, so that a blank lifts the pen. */
function written(name: string, hand: Hand, seed: number): RecordedPoint[][] {
  const { size, wide, slant } = hand
  const width = name.length * wide
  const squeeze = Math.min(1, 740 / width)
  let x = Math.max(20, 400 - (width * squeeze) / 2)
  let time = 0
  return name.split(' ').map((word, i) => {
    const path = [...word].flatMap((letter) => {
      const shape = letters[letter] ?? []
      const placed = shape.map(([lx, ly]): [number, number] => [
        x + (lx * wide + (1 - ly) * size * slant) * squeeze,
        120 + ly * size,
      ])
      x += wide * 0.8 * squeeze
      return placed
    })
    x += wide * 0.5 * squeeze
    const points = stroke(path, hand, seed + i, time)
    time = (points.at(-1)?.[2] ?? 0) + 300
    return points
  })
}

/** Zigzag of `turns` over `width` × `height`. */
const zigzag = (turns: number, width: number, height: number) =>
  Array.from({ length: turns + 1 }, (_, i): [number, number] => [
    400 - width / 2 + (width * i) / turns,
    150 + (i % 2 ? height / 2 : -height / 2),
  ])

const held = (x: number, y: number, points: number, by: number, seed: number): RecordedPoint[] => {
  const random = wobble(seed)
  return Array.from({ length: points }, (_, i): RecordedPoint => [x + random() * by, y + random() * by, i * 16])
}

const names: readonly (readonly [string, keyof typeof hands])[] = [
  ...(['steady', 'left', 'slow', 'fast', 'large', 'sideways', 'finger', 'mouse'] as const).map(
    (hand) => ['Maria Lopez', hand] as const,
  ),
  ...(['steady', 'left', 'slow', 'fast', 'small', 'sideways'] as const).map((hand) => ['Ruth', hand] as const),
  ...(['steady', 'left', 'fast', 'tiny', 'slow'] as const).map((hand) => ['Li', hand] as const),
  ...(['steady', 'fast', 'sideways'] as const).map((hand) => ['Bo', hand] as const),
  ...(['left', 'fast', 'small'] as const).map((hand) => ['Sandra Nunez', hand] as const),
  ...(['steady', 'slow', 'mouse'] as const).map((hand) => ['Vang Ly', hand] as const),
  ...(['steady', 'fast', 'left', 'tiny'] as const).map((hand) => ['J M', hand] as const),
  ...(['steady', 'slow', 'small'] as const).map((hand) => ['AB', hand] as const),
  ['R', 'steady'],
  ['S', 'large'],
  ['I', 'steady'],
]

interface Mark {
  what: string
  how: string
  strokes: RecordedPoint[][]
}

const line = (what: string, path: readonly (readonly [number, number])[], hand: Hand): Mark => ({
  what,
  how: hand.how,
  strokes: [stroke(path, hand, what.length)],
})

/** What people put on a pad instead of signing. */
function marks(): Mark[] {
  const { steady: right, left, slow, fast, sideways, mouse, finger } = hands
  return [
    { what: 'dot', how: 'one tap', strokes: [held(400, 150, 1, 0, 1)] },
    { what: 'dot', how: 'held still', strokes: [held(400, 150, 40, 1, 2)] },
    { what: 'dot', how: 'held with a trembling thumb', strokes: [held(400, 150, 60, 6, 3)] },
    { what: 'dot', how: 'two taps', strokes: [held(380, 150, 1, 0, 4), held(420, 150, 1, 0, 5)] },
    { what: 'dots', how: 'three taps in a row', strokes: [200, 300, 400].map((x) => held(x, 150, 2, 1, x)) },
    {
      what: 'dots',
      how: 'ten taps in a row',
      strokes: Array.from({ length: 10 }, (_, i) => held(200 + i * 30, 150, 1, 0, i)),
    },
    line(
      'line',
      [
        [100, 150],
        [700, 150],
      ],
      right,
    ),
    line(
      'line',
      [
        [100, 250],
        [700, 60],
      ],
      right,
    ),
    line(
      'line',
      [
        [700, 150],
        [100, 155],
      ],
      left,
    ),
    line(
      'line',
      [
        [400, 20],
        [400, 280],
      ],
      right,
    ),
    line(
      'line',
      [
        [150, 150],
        [650, 160],
      ],
      slow,
    ),
    line(
      'line',
      [
        [150, 150],
        [650, 160],
      ],
      fast,
    ),
    line(
      'line',
      [
        [150, 150],
        [650, 160],
      ],
      sideways,
    ),
    line(
      'line',
      [
        [150, 150],
        [650, 160],
      ],
      mouse,
    ),
    line(
      'line',
      [
        [380, 150],
        [430, 150],
      ],
      right,
    ),
    line(
      'line with a trembling finger',
      [
        [150, 150],
        [650, 160],
      ],
      finger,
    ),
    line(
      'arc',
      [
        [200, 160],
        [400, 140],
        [600, 160],
      ],
      right,
    ),
    line(
      'tick',
      [
        [380, 150],
        [390, 165],
        [415, 130],
      ],
      right,
    ),
    line(
      'tick',
      [
        [330, 150],
        [380, 220],
        [560, 60],
      ],
      right,
    ),
    line(
      'tick',
      [
        [330, 150],
        [380, 220],
        [560, 60],
      ],
      fast,
    ),
    line(
      'tick',
      [
        [470, 150],
        [420, 220],
        [240, 60],
      ],
      left,
    ),
    line('scribble', zigzag(4, 30, 30), right),
    line('scribble', zigzag(8, 35, 60), fast),
    line('scribble', zigzag(10, 300, 80), right),
    line('scribble', zigzag(6, 200, 40), left),
    line('scribble', zigzag(12, 500, 150), fast),
    line(
      'circle',
      Array.from({ length: 13 }, (_, i): [number, number] => [400 + 12 * Math.cos(i / 2), 150 + 12 * Math.sin(i / 2)]),
      right,
    ),
    line(
      'circle',
      Array.from({ length: 14 }, (_, i): [number, number] => [400 + 70 * Math.cos(i / 2), 150 + 70 * Math.sin(i / 2)]),
      right,
    ),
    {
      what: 'cross',
      how: right.how,
      strokes: [
        stroke(
          [
            [340, 90],
            [460, 210],
          ],
          right,
          1,
        ),
        stroke(
          [
            [460, 90],
            [340, 210],
          ],
          right,
          2,
          400,
        ),
      ],
    },
    {
      what: 'two lines',
      how: right.how,
      strokes: [
        stroke(
          [
            [200, 120],
            [600, 120],
          ],
          right,
          3,
        ),
        stroke(
          [
            [200, 180],
            [600, 180],
          ],
          right,
          4,
          700,
        ),
      ],
    },
  ]
}

/** Every recording. */
export const drawings = (): Recording[] => [
  ...names.map(([name, hand], i) => ({
    what: name.length > 3 || name === 'Bo' || name === 'Li' ? `name ${name}` : `initials ${name}`,
    isSignature: true,
    how: hands[hand].how,
    strokes: written(name, hands[hand], i + 1),
  })),
  ...marks().map((mark) => ({ ...mark, isSignature: false })),
]
