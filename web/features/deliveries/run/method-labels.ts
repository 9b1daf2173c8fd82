import type { MoneyByMethod } from '#shared/model/payment.ts'

export const methodLabels: Record<keyof MoneyByMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  card: 'Card',
  prepaid: 'Prepaid',
  none: 'None',
  unspecified: 'Without a method',
}
