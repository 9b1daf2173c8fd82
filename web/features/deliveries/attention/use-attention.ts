import { listDeliveries } from '#shared/api/deliveries.ts'
import { readPageAhead } from '../../../lib/api/paged-queries.ts'
import { poll } from '../../../lib/api/queries.ts'
import { useLivePages } from '../../../lib/api/use-live-changes.ts'
import { announce } from '../../../ui/announce.ts'
import { changedLine } from '../list/list-filters.ts'

const asked = { query: { view: 'attention' } } as const

interface Looking {
  /** Whether the caller may. */
  enabled: boolean
  /** The list itself is in sight, and not its number alone, which changes without a word. */
  isInSight: boolean
}

/** What somebody has to see to. */
export const useAttention = ({ enabled, isInSight }: Looking) =>
  useLivePages(listDeliveries, asked, {
    enabled,
    newsOf: (row) => row,
    tell: (count) => isInSight && announce(changedLine(count)),
  })

export const readAttentionAhead = () => readPageAhead(listDeliveries, asked)

export type Attention = ReturnType<typeof useAttention>

/** Reads it again without anybody asking. */
export const rereadAttention = () => void poll(listDeliveries, asked, 'pages')
