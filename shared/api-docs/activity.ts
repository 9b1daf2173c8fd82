import type * as activity from '../api/activity.ts'
import type { AreaDocs } from './call-docs.ts'

export const activityDocs: AreaDocs<typeof activity> = {
  listActivity: {
    summary: 'List activity',
    description:
      'The organization’s events, newest first. `from` and `to` are days in its time zone; both are included. A call reads at most 1,000 events. With several filters, a page may therefore have fewer than `limit` events, or none at all; the header `x-read-to` says how far back the call has read. Every page but the last has a `Link` to the next.',
    refusals: {
      422: '`cursor` belongs to another list or organization.',
    },
  },
}
