import type * as tracking from '../api/tracking.ts'
import type { AreaDocs } from './call-docs.ts'

const gone = 'The link does not exist, or its day ended more than 48 hours ago.'
const late = 'The package is on its way, or 5 changes have been made through this link.'

export const trackingDocs: AreaDocs<typeof tracking> = {
  readTracking: {
    summary: 'Track a delivery',
    description:
      'A door is one address and day, with all packages whose recipients share an email address or phone. `at` is when it was delivered or missed, `is_absence` whether the driver met no one at the door (given only if it was missed), `stops_before` is given only while it is on its way (`more`: there are more stops than the page shows), and `asked` is the day that the recipient has asked for and the organization has not answered yet.',
    refusals: { 404: gone },
  },
  storeAccessNote: {
    summary: 'Leave access notes',
    description: 'The driver sees it as the recipient’s note. It is stored only with the deliveries of this door.',
    refusals: { 404: gone, 409: late },
  },
  askForDay: {
    summary: 'Request another day',
    description:
      'Does not move the delivery: the request stays on the attention list until the organization answers it.',
    refusals: {
      404: gone,
      409: late,
      422: '`delivery_date` is not a delivery day among the 7 days that begin tomorrow, or `time_range` is not one of the organization’s time ranges.',
    },
  },
  endNotices: {
    summary: 'Unsubscribe from updates',
    description:
      'Ends email updates for this patient in this organization. Repeating the call changes nothing. Any body is ignored.',
    refusals: { 404: gone },
  },
}
