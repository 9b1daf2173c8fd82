import type * as activity from '../api/activity.ts'
import type { AreaDocs } from './call-docs.ts'

export const activityDocs: AreaDocs<typeof activity> = {
  listActivity: {
    summary: 'List who did and saw what',
    description:
      'Events of the organisation, newest first. `from` and `to` are days in its time zone, and both are included. A call reads at most 1,000 events. With several filters, a page may therefore have fewer than `limit` events, or none at all; the header `x-read-to` gives the instant back to which the call has read. Every page but the last has a `Link` to the next.',
    refusals: {
      422: '`cursor` belongs to another list or organisation.',
    },
  },
}
