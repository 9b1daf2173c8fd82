import { useQuery } from '@tanstack/react-query'
import { readPrintData } from '#shared/api/deliveries.ts'
import { call } from '../../../lib/api/call.ts'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import { PrintDialog } from './print-dialog.tsx'
import { Slip, type SlipData } from './slip.tsx'

/** The maximum number of slips that are read at the same time. */
const atOnce = 6

async function readAll(ids: readonly string[]): Promise<SlipData[]> {
  const slips: SlipData[] = []
  for (let i = 0; i < ids.length; i += atOnce) {
    const some = ids.slice(i, i + atOnce).map((id) => call(readPrintData, { params: { id } }))
    slips.push(...(await Promise.all(some)).map(({ body }) => body))
  }
  return slips
}

interface SlipsViewProps {
  ids: readonly string[]
  /** The number of selected deliveries that have no slip because they are completed. */
  leftOut: number
  onClose: () => void
}

/** Shows and prints the slips of several deliveries, each on a sheet of its own. */
export function SlipsView({ ids, leftOut, onClose }: SlipsViewProps) {
  const { data, isPending, refetch } = useQuery({ queryKey: ['slips', ids], queryFn: () => readAll(ids) })
  return (
    <PrintDialog title="Print slips" isReady={data !== undefined} onClose={onClose}>
      {leftOut > 0 && <p>{`${leftOut === 1 ? '1 package' : `${leftOut} packages`} already delivered, not printed`}</p>}
      {isPending && <Spinner label="Loading slips..." />}
      {!isPending && !data && <FailedState message={deliveryLabels.detailsFailed} onRetry={() => void refetch()} />}
      {data?.map((slip) => (
        <Slip key={slip.id} data={slip} />
      ))}
    </PrintDialog>
  )
}
