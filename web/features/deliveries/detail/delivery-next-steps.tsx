import type { Delivery } from '#shared/model/delivery.ts'
import { attentionReasonsOf } from '#shared/rules/attention.ts'
import { type NextStep, nextSteps } from '#shared/rules/next-steps.ts'
import { useOrganisationDateTime, useToday } from '../../../lib/session/clock.ts'
import { NextSteps } from '../attention/next-steps.tsx'

/**
 * Leaves out four steps, because the page has other ways to assign a driver (the button Edit), to call the patient, to record that call and to decide
 * about a record from the door.
 */
const isOffered = (step: NextStep) => step !== 'assign' && step !== 'call' && step !== 'outcome' && step !== 'review'

/**
 * Shows, on the delivery's own page, the steps that the attention list offers for the delivery. The two steps above are left out,
 * and so is the confirmation of a driver's money, because a delivery's own data does not contain the handover.
 */
export function DeliveryNextSteps({ delivery }: { delivery: Delivery }) {
  const offered = nextSteps(
    delivery.status,
    attentionReasonsOf(delivery, { today: useToday(), clock: useOrganisationDateTime() }),
    delivery.unsent,
  ).filter(isOffered)
  return offered.length > 0 && <NextSteps row={delivery} name={delivery.patient_name} offered={offered} />
}
