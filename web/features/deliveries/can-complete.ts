import type { DeliveryRow } from '#shared/model/delivery-row.ts'

/** Whether the delivery is under way. It has a file of its own because My Run needs no other rule for the actions of a row. */
export const canComplete = ({ status }: Pick<DeliveryRow, 'status'>) => status === 'in_progress'
