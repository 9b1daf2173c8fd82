export const deliveryStatuses = [
  'pending',
  'unassigned',
  'assigned',
  'in_progress',
  'delivered',
  'cancelled',
  'failed',
] as const

export const isDeliveryStatus = (text: string): text is (typeof deliveryStatuses)[number] =>
  deliveryStatuses.some((status) => status === text)
