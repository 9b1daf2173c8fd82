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
  settle: 'Mark as settled',
  call: 'Call',
} as const
export type NextStep = keyof typeof nextStepLabels

/** The steps that help with each reason for attention, most useful first. `nextSteps` adds calling to all of them. */
const stepsOf: Record<AttentionReason, readonly NextStep[]> = {
  unsent: ['settle'],
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

/** Returns the steps that are possible for a delivery, given the reasons why it needs attention. */
export function nextSteps(status: DeliveryStatus, reasons: readonly AttentionReason[]): NextStep[] {
  const isBack = !reasons.includes('not_back')
  const may: Record<NextStep, boolean> = {
    assign: status === 'unassigned',
    bring_back: !isBack,
    move: isHere(status, isBack),
    keep: isHere(status, isBack),
    reschedule: isHere(status, isBack),
    return_to_stock: isHere(status, isBack),
    confirm: reasons.includes('handover'),
    settle: reasons.includes('unsent'),
    call: true,
  }
  const steps = new Set(reasons.flatMap((reason) => stepsOf[reason]))
  return [...steps, 'call' as const].filter((step) => may[step])
}
