import { useEffect } from 'react'
import { readStatusHistory } from '#shared/api/deliveries.ts'
import type { HistoryItem } from '#shared/model/delivery-history.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import { formatDateAndAnyTime } from '../../../lib/browser/format.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import styles from './history.module.css'

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

interface StatusTimelineProps {
  status: DeliveryStatus
  items: readonly HistoryItem[]
  /** Replaces the usual label of the status `failed`: the history dialog shows 'Delivery Failed'. */
  failedLabel?: string
}

/** A delivery's current status, followed by its past status changes in the order of `items`, newest first. */
function StatusTimeline({ status, items, failedLabel }: StatusTimelineProps) {
  const labelled = (shown: DeliveryStatus) => ({
    status: shown,
    ...(shown === 'failed' && failedLabel && { label: failedLabel }),
  })
  return (
    <ol className={styles.timeline} aria-label="Status history">
      <li>
        <StatusBadge {...labelled(status)} />
        <span className="muted small">Current status</span>
      </li>
      {items.map((item) => (
        <li key={item._id}>
          <div className={styles.change}>
            {item.old_status && item.old_status !== item.new_status && (
              <>
                <StatusBadge {...labelled(item.old_status)} />
                <span role="img" aria-label="to">
                  →
                </span>
              </>
            )}
            <StatusBadge {...labelled(item.new_status)} />
          </div>
          {item.notes && <p className="small">{item.notes}</p>}
          <p className="muted small tabular">
            {formatDateAndAnyTime(item.changed_at)} · {item.changed_by_name}
            {item.changed_by_email && ` (${item.changed_by_email})`}
          </p>
        </li>
      ))}
    </ol>
  )
}
