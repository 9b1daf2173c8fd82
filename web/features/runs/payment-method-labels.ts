import { type MoneyByMethod, paymentLabels } from '#shared/model/payment.ts'

export const paymentMethodLabels: Record<keyof MoneyByMethod, string> = {
  ...paymentLabels,
  unspecified: 'No method recorded',
}
