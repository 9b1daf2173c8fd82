import type { DeliveryStatus } from '../model/delivery-statuses.ts'

const table: Record<DeliveryStatus, readonly DeliveryStatus[]> = {
  pending: ['assigned'],
  unassigned: [],
  assigned: ['in_progress', 'cancelled'],
  in_progress: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
  failed: ['assigned'],
}

/** People who manage deliveries may also give up a delivery that is on its way or about to be. */
const adminTable: Partial<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  assigned: ['failed'],
  in_progress: ['failed'],
}

export const allowedStatuses = (from: DeliveryStatus, isAdmin: boolean): readonly DeliveryStatus[] => [
  ...table[from],
  ...((isAdmin && adminTable[from]) || []),
]

export const canChangeStatus = (from: DeliveryStatus, to: DeliveryStatus, isAdmin: boolean) =>
  allowedStatuses(from, isAdmin).includes(to)

export const transitionRefusal = (from: DeliveryStatus, to: DeliveryStatus) =>
  `Cannot change status from ${from} to ${to}`

export const pharmacistNeeded = 'Assign a pharmacist first'

/** A final delivery never changes again. */
export const isFinal = (status: DeliveryStatus) => status === 'delivered' || status === 'cancelled'

/** An open delivery has yet to be delivered, so its patient cannot be deleted. */
export const isOpen = (status: DeliveryStatus) => !isFinal(status) && status !== 'failed'

/** A delivery in somebody's hands counts among that person's open deliveries. */
export const isAssignedOrStarted = (status: DeliveryStatus) => status === 'assigned' || status === 'in_progress'

const editable: readonly DeliveryStatus[] = ['pending', 'unassigned', 'assigned']

/** Whether it can be edited fully, and deleted. */
export const isEditable = (status: DeliveryStatus) => editable.includes(status)

/** The status after the pharmacist becomes `pharmacistId`. Final deliveries are refused before this is called. */
export function statusAfterAssignment(status: DeliveryStatus, pharmacistId: string | null): DeliveryStatus {
  if (pharmacistId) return status === 'pending' || status === 'unassigned' || status === 'failed' ? 'assigned' : status
  return isAssignedOrStarted(status) ? 'unassigned' : status
}

/** The status of a new delivery. */
export const initialStatus = (wanted: 'pending' | undefined, pharmacistId: string | null): DeliveryStatus =>
  wanted ?? (pharmacistId ? 'assigned' : 'unassigned')
