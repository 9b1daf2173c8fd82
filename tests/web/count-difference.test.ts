import { describe, expect, test } from 'vitest'
import { countDifferenceText } from '../../web/features/runs/count-difference.ts'

const none = { cash: 0, check: 0, card: 0, prepaid: 0, none: 0, unspecified: 0 }
const counted = { cash: 0, check: 0, card: 0 }

describe('the difference between a count and the collected money', () => {
  test.each([
    ['less in total', { cash: 11.1 }, { cash: 14.1 }, 'You counted $3.00 less than was collected.'],
    ['more in total', { cash: 1200 }, { cash: 100 }, 'You counted $1,100.00 more than was collected.'],
    [
      'by method',
      { cash: 7, check: 3 },
      { cash: 10 },
      'You counted $3.00 less by cash and $3.00 more by check than was collected.',
    ],
    ['not at all', { cash: 10, card: 5 }, { cash: 10, card: 5 }, ''],
    ['not at all, with money without a method', { cash: 10 }, { cash: 4, unspecified: 6 }, ''],
    [
      'less than the money without a method',
      { cash: 9 },
      { unspecified: 10 },
      'You counted $1.00 less than was collected.',
    ],
  ])('is named: %s', (_, own, collected, text) => {
    expect(countDifferenceText({ ...counted, ...own }, { ...none, ...collected })).toBe(text)
  })
})
