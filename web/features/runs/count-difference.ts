import { countedPaymentMethods, type MoneyByMethod } from '#shared/model/payment.ts'
import type { CountedMoney } from '#shared/model/run.ts'
import { countDiffers } from '#shared/rules/count-differs.ts'
import { formatDollars, toCents, toDollars } from '#shared/rules/money.ts'
import { paymentMethodLabels } from './payment-method-labels.ts'

/** Says how a count differs from what was collected, both in dollars: in total or, if the total is right, by method. Otherwise ''. */
export function countDifferenceText(counted: CountedMoney, collected: MoneyByMethod): string {
  const methods = countedPaymentMethods.map((method) => ({
    name: paymentMethodLabels[method].toLowerCase(),
    counted: toCents(counted[method]),
    collected: toCents(collected[method]),
  }))
  const sums = (side: 'counted' | 'collected') => {
    const [cash = 0, check = 0, card = 0] = methods.map((one) => one[side])
    return { cash, check, card }
  }
  const unspecified = toCents(collected.unspecified)
  if (!countDiffers(sums('counted'), { ...sums('collected'), unspecified })) return ''
  const inWords = (cents: number) => `${formatDollars(toDollars(Math.abs(cents)))} ${cents < 0 ? 'less' : 'more'}`
  const total = methods.reduce((sum, one) => sum + one.counted - one.collected, -unspecified)
  const parts = methods.filter((one) => one.counted !== one.collected)
  const differences = total
    ? inWords(total)
    : parts.map((one) => `${inWords(one.counted - one.collected)} by ${one.name}`).join(' and ')
  return `You counted ${differences} than was collected.`
}
