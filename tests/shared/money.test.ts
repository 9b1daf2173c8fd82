import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDollars, toCents, toDollars } from '#shared/rules/money.ts'
import { orderTotalsOf } from '#shared/rules/totals.ts'

test('dollars become whole cents', () => {
  expect([10.1, 0.07, 1.15, 19.99, 0, 999_999.99].map(toCents)).toEqual([1010, 7, 115, 1999, 0, 99_999_999])
})

test('every amount of cents survives the conversion to dollars and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => toCents(toDollars(cents)) === cents),
    { seed: 11 },
  )
})

test('an amount shows two decimals and a dollar sign', () => {
  expect([0, 1234.5, 0.1].map(formatDollars)).toEqual(['$0.00', '$1,234.50', '$0.10'])
})

test('the total is zero without copays and prices', () => {
  expect(orderTotalsOf([], [])).toEqual({ total_copay: 0, total_price: 0, order_total: 0 })
})

test('totals are summed in cents, because dollars would accumulate errors', () => {
  const copays = [{ copay: 0.1 }, { copay: 0.2 }]
  const prices = [
    { quantity: 3, price: 0.1 },
    { quantity: 1, price: 1.1 },
  ]
  expect(orderTotalsOf(copays, prices)).toEqual({ total_copay: 0.3, total_price: 1.4, order_total: 1.7 })
})

test('totals equal the sum of exact cents for any rows', () => {
  const cents = fc.integer({ min: 0, max: 99_999_999 })
  const row = fc.record({ quantity: fc.integer({ min: 1, max: 9999 }), cents })
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 100 }), fc.array(row, { maxLength: 50 }), (copays, rows) => {
      const copay = copays.reduce((sum, one) => sum + one, 0)
      const price = rows.reduce((sum, one) => sum + one.quantity * one.cents, 0)
      const totals = orderTotalsOf(
        copays.map((one) => ({ copay: one / 100 })),
        rows.map((one) => ({ quantity: one.quantity, price: one.cents / 100 })),
      )
      expect(totals).toEqual({
        total_copay: copay / 100,
        total_price: price / 100,
        order_total: (copay + price) / 100,
      })
    }),
    { seed: 12 },
  )
})
