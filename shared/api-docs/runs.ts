import type * as runs from '../api/runs.ts'
import type { WordsFor } from './words.ts'

export const runsWords: WordsFor<typeof runs> = {
  listRuns: {
    summary: 'List the runs of a day',
    description:
      'Everybody who has a delivery on the day, by name, then what nobody has (`person` is null). Without `date`, of the organisation’s today.',
  },
  readRun: {
    summary: 'Read a run',
    description:
      'One person’s deliveries of one day, in the order of their stops. For that person, and for callers who manage deliveries.',
    refusals: {
      403: 'Neither is it the caller’s own run, nor do they manage deliveries.',
    },
  },
  orderRun: {
    summary: 'Change the order of a run',
    description:
      'What is not named keeps its place behind. For the person of the run, and for callers who manage deliveries.',
    refusals: {
      403: 'Neither is it the caller’s own run, nor do they manage deliveries.',
      409: 'The run is closed and not confirmed yet.',
      422: 'One of `delivery_ids` is not on this run.',
    },
  },
  loadPackage: {
    summary: 'Mark a package as loaded',
    description:
      'By `code`, the address in a slip’s QR code or the code that is printed below it, or by `delivery_id`. A repeat answers the same.',
    refusals: {
      403: 'Neither is it the caller’s own run, nor do they manage deliveries.',
      404: 'There is no such run or, for `delivery_id`, no such delivery.',
      409: 'The package is on somebody else’s run or on that of another day, is not assigned, or is on its way or beyond; the slip is out of date; or the run is closed.',
      422: 'Exactly one of `code` and `delivery_id` is sent. `code` is on no slip of the organisation.',
    },
  },
  unloadPackage: {
    summary: 'Take a package out of a run again',
    description: 'While it is assigned.',
    refusals: {
      403: 'Neither is it the caller’s own run, nor do they manage deliveries.',
      404: 'There is no such run, or no such delivery.',
      409: 'The package does not wait on this run, or the run is closed.',
    },
  },
  startRun: {
    summary: 'Start a run',
    description:
      'Every loaded package is on its way from now on; with `include_not_loaded`, every assigned one. What could not be started is named in `not_started`, and a repeat goes on with it.',
    refusals: {
      403: 'Neither is it the caller’s own run, nor do they manage deliveries.',
      409: 'The run is of a day to come, or it is closed.',
    },
  },
  closeRun: {
    summary: 'Hand a run over',
    description:
      'Covers what was delivered or brought back since the last close. For the person of the run alone. Until somebody else has counted too, nobody but that person is answered what was `counted`.',
    refusals: {
      403: 'It is not the caller’s own run.',
      409: 'Something is still out, nothing has been out, or the run is closed.',
    },
  },
  confirmRun: {
    summary: 'Confirm a handover',
    description: 'Somebody else than who closed the run counts too.',
    refusals: {
      409: 'The run is not closed, or the caller closed it.',
      422: '`counted` is less than what was collected by a method, or all of it together is another sum than was collected in `cash`, `check`, `card` and without a method (`unspecified`), and `reason` is empty; then what was collected and counted before is said at the fields of `counted` that differ. Or the person of the run has corrected an amount or a method (`corrections`), and `reason` is empty.',
    },
  },
  reopenRun: {
    summary: 'Take a handover back',
    description: 'The confirmation first, then the close. Both stay in the activity.',
    refusals: {
      409: 'The run is not closed, or something has gone out since.',
    },
  },
}
