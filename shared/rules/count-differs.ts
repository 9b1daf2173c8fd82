import { countedPaymentMethods, type MoneyByMethod } from '../model/payment.ts'
import type { CountedMoney } from '../model/run.ts'

type Collected = Pick<MoneyByMethod, keyof CountedMoney | 'unspecified'>

/**
 * Whether counted and collected money differ, both in cents. They agree if no method's count is below what was collected, and if
 * the surpluses of all methods add up to the money that was collected without a record of its payment method.
 */
export function countDiffers(counted: CountedMoney, collected: Collected): boolean {
  const more = countedPaymentMethods.map((method) => counted[method] - collected[method])
  return more.some((cents) => cents < 0) || more.reduce((sum, cents) => sum + cents, 0) !== collected.unspecified
}
