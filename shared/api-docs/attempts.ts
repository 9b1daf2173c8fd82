import type * as attempts from '../api/attempts.ts'
import type { AreaDocs } from './call-docs.ts'

export const attemptsDocs: AreaDocs<typeof attempts> = {
  recordAttempt: {
    summary: 'Record a failed attempt',
    description:
      'Records that the package of a delivery in progress could not be delivered. The delivery becomes `failed`. Callers who may only see deliveries take over a delivery that is assigned to someone else; callers who manage deliveries record the attempt on behalf of the delivery’s driver. `captured_at` is the time on the device’s clock; an impossible time is ignored. A photo is sent as with `completeDelivery`.',
    refusals: {
      409: 'The delivery is not in progress, or its run is closed. A caller who would take it over is also refused if their own run is closed.',
      413: 'The photo is larger than 10 MB, or larger than 4 MB in a form. Upload larger ones with `requestPhotoUpload` first.',
      415: 'The content of the photo is not a JPEG or PNG. Its file name does not matter.',
      422: 'The reason `other` needs a `note`. `delivery_photo_key` must come from an upload for this delivery. The `T` and the zone of `captured_at` must be uppercase.',
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
    summary: 'Hand a refused action to the pharmacy',
    description:
      'Reports something that the caller did at a door and that the server refused. `completion` or `attempt` is the body of the action’s own call, and a photo is the part `delivery_photo` of a form; they make up the record, which the pharmacy accepts or discards. The report is on the attention list as `unsent` until then, or until the same caller succeeds in doing the same thing. A previous driver of the delivery can report too, even if they can no longer see it; the response therefore says nothing about the delivery. A new report of the same action replaces the earlier one, but a report without a record never replaces a record. `captured_at` is the time on the device’s clock; an impossible time is ignored. If the caller’s session has ended, the header `X-Ended-Session` has its last access token, and the action must have been captured in that session within the last 24 hours, and at most 24 hours after the token was issued.',
    refusals: {
      403: 'The session has ended, and the action was captured more than 24 hours ago, more than 24 hours after the token was issued, or at no known time.',
      409: 'Too many records of this delivery wait for the pharmacy.',
      415: 'The photo is not an image.',
      422: 'In `completion`, `patient_signature` must be a PNG, and there and in `attempt`, `delivery_photo_key` must come from an upload for this delivery. The `T` and the zone of `captured_at` must be uppercase.',
    },
  },
  acceptUnsent: {
    summary: 'Accept a record from the door',
    description:
      'Records the completion, attempt or return as its driver did it, and removes it from `unsent`. A completed delivery belongs to the driver who recorded it. The history says who captured the record and when, and who accepted it.',
    refusals: {
      409: 'The record was already accepted or discarded, has no signature, or no longer fits the delivery’s status.',
    },
  },
  discardUnsent: {
    summary: 'Discard a record from the door',
    description: 'Removes the record from `unsent`. The reason is in the delivery’s history.',
    refusals: { 409: 'The record was already accepted or discarded.', 422: 'The reason is missing.' },
  },
  settleUnsent: {
    summary: 'Mark a refused action as settled',
    description:
      'Removes the reports without a record, and with the last of them the reason `unsent` from the delivery’s entry on the attention list. Repeating the call changes nothing.',
  },
}
