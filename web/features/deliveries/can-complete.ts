import type { DeliveryRow } from '#shared/model/delivery-row.ts'

export const canComplete = ({ status }: Pick<DeliveryRow, 'status'>) => status === 'in_progress'
