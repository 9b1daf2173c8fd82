import type { HistoryItem } from '#shared/model/delivery-history.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { formatDateAndAnyTime } from '../../../lib/browser/format.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import styles from './history.module.css'

interface StatusTimelineProps {
  status: DeliveryStatus
  items: readonly HistoryItem[]
  /** Replaces the usual label of the status `failed`: the history dialog shows 'Delivery Failed'. */
  failedLabel?: string
}

/** A delivery's current status, followed by its past status changes in the order of `items`, newest first. */
export function StatusTimeline({ status, items, failedLabel }: StatusTimelineProps) {
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
