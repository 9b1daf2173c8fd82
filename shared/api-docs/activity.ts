import type * as activity from '../api/activity.ts'
import type { WordsFor } from './words.ts'

export const activityWords: WordsFor<typeof activity> = {
  listActivity: {
    summary: 'List who did and saw what',
    description:
      'Events of the organisation, newest first. `from` and `to` are days of its time zone, both of them included. Several filters narrow what one of them finds: a call reads at most 1,000 events, so a page may have fewer than `limit`, none at all too, and the header `x-read-to` says up to which instant it has read. A page that is not the last has a `Link` to the next.',
    refusals: {
      422: '`cursor` is of another list or organisation.',
    },
  },
}
