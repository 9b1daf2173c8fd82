import type * as attempts from '../api/attempts.ts'
import type { AreaDocs } from './call-docs.ts'

export const attemptsDocs: AreaDocs<typeof attempts> = {
  recordAttempt: {
    summary: 'Record a failed attempt',
    description:
      'Records that the package of a delivery in progress could not be delivered. The delivery becomes `failed`. Callers who may only see deliveries take over a delivery that is assigned to someone else; callers who manage deliveries record the attempt on behalf of the delivery’s driver. `captured_at` is the time on the device’s clock; an impossible time is ignored.',
    refusals: {
      409: 'The delivery is not in progress, or its run is closed. A caller who would take it over is also refused if their own run is closed.',
      422: 'The reason `other` needs a `note`. The `T` and the zone of `captured_at` must be uppercase.',
    },
  },
  returnPackage: {
    summary: 'Record that a failed package is back at the pharmacy',
    description:
      'Open to the delivery’s driver and to callers who manage deliveries. Repeating the call changes nothing. `captured_at` is the time on the device’s clock; an impossible time is ignored.',
    refusals: {
      403: 'The delivery is not assigned to the caller, and the caller cannot manage deliveries.',
      409: 'The delivery has not failed, or its run is closed.',
      422: 'The `T` and the zone of `captured_at` must be uppercase.',
    },
  },
  returnToStock: {
    summary: 'Return a package to stock',
    description: 'The delivery becomes `cancelled`.',
    refusals: {
      409: 'The delivery is on its way, has failed and is not back yet, or is already delivered or cancelled.',
    },
  },
  reportUnsent: {
    summary: 'Report a refused action',
    description:
      'Reports something that the caller did at a door and that the server refused. The report is on the attention list as `unsent` until it is settled, or until the same caller succeeds in doing the same thing. A previous driver of the delivery can report too, even if they can no longer see it; the response therefore contains only the report and nothing about the delivery. A new report replaces the caller’s earlier one. `captured_at` is the time on the device’s clock; an impossible time is ignored.',
    refusals: {
      422: 'The `T` and the zone of `captured_at` must be uppercase.',
    },
  },
  settleUnsent: {
    summary: 'Mark a refused action as settled',
    description:
      'Removes the reason `unsent` from the delivery’s entry on the attention list. Repeating the call changes nothing.',
  },
}
