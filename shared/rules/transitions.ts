import { type DeliveryStatus, statusInWords } from '../model/delivery-statuses.ts'

const table: Record<DeliveryStatus, readonly DeliveryStatus[]> = {
  pending: ['assigned'],
  unassigned: [],
  assigned: ['in_progress', 'cancelled'],
  in_progress: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
  failed: ['assigned'],
}

/** Further transitions for people who manage deliveries: they may mark an assigned or started delivery as failed. */
const adminTable: Partial<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  assigned: ['failed'],
  in_progress: ['failed'],
}

export const allowedNextStatuses = (from: DeliveryStatus, isAdmin: boolean): readonly DeliveryStatus[] => [
  ...table[from],
  ...((isAdmin && adminTable[from]) || []),
]

export const canChangeStatus = (from: DeliveryStatus, to: DeliveryStatus, isAdmin: boolean) =>
  allowedNextStatuses(from, isAdmin).includes(to)

export const transitionRefusalText = (from: DeliveryStatus, to: DeliveryStatus) =>
  `Cannot change status from ${statusInWords(from)} to ${statusInWords(to)}`

export const pharmacistNeededText = 'Assign a pharmacist first'

/** Whether a delivery with this status never changes it again. */
export const isFinalStatus = (status: DeliveryStatus) => status === 'delivered' || status === 'cancelled'

/**
 * Whether a delivery with this status is still to be delivered. A failed one is not open, although it can be planned again. The
 * patient of an open delivery cannot be deleted.
 */
export const isOpenStatus = (status: DeliveryStatus) => !isFinalStatus(status) && status !== 'failed'

/** Whether a delivery with this status counts among its driver's open deliveries. */
export const isAssignedOrStarted = (status: DeliveryStatus) => status === 'assigned' || status === 'in_progress'

const editable: readonly DeliveryStatus[] = ['pending', 'unassigned', 'assigned']

/** Whether a delivery with this status can be deleted, and edited in all its fields. */
export const isEditableStatus = (status: DeliveryStatus) => editable.includes(status)

/**
 * Returns the status that a delivery gets when its pharmacist becomes `pharmacistId`, which is null for none. The caller must have
 * refused deliveries with a final status before.
 */
export function statusAfterAssignment(status: DeliveryStatus, pharmacistId: string | null): DeliveryStatus {
  if (pharmacistId) return status === 'pending' || status === 'unassigned' || status === 'failed' ? 'assigned' : status
  return isAssignedOrStarted(status) ? 'unassigned' : status
}

/** Returns the status of a new delivery. `requested` is the status that the request names. */
export const initialStatus = (requested: 'pending' | undefined, pharmacistId: string | null): DeliveryStatus =>
  requested ?? (pharmacistId ? 'assigned' : 'unassigned')
