import type { ReactNode } from 'react'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'

type Tone = 'brand' | 'yellow' | 'blue' | 'indigo' | 'green' | 'red' | 'darkred'

/**
 * A short label on a coloured ground, such as a status. It looks like Amplify's badge, whose component would add code to every
 * page.
 */
export function Badge({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames('amplify-badge', styles.badge, tone && styles[tone])}>{children}</span>
}

const statuses: Record<DeliveryStatus, { tone: Tone; label: string }> = {
  pending: { tone: 'yellow', label: 'Pending' },
  unassigned: { tone: 'yellow', label: 'Unassigned' },
  assigned: { tone: 'blue', label: 'Assigned' },
  in_progress: { tone: 'indigo', label: 'In Progress' },
  delivered: { tone: 'green', label: 'Delivered' },
  cancelled: { tone: 'red', label: 'Cancelled' },
  failed: { tone: 'darkred', label: 'Failed' },
}

export const deliveryStatusLabel = (status: DeliveryStatus) => statuses[status].label

export const deliveryStatusTone = (status: DeliveryStatus) => statuses[status].tone
