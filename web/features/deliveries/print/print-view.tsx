import { readPrintData } from '#shared/api/deliveries.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import { PrintDialog } from './print-dialog.tsx'
import { Slip } from './slip.tsx'

interface PrintViewProps {
  deliveryId: string
  onClose: () => void
}

/** Shows and prints the package slip of one delivery. */
export function PrintView({ deliveryId, onClose }: PrintViewProps) {
  const { data, isPending, refetch } = useApiQuery(readPrintData, { params: { id: deliveryId } })
  return (
    <PrintDialog title={deliveryLabels.print} isReady={data !== undefined} onClose={onClose}>
      {isPending && <Spinner label="Loading delivery..." />}
      {!isPending && !data && <FailedState message={deliveryLabels.detailsFailed} onRetry={() => void refetch()} />}
      {data && <Slip data={data} />}
    </PrintDialog>
  )
}
