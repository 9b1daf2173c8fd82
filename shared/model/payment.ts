import * as z from 'zod/mini'
import { lazy } from './lazy.ts'

export const paymentMethods = ['cash', 'check', 'card', 'prepaid', 'none'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentLabels: Readonly<Record<PaymentMethod, string>> = {
  cash: 'Cash',
  check: 'Check',
  card: 'Card',
  prepaid: 'Prepaid',
  none: 'None',
}

export const paymentMethod = lazy(() => z.enum(paymentMethods, 'Must be cash, check, card, prepaid or none'))

/** How a sum was paid at the door; missing or null: nobody said. */
export const optionalPaymentMethod = () => z.nullish(paymentMethod())

/** Dollars by method; `unspecified` is what came without one. */
export const moneyByMethod = lazy(() =>
  z.object({
    cash: z.number(),
    check: z.number(),
    card: z.number(),
    prepaid: z.number(),
    none: z.number(),
    unspecified: z.number(),
  }),
)
export type MoneyByMethod = z.output<ReturnType<typeof moneyByMethod>>

/** The methods that leave something in a hand that two people can count. */
export const countedMethods = ['cash', 'check', 'card'] as const
