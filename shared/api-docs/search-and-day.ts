import type * as searchAndDay from '../api/search-and-day.ts'
import type { AreaDocs } from './call-docs.ts'

export const searchAndDayDocs: AreaDocs<typeof searchAndDay> = {
  search: {
    summary: 'Search patients, prescriptions and deliveries',
    description:
      'At most 8 of each. Only callers who manage deliveries get patients. Deliveries are found by the start of their id first, then by prescription number, then by patient.',
  },
  readDay: {
    summary: 'Count a day’s deliveries',
    description:
      'Counts by status and by time slot, with the money expected and collected. The default date is today in the organization’s time zone.',
  },
  listStopQuestions: {
    summary: 'List the addresses of a day that may be one stop',
    description:
      'Street addresses with three or more patients in different units. Answer with `one_stop` in `changeDeliveries`; an address whose patients have been answered is not listed again.',
  },
  changeDeliveries: {
    summary: 'Change several deliveries at once',
    description:
      'Up to 100 deliveries. With `one_stop`, the answer is also stored with the patients. The results are in the order of the request. Each delivery is checked on its own: if one is refused, its result says why, and the others are still changed.',
    refusals: { 422: '`pharmacist_id` is not the id of a user who can deliver.' },
  },
  findPrescription: {
    summary: 'Find deliveries by prescription number',
    description: 'Open deliveries, and those delivered in the last 30 days, that have this number, newest first.',
  },
}
