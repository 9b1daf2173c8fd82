import type { DeliveryRow } from '#shared/model/delivery-row.ts'

type Row = Pick<DeliveryRow, 'status' | 'pharmacist_id'>

/** Whether the delivery is assigned or unassigned. No one has started such a delivery yet. */
export const isPlanned = ({ status }: Pick<Row, 'status'>) => status === 'assigned' || status === 'unassigned'

/** Whether the user is the driver and may start the delivery. */
export const canStart = ({ status, pharmacist_id }: Row, userId: string) =>
  status === 'assigned' && pharmacist_id === userId
export const canPrint = ({ status }: Pick<Row, 'status'>) => status !== 'delivered'

/** Whether the list offers Edit. Unlike the detail page, the list offers it only for deliveries that have a driver. */
export const canEditRow = (row: Row) => isPlanned(row) && row.pharmacist_id !== null
export const canDeleteRow = ({ status }: Pick<Row, 'status'>) => status === 'pending'

/** Whether Edit and Delete are enabled on the detail page. */
export const canChangeOnDetailPage = (row: Pick<Row, 'status'>) => isPlanned(row)
