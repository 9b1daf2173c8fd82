import { describe, expect, it } from 'vitest'
import { signatureQuality } from '#shared/rules/signature-quality.ts'
import { removeDoubledDots, scaleStrokes, strokesForPad } from '../../web/features/deliveries/unsent/strokes.ts'

describe('strokes', () => {
  it('survive a round trip through a narrower pad', () => {
    const strokes = [[{ x: 400, y: 150, time: 7, color: 'black' }], [{ x: 8, y: 4, time: 9, color: 'black' }]]
    const onPhone = scaleStrokes(strokes, 0.5)
    expect(onPhone[0]?.[0]).toEqual({ x: 200, y: 75, time: 7, color: 'black' })
    expect(scaleStrokes(onPhone, 2)).toEqual(strokes)
  })

  const at = (time: number, x = time, y = time) => ({ x, y, time, color: 'black' })

  it('of two points stay a dot, and longer ones lose a duplicated last point', () => {
    expect(
      removeDoubledDots([[at(1)], [at(1), at(2), at(1)], [at(1), at(2), at(3), at(1)], [at(1), at(2), at(3)]]),
    ).toEqual([[at(1)], [at(1)], [at(1), at(2), at(3)], [at(1), at(2), at(3)]])
  })

  it('get a duplicated last point for the pad, which does not draw it, even if a draft has one', () => {
    const drawn = [at(1), at(2), at(3)]
    expect(strokesForPad([drawn, [...drawn, at(1)], [at(1)]])).toEqual([[...drawn, at(3)], [...drawn, at(3)], [at(1)]])
  })

  it('that form one straight line are weak', () => {
    const line = Array.from({ length: 25 }, (_, i) => at(i, 100 + 20 * i, 150 + 1.6 * i))
    const [drawn] = removeDoubledDots([[...line, at(22, 540, 185.2)]])
    expect(signatureQuality([(drawn ?? []).map(({ x, y, time }) => [x, y, time])])).toBe('weak')
  })
})
