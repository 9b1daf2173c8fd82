export const deliveryStatuses = [
  'pending',
  'unassigned',
  'assigned',
  'in_progress',
  'delivered',
  'cancelled',
  'failed',
] as const

export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const isDeliveryStatus = (text: string): text is DeliveryStatus =>
  deliveryStatuses.some((status) => status === text)

/** Returns the status as a sentence contains it, such as `in progress`. */
export const statusInWords = (status: DeliveryStatus) => status.replace('_', ' ')
