import { countedPaymentMethods, type MoneyByMethod } from '../model/payment.ts'
import type { CountedMoney } from '../model/run.ts'

type Collected = Pick<MoneyByMethod, keyof CountedMoney | 'unspecified'>

/**
 * Whether counted and collected money differ, both in cents. Money that was collected without a record of its payment method may
 * explain a surplus of any method, but all of it must have been counted under some method.
 */
export function countDiffers(counted: CountedMoney, collected: Collected): boolean {
  const more = countedPaymentMethods.map((method) => counted[method] - collected[method])
  return more.some((cents) => cents < 0) || more.reduce((sum, cents) => sum + cents, 0) !== collected.unspecified
}
