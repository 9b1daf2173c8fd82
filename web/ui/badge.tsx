import type { ReactNode } from 'react'
import type { DeliveryStatus } from '#shared/model/delivery.ts'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'

type Tone = 'brand' | 'yellow' | 'blue' | 'indigo' | 'green' | 'red' | 'darkred'

/** A short mark beside a name: Amplify's badge, without the code that its component brings to every page. */
export function Badge({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames('amplify-badge', styles.badge, tone && styles[tone])}>{children}</span>
}

const statuses: Record<DeliveryStatus, { tone: Tone; emoji: string; label: string }> = {
  pending: { tone: 'yellow', emoji: '⏳', label: 'Pending' },
  unassigned: { tone: 'yellow', emoji: '👤', label: 'Unassigned' },
  assigned: { tone: 'blue', emoji: '📋', label: 'Assigned' },
  in_progress: { tone: 'indigo', emoji: '🚚', label: 'In Progress' },
  delivered: { tone: 'green', emoji: '✅', label: 'Delivered' },
  cancelled: { tone: 'red', emoji: '🚫', label: 'Cancelled' },
  failed: { tone: 'darkred', emoji: '⚠️', label: 'Failed' },
}

export const statusLabel = (status: DeliveryStatus) => statuses[status].label

/** A delivery's status in colour, sign and word; `label` replaces the word. */
export function StatusBadge({ status, label }: { status: DeliveryStatus; label?: string }) {
  const { tone, emoji, label: usual } = statuses[status]
  return (
    <Badge tone={tone}>
      <span aria-hidden="true" className={styles.emoji}>
        {emoji}
      </span>
      {label ?? usual}
    </Badge>
  )
}
