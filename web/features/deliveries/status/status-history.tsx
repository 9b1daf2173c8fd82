import { useEffect } from 'react'
import { readStatusHistory } from '#shared/api/deliveries.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTimeline } from './status-timeline.tsx'

const historyFailed = 'Failed to load status history'

interface StatusHistoryProps {
  deliveryId: string
  status: DeliveryStatus
  failedLabel?: string
}

/** A delivery's status changes, with author and time. */
export function StatusHistory({ deliveryId, ...shown }: StatusHistoryProps) {
  const { data, isPending, isError, error } = useApiQuery(readStatusHistory, {
    params: { id: deliveryId },
    within: deliveryId,
  })
  const hasFailed = isError && !data
  useEffect(() => {
    if (hasFailed) toast.error(historyFailed)
  }, [hasFailed])

  if (isPending) return <Skeleton label="Loading status history..." lines={3} />
  // If the call succeeded but its response cannot be read, show the message that says so.
  if (!data)
    return (
      <FailedState
        message={error?.status === readStatusHistory.success ? error.detail : historyFailed}
        onRetry={() => location.reload()}
      />
    )
  return <StatusTimeline items={data} {...shown} />
}
