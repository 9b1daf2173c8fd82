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
