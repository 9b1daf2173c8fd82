import type * as recipientUpdates from '../api/recipient-updates.ts'
import type { AreaDocs } from './call-docs.ts'

export const recipientUpdatesDocs: AreaDocs<typeof recipientUpdates> = {
  answerDayRequest: {
    summary: 'Answer a request for another day',
    description:
      '`move` plans the delivery for the day and slot in `asked`; `keep` leaves it as it is. Either one removes the request.',
    refusals: { 409: 'No one asked for another day, or that day has passed.' },
  },
  readUpdates: {
    summary: 'List the updates sent about a delivery',
    description:
      '`link` is the URL of the recipient’s tracking page, as in the emails and text messages. It is null if the organization sends recipients no notices (`recipient_notices`).',
  },
  readPatientUpdates: {
    summary: 'List the updates sent about a patient’s deliveries',
    description:
      '`updates` covers the patient’s last ten deliveries before today and the next ten. `link` is the URL of the next delivery’s tracking page, as in the emails and text messages. It is null if nothing is planned or if the organization sends recipients no notices (`recipient_notices`). `stopped` says why nothing more is sent to the patient’s own email address or, if they chose text messages, phone.',
  },
}
