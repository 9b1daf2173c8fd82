import { countedMethods, type MoneyByMethod } from '../model/payment.ts'
import type { Counted } from '../model/run.ts'

type Collected = Pick<MoneyByMethod, keyof Counted | 'unspecified'>

/**
 * Whether a count shows that the money is not what was collected; both in cents.
 * Nobody knows in which form the money without a method came, so it may make up for more of any method, and must do so in full.
 */
export function countDiffers(counted: Counted, collected: Collected): boolean {
  const more = countedMethods.map((method) => counted[method] - collected[method])
  return more.some((cents) => cents < 0) || more.reduce((sum, cents) => sum + cents, 0) !== collected.unspecified
}
