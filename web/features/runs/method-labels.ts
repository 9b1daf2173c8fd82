import { type MoneyByMethod, paymentLabels } from '#shared/model/payment.ts'

export const methodLabels: Record<keyof MoneyByMethod, string> = { ...paymentLabels, unspecified: 'Without a method' }
