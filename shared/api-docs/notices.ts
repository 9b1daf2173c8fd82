import type * as notices from '../api/notices.ts'
import type { AreaDocs } from './call-docs.ts'

export const noticesDocs: AreaDocs<typeof notices> = {
  answerDayRequest: {
    summary: 'Answer a recipient who asked for another day',
    description:
      '`move` plans the delivery for the day and slot in `asked`; `keep` leaves it as it is. Either one removes the request.',
    refusals: { 409: 'Nobody asked for another day, or that day is over.' },
  },
  readUpdates: {
    summary: 'Read what the recipient of a delivery was told',
    description:
      '`link` is the address of the recipient’s page, the same as in the mails and text messages. It is null if the organisation sends recipients no notices (`recipient_notices`).',
  },
  readPatientUpdates: {
    summary: 'Read what a patient was told',
    description:
      '`updates` are those of the patient’s last ten deliveries before today and of the next ten. `link` is the address of the page of the next delivery, the same as in the mails and text messages. It is null if nothing is planned or if the organisation sends recipients no notices (`recipient_notices`). `stopped` says why nothing more goes to the patient’s own e-mail address or, if they chose text messages, phone.',
  },
}
