import * as z from 'zod/mini'
import { attemptForm } from '../model/attempt.ts'
import { delivery } from '../model/delivery.ts'
import { optionalInstant } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { reasonForm } from '../model/reason-form.ts'
import { refusedActionForm, reportedUnsent } from '../model/refused-action.ts'
import { manageDeliveriesRule, viewDeliveriesRule } from '../rules/permissions.ts'
import { entry } from './contract.ts'

/** Records that a package could not be handed over at the door. */
export const recordAttempt = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/attempts',
  access: viewDeliveriesRule,
  event: ['delivery.attempted', 'delivery.read'],
  subject: 'Delivery',
  body: attemptForm,
  media: ['json', 'form'],
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

/**
 * Records that a package that could not be delivered is back at the pharmacy. Allowed for the delivery's driver and for callers who
 * manage deliveries.
 */
export const returnPackage = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/return',
  access: viewDeliveriesRule,
  event: ['delivery.returned', 'delivery.read'],
  subject: 'Delivery',
  body: lazy(() => z.object({ captured_at: optionalInstant() })),
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const returnToStock = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/return-to-stock',
  access: manageDeliveriesRule,
  takesKey: true,
  event: ['delivery.restocked', 'delivery.read'],
  subject: 'Delivery',
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

/**
 * Hands a completion, an attempt or a return that the server refused to the pharmacy, with everything that was recorded. Allowed
 * for everyone who may see the delivery and for its earlier drivers, because the delivery may have been reassigned in the meantime.
 */
export const reportUnsent = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/unsent',
  access: viewDeliveriesRule,
  event: 'delivery.unsent_reported',
  subject: 'Delivery',
  body: refusedActionForm,
  media: ['form', 'json'],
  takesEndedSession: 'deactivated too',
  answer: reportedUnsent,
  success: 201,
  idempotent: true,
  versioned: true,
})

/** Records an action that was handed to the pharmacy as if the server had accepted it at once, such as a completion. */
export const acceptUnsent = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/unsent/{unsent_id}/accept',
  access: manageDeliveriesRule,
  event: ['delivery.unsent_accepted', 'delivery.read'],
  subject: 'Delivery',
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

/** Discards an action that was handed to the pharmacy. */
export const discardUnsent = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/unsent/{unsent_id}/discard',
  access: manageDeliveriesRule,
  event: ['delivery.unsent_discarded', 'delivery.read'],
  subject: 'Delivery',
  body: reasonForm,
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

/** Records that the pharmacy has settled all refused actions of this delivery that were reported without a record. */
export const settleUnsent = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/settle-unsent',
  access: manageDeliveriesRule,
  event: ['delivery.unsent_settled', 'delivery.read'],
  subject: 'Delivery',
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})
