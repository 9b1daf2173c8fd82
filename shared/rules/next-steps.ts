import { backAtPharmacyText } from '../model/attempt.ts'
import type { AttentionReason } from '../model/delivery-row.ts'
import type { DeliveryStatus } from '../model/delivery-statuses.ts'

export const nextStepLabels = {
  assign: 'Assign',
  bring_back: backAtPharmacyText,
  move: 'Move',
  keep: 'Keep',
  reschedule: 'Reschedule',
  return_to_stock: 'Return to stock',
  confirm: 'Confirm',
  review: 'Review record',
  settle: 'Mark as settled',
  call: 'Call',
  outcome: 'Record call',
} as const
export type NextStep = keyof typeof nextStepLabels

/** The steps that help with each reason for attention, most useful first. `nextSteps` adds calling to all of them. */
const stepsOf: Record<AttentionReason, readonly NextStep[]> = {
  unsent: ['review', 'settle'],
  with_former: ['assign', 'bring_back'],
  return_over: ['return_to_stock'],
  not_back: ['bring_back'],
  late: ['reschedule', 'assign'],
  overdue: ['reschedule', 'assign'],
  failed: ['reschedule', 'return_to_stock'],
  asked: ['move', 'keep'],
  return_soon: ['assign', 'return_to_stock'],
  unassigned: ['assign'],
  call_back: [],
  handover: ['confirm'],
}

/**
 * Whether the package is at the pharmacy: it is planned, or has failed and was brought back. A package that is out can neither be
 * moved to another day nor returned to stock.
 */
const isHere = (status: DeliveryStatus, isBack: boolean) =>
  status === 'pending' || status === 'unassigned' || status === 'assigned' || (status === 'failed' && isBack)

/**
 * Returns the steps that are possible for a delivery, given the reasons why it needs attention, and the actions at its door that were
 * handed to the pharmacy. An action with a record is reviewed on the delivery's page; a mere report is settled.
 */
export function nextSteps(
  status: DeliveryStatus,
  reasons: readonly AttentionReason[],
  unsent: readonly { record: object | null }[] = [],
): NextStep[] {
  const isBack = !reasons.includes('not_back')
  const may: Record<NextStep, boolean> = {
    assign: status === 'unassigned' || (status === 'in_progress' && reasons.includes('with_former')),
    bring_back: !isBack || reasons.includes('with_former'),
    review: unsent.some(({ record }) => record !== null),
    move: isHere(status, isBack),
    keep: isHere(status, isBack),
    reschedule: isHere(status, isBack),
    return_to_stock: isHere(status, isBack),
    confirm: reasons.includes('handover'),
    settle: unsent.some(({ record }) => record === null),
    call: true,
    outcome: reasons.includes('call_back'),
  }
  const steps = new Set(reasons.flatMap((reason) => stepsOf[reason]))
  return [...steps, 'call' as const, 'outcome' as const].filter((step) => may[step])
}
