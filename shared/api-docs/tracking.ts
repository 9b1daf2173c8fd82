import type * as tracking from '../api/tracking.ts'
import type { WordsFor } from './words.ts'

const gone = 'Nobody has this link, or its day is over for more than 48 hours.'
const late = 'The package is on its way, or 5 changes were made by this link.'

export const trackingWords: WordsFor<typeof tracking> = {
  readTracking: {
    summary: 'Read where a delivery is, by the recipient’s link',
    description:
      'A door is one patient, address and day. `at` is when it was delivered or missed, `stops_before` is said only while it is on its way (`more`: there are more of them), and `asked` is the day that waits to be answered.',
    refusals: { 404: gone },
  },
  noteAccess: {
    summary: 'Say how to get in',
    description: 'The driver sees it as the recipient’s own words. It is kept with the deliveries of this door alone.',
    refusals: { 404: gone, 409: late },
  },
  askForDay: {
    summary: 'Ask for another day',
    description: 'Moves nothing: the wish stands on the attention list until the organisation answers it.',
    refusals: { 404: gone, 409: late, 422: '`delivery_date` is not one of the 7 days that begin tomorrow.' },
  },
  endNotices: {
    summary: 'End the updates by email',
    description: 'For this patient in this organisation. A repeat changes nothing. A body is not looked at.',
    refusals: { 404: gone },
  },
}
