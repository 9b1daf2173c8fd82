import { pageFirstPaths } from '#shared/api/first-paths.ts'
import type { FirstCall, PreloadContext } from '../../lib/navigation/data-preload.ts'

/** How many events the activity page shows at first, and how many more at a time. */
export const eventsPerPage = 50

/**
 * Returns the first calls of the activity page. If the address has filters, the page itself requests the events, because the code
 * that reads filters knows all actions and is too large to load before all other code.
 */
export const activityFirstCalls = ({ search }: PreloadContext): FirstCall[] => [
  [
    pageFirstPaths.activity,
    search.size === 0 ? { query: { kind: 'changes', limit: String(eventsPerPage) } } : undefined,
  ],
  [pageFirstPaths.users, {}],
]
