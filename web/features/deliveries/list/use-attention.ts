import { listDeliveries } from '#shared/api/deliveries.ts'
import { poll, useApiPages } from '../../../lib/queries.ts'

const asked = { query: { view: 'attention' } } as const

/** What somebody has to see to. */
export const useAttention = (enabled: boolean) => useApiPages(listDeliveries, asked, { enabled })

/** Reads it again without anybody asking. */
export const rereadAttention = () => void poll(listDeliveries, asked, 'pages')
