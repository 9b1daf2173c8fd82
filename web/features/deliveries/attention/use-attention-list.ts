import { listDeliveries } from '#shared/api/deliveries.ts'
import { readFirstPageAhead } from '../../../lib/api/paged-queries.ts'
import { pollQuery } from '../../../lib/api/queries.ts'
import { useLivePages } from '../../../lib/api/use-live-changed-ids.ts'
import { announce } from '../../../ui/announce.ts'
import { changedDeliveriesText } from '../list/list-filters.ts'

const attentionQuery = { query: { view: 'attention' } } as const

interface Looking {
  /** Whether the user may see the list. */
  enabled: boolean
  /** Whether the list itself is visible. If only the tab with the list's count is visible, changes are not announced. */
  isInSight: boolean
}

/** Reads the deliveries that need attention, and keeps them up to date. */
export const useAttentionList = ({ enabled, isInSight }: Looking) =>
  useLivePages(listDeliveries, attentionQuery, {
    enabled,
    newsOf: (row) => row,
    onChange: (count) => isInSight && announce(changedDeliveriesText(count)),
  })

export const readAttentionListAhead = () => readFirstPageAhead(listDeliveries, attentionQuery)

export type AttentionPages = ReturnType<typeof useAttentionList>

/** Rereads, in the background, the list of the deliveries that need attention. */
export const rereadAttentionList = () => void pollQuery(listDeliveries, attentionQuery, 'pages')
