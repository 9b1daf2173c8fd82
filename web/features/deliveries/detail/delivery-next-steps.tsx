import type { Delivery } from '#shared/model/delivery.ts'
import { attentionReasonsOf } from '#shared/rules/attention.ts'
import { type NextStep, nextSteps } from '#shared/rules/next-steps.ts'
import { useOrganisationDateTime, useToday } from '../../../lib/session/clock.ts'
import { NextSteps } from '../attention/next-steps.tsx'

/** Leaves out two steps, because the page has other ways to assign a driver (the button Edit) and to call the patient. */
const isOffered = (step: NextStep) => step !== 'assign' && step !== 'call'

/**
 * Shows, on the delivery's own page, the steps that the attention list offers for the delivery. The two steps above are left out,
 * and so is the confirmation of a driver's money, because a delivery's own data does not contain the handover.
 */
export function DeliveryNextSteps({ delivery }: { delivery: Delivery }) {
  const offered = nextSteps(
    delivery.status,
    attentionReasonsOf(delivery, { today: useToday(), clock: useOrganisationDateTime() }),
  ).filter(isOffered)
  return offered.length > 0 && <NextSteps row={delivery} name={delivery.patient_name} offered={offered} />
}
