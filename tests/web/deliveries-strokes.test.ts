import { describe, expect, it } from 'vitest'
import { asSeen, scaleStrokes } from '../../web/features/deliveries/unsent/strokes.ts'

describe('strokes', () => {
  it('come back unchanged from a narrower pad', () => {
    const strokes = [[{ x: 400, y: 150, time: 7, color: 'black' }], [{ x: 8, y: 4, time: 9, color: 'black' }]]
    const onPhone = scaleStrokes(strokes, 0.5)
    expect(onPhone[0]?.[0]).toEqual({ x: 200, y: 75, time: 7, color: 'black' })
    expect(scaleStrokes(onPhone, 2)).toEqual(strokes)
  })

  it('of two points stay the dot that was seen, longer ones stay lines', () => {
    const at = (time: number) => ({ x: time, y: time, time, color: 'black' })
    expect(asSeen([[at(1)], [at(1), at(2), at(1)], [at(1), at(2), at(3), at(1)]])).toEqual([
      [at(1)],
      [at(1)],
      [at(1), at(2), at(3), at(1)],
    ])
  })
})
