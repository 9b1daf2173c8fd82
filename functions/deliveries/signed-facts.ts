import { type SignedFacts, signedFacts } from '#shared/model/proof.ts'
import { pickFields } from '#shared/model/shapes.ts'
import { toDollars } from '#shared/rules/money.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'

/** Returns the facts of a handover at the door that its history item contains, in the form that responses have. */
export const pickSignedFacts = (delivery: StoredDelivery): SignedFacts =>
  pickFields(signedFacts(), { ...delivery, amount: delivery.amount === null ? null : toDollars(delivery.amount) })
