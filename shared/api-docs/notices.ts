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
}
