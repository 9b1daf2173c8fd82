import type * as runs from '../api/runs.ts'
import type { AreaDocs } from './call-docs.ts'

export const runsDocs: AreaDocs<typeof runs> = {
  listRuns: {
    summary: 'List the runs of a day',
    description:
      'One run for each person who has a delivery on the day, sorted by name, followed by the unassigned deliveries (`person` is null). The default `date` is today in the organization’s time zone.',
  },
  readRun: {
    summary: 'Read a run',
    description:
      'One person’s deliveries for one day, in the order of their stops. Open to that person and to callers who manage deliveries.',
    refusals: {
      403: 'The run is not the caller’s own, and the caller cannot manage deliveries.',
    },
  },
  setRunOrder: {
    summary: 'Change the order of a run',
    description:
      'Deliveries that are not listed follow in their current order. Open to the driver of the run and to callers who manage deliveries.',
    refusals: {
      403: 'The run is not the caller’s own, and the caller cannot manage deliveries.',
      409: 'The run is closed and not confirmed yet.',
      422: 'One of `delivery_ids` is not on this run.',
    },
  },
  loadPackage: {
    summary: 'Mark a package as loaded',
    description:
      'The package is identified by `code` (the URL in a slip’s QR code, or the code printed below it) or by `delivery_id`. Repeating the call returns the same response.',
    refusals: {
      403: 'The run is not the caller’s own, and the caller cannot manage deliveries.',
      404: 'There is no such run or, for `delivery_id`, no such delivery.',
      409: 'The package is on someone else’s run or on another day’s run, is not assigned, or has left the pharmacy; the slip is out of date; or the run is closed.',
      422: 'Neither or both of `code` and `delivery_id` were sent, or `code` is not on any slip of the organization.',
    },
  },
  unloadPackage: {
    summary: 'Unload a package',
    description: 'Only possible while the delivery is `assigned`.',
    refusals: {
      403: 'The run is not the caller’s own, and the caller cannot manage deliveries.',
      404: 'There is no such run, or no such delivery.',
      409: 'The package is not waiting on this run, or the run is closed.',
    },
  },
  startRun: {
    summary: 'Start a run',
    description:
      'Starts every loaded package; with `include_not_loaded`, every assigned one. `not_started` names the deliveries that could not be started; repeat the call to start those.',
    refusals: {
      403: 'The run is not the caller’s own, and the caller cannot manage deliveries.',
      409: 'The day of the run is in the future, or the run is closed.',
    },
  },
  closeRun: {
    summary: 'Close a run',
    description:
      'Covers everything that was delivered or brought back since the last handover. Open only to the driver of the run. Until a second person has counted too, only the driver can read the amounts in `counted`.',
    refusals: {
      403: 'It is not the caller’s own run.',
      409: 'A package is still on its way, no package has gone out, or the run is closed.',
    },
  },
  confirmRun: {
    summary: 'Confirm a handover',
    description: 'A second person, not the one who closed the run, must count the money as well.',
    refusals: {
      409: 'The run is not closed, or the caller closed it.',
      422: '`reason` is empty although one is required. It is required if `counted` is less than the amount collected by a method, or if its total differs from everything collected in `cash`, `check`, `card` and without a method (`unspecified`); the error then gives, at each field of `counted` that differs, the amounts collected and counted before. It is also required if the driver of the run has corrected an amount or a method (`corrections`).',
    },
  },
  reopenRun: {
    summary: 'Reopen a run',
    description: 'Undoes the confirmation first and, when called again, the close. Both stay in the activity.',
    refusals: {
      409: 'The run is not closed, or a package has gone out since.',
    },
  },
}
