import type { RxRow, SkuRow } from '../model/delivery-form.ts'
import { toCents, toDollars } from './money.ts'

/**
 * Computes a delivery's totals: the copays of its prescriptions, the prices of its items times their quantities, and both together.
 * Amounts are in dollars, but are added in cents so that no rounding errors arise.
 */
export function orderTotalsOf(rx: readonly Pick<RxRow, 'copay'>[], sku: readonly Pick<SkuRow, 'quantity' | 'price'>[]) {
  const copay = rx.reduce((sum, row) => sum + toCents(row.copay), 0)
  const price = sku.reduce((sum, row) => sum + toCents(row.price) * row.quantity, 0)
  return { total_copay: toDollars(copay), total_price: toDollars(price), order_total: toDollars(copay + price) }
}
