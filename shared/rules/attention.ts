import { type AttentionReason, attentionReasons } from '../model/delivery-row.ts'
import type { DeliveryStatus } from '../model/delivery-statuses.ts'
import { isLate } from './lateness.ts'
import { isOpenStatus } from './transitions.ts'

interface Waiting {
  status: DeliveryStatus
  delivery_date: string
  time_range: string
  return_state: 'ok' | 'soon' | 'over' | null
  returned_at: string | null
  /** Set if the recipient has asked for another day or time slot. */
  asked?: object | null | undefined
  call_back_due_at?: string | null | undefined
  /**
   * The handover of money by a driver, which no one has confirmed yet. It is set on one of the deliveries of the run, which
   * represents the handover.
   */
  handover?: { date: string } | undefined
  /** The actions at the door that the server refused. */
  unsent?: readonly unknown[] | undefined
  /** Whether the package is out with a driver who can no longer sign in. */
  isWithPastDriver?: boolean
}

/** The organisation's date and local time. `clock` has the form `YYYY-MM-DDTHH:MM`, as `localDateTimeIn` returns it. */
export interface LocalMoment {
  today: string
  clock: string
}

/** Returns the reasons why a delivery needs attention, most urgent first. */
export function attentionReasonsOf(delivery: Waiting, { today, clock }: LocalMoment): AttentionReason[] {
  const { status, delivery_date, return_state, returned_at, call_back_due_at, handover, unsent = [], asked } = delivery
  const isSo: Record<AttentionReason, boolean> = {
    unsent: unsent.length > 0,
    with_former: delivery.isWithPastDriver === true,
    return_over: return_state === 'over',
    not_back: status === 'failed' && returned_at === null,
    late: delivery_date === today && isLate(delivery, clock),
    overdue: isOpenStatus(status) && delivery_date < today,
    failed: status === 'failed',
    asked: Boolean(asked),
    return_soon: return_state === 'soon',
    unassigned: status === 'unassigned' && delivery_date === today,
    call_back: Boolean(call_back_due_at),
    handover: handover !== undefined && handover.date < today,
  }
  return attentionReasons.filter((reason) => isSo[reason])
}
