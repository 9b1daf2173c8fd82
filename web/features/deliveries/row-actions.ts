import type { DeliveryRow } from '#shared/model/delivery.ts'

type Row = Pick<DeliveryRow, 'status' | 'pharmacist_id'>

/** Nobody has set out with it. */
export const isPlanned = ({ status }: Pick<Row, 'status'>) => status === 'assigned' || status === 'unassigned'

export const canComplete = ({ status }: Pick<Row, 'status'>) => status === 'in_progress'
/** By whom it is assigned to. */
export const canStart = ({ status, pharmacist_id }: Row, userId: string) =>
  status === 'assigned' && pharmacist_id === userId
export const canPrint = ({ status }: Pick<Row, 'status'>) => status !== 'delivered'

/** In the list; the detail page asks only for the status. */
export const canEditRow = (row: Row) => isPlanned(row) && row.pharmacist_id !== null
export const canDeleteRow = ({ status }: Pick<Row, 'status'>) => status === 'pending'

/** Both Edit and Delete of the detail page. */
export const canChangeDetail = (row: Pick<Row, 'status'>) => isPlanned(row)
