import type { DeliveryStatus } from '../model/delivery.ts'

const table: Record<DeliveryStatus, readonly DeliveryStatus[]> = {
  pending: ['assigned'],
  unassigned: [],
  assigned: ['in_progress', 'cancelled'],
  in_progress: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
  failed: ['assigned'],
}

/** Delivery administrators may also give up a delivery that is on its way or about to be. */
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

/** Nothing changes them any more. */
export const isFinal = (status: DeliveryStatus) => status === 'delivered' || status === 'cancelled'

/** Still to be delivered: its patient cannot be deleted. */
export const isOpen = (status: DeliveryStatus) => !isFinal(status) && status !== 'failed'

/** Somebody has it to do, and knows it as an open delivery of theirs. */
export const isInHands = (status: DeliveryStatus) => status === 'assigned' || status === 'in_progress'

const editable: readonly DeliveryStatus[] = ['pending', 'unassigned', 'assigned']

/** Full edits and deletion. */
export const isEditable = (status: DeliveryStatus) => editable.includes(status)

/** The status a delivery takes when its pharmacist becomes `pharmacistId`; final ones refuse before this is asked. */
export function statusAfterAssignment(status: DeliveryStatus, pharmacistId: string | null): DeliveryStatus {
  if (pharmacistId) return status === 'pending' || status === 'unassigned' || status === 'failed' ? 'assigned' : status
  return isInHands(status) ? 'unassigned' : status
}

/** The status that a new delivery starts with. */
export const initialStatus = (wanted: 'pending' | undefined, pharmacistId: string | null): DeliveryStatus =>
  wanted ?? (pharmacistId ? 'assigned' : 'unassigned')
