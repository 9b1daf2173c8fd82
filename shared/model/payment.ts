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

/** How the patient paid at the door. Missing or null if that was not recorded. */
export const optionalPaymentMethod = () => z.nullish(paymentMethod())

/** Dollars by payment method. `unspecified` is money whose payment method was not recorded; `none` is a recorded method. */
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

/** The payment methods that leave something to count when a driver hands the money over: cash, checks or card slips. */
export const countedPaymentMethods = ['cash', 'check', 'card'] as const
