import { type Signed, signedFacts } from '#shared/model/proof.ts'
import { only } from '#shared/model/shapes.ts'
import { toDollars } from '#shared/rules/money.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'

/** What a delivery says of its handover, in the form in which it is answered. */
export const signedFactsOf = (delivery: StoredDelivery): Signed =>
  only(signedFacts(), { ...delivery, amount: delivery.amount === null ? null : toDollars(delivery.amount) })
