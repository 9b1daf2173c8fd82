import type * as recipientUpdates from '../api/recipient-updates.ts'
import type { AreaDocs } from './call-docs.ts'

export const recipientUpdatesDocs: AreaDocs<typeof recipientUpdates> = {
  answerDayRequest: {
    summary: 'Answer a request for another day',
    description:
      '`move` plans the delivery for the day and slot in `asked`; `keep` leaves it as it is. Either one removes the request.',
    refusals: { 409: 'No one asked for another day, or that day has passed.' },
  },
  copyRecipientLink: {
    summary: 'Get the link to the recipient’s page',
    description:
      'The URL of the recipient’s tracking page, as in the emails and text messages. Anyone who has it can act as the recipient, so what is done by it in the next hour names the caller.',
    refusals: { 409: 'The organization sends recipients no notices (`recipient_notices`).' },
  },
  readUpdates: {
    summary: 'List the updates sent about a delivery',
    description:
      'A notice with the state `not_sent` has a `reason`. `link_of` is the ID of the delivery if the caller can get the link to the recipient’s page, otherwise null.',
  },
  readPatientUpdates: {
    summary: 'List the updates sent about a patient’s deliveries',
    description:
      '`updates` covers the patient’s last ten deliveries before today and the next ten. `link_of` is the ID of the next delivery if there is one and the caller can get the link to its recipient’s page, otherwise null. `stopped` says why nothing more is sent to the patient’s own email address or, if they chose text messages, phone.',
  },
}
