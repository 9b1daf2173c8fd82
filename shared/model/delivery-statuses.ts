export const deliveryStatuses = [
  'pending',
  'unassigned',
  'assigned',
  'in_progress',
  'delivered',
  'cancelled',
  'failed',
] as const
