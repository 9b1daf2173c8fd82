import { describe, expect, it } from 'vitest'
import { photoProblem } from '../../web/features/deliveries/completion/check-photo.ts'
import { asSeen, scaleStrokes } from '../../web/features/deliveries/completion/strokes.ts'

describe('a chosen photo', () => {
  it.each([
    ['image/jpeg', 10_485_760, undefined],
    ['image/heic', 1, undefined],
    ['image/jpeg', 10_485_761, 'File size must be less than 10MB'],
    ['application/pdf', 5, 'Please upload an image file (JPEG, PNG, etc.)'],
    ['image/svg+xml', 5, 'Please upload an image file (JPEG, PNG, etc.)'],
    ['', 5, 'Please upload an image file (JPEG, PNG, etc.)'],
  ])('of type "%s" with %i bytes: %s', (type, size, problem) => {
    expect(photoProblem({ type, size })).toBe(problem)
  })
})

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
