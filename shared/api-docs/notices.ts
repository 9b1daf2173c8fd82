import type * as notices from '../api/notices.ts'
import type { WordsFor } from './words.ts'

export const noticesWords: WordsFor<typeof notices> = {
  answerAsked: {
    summary: 'Answer a recipient who asked for another day',
    description:
      '`move` plans the delivery for the day and slot in `asked`; `keep` leaves it. Either takes the wish off.',
    refusals: { 409: 'Nobody asked for another day, or the day that was asked for is over.' },
  },
  readUpdates: {
    summary: 'Read what the recipient of a delivery was told',
    description:
      '`link` is the address of the recipient’s page, the same as in the mails. It is null where the organisation tells recipients nothing (`recipient_notices`).',
  },
  readPatientUpdates: {
    summary: 'Read what a patient was told',
    description:
      '`updates` are those of the patient’s ten latest deliveries of days before today, and of the ten that come next. `link` is the address of the page of the next delivery, the same as in the mails. It is null where nothing is planned, and where the organisation tells recipients nothing (`recipient_notices`). `stopped` says why nothing more goes to the patient’s own e-mail address.',
  },
}
