import type * as deliveries from '../api/deliveries.ts'
import type { AreaDocs } from './call-docs.ts'

export const deliveriesDocs: AreaDocs<typeof deliveries> = {
  listDeliveries: {
    summary: 'List deliveries',
    description:
      'Each row has the fields that a list shows; `readDelivery` returns the rest. Every page but the last has a `Link` to the next, and no page is empty while more follow. A `limit` above 200 counts as 200. A page of a merged list, such as one of several statuses, can hold up to twice the limit.',
    refusals: {
      422: '`status` and `pharmacist_id` cannot be combined with `patient_id`, and `delivery_date` not with a view of a patient. A `view` of a patient needs a `patient_id`, and other views cannot have one; or `cursor` belongs to another list or organization.',
    },
  },
  createDelivery: {
    summary: 'Plan a delivery',
    description:
      'A new delivery is `assigned` if it has a pharmacist and `unassigned` if not, unless the body says `pending`. The server copies the patient’s details into the delivery and calculates the totals.',
    refusals: {
      409: 'The delivery already exists, or another one has the `external_id`.',
      422: '`time_range` is not one of the organization’s time ranges. A `fill_date` is after today. `delivery_date` is in the past in the organization’s time zone, `patient_id` is not the id of a patient, or `pharmacist_id` is not the id of a user who can deliver.',
    },
  },
  readDelivery: {
    summary: 'Read a delivery',
    description: 'Signature and photo are given as URLs that work for 15 minutes.',
  },
  updateDelivery: {
    summary: 'Edit or assign a delivery',
    description:
      'A body with `pharmacist_id` alone assigns the delivery, or unassigns it if `null`; this works until the delivery is delivered or cancelled. Any other body edits the fields that it contains, and needs a delivery that is pending, unassigned or assigned. For a failed delivery, a body with only `delivery_date`, `time_range` and `pharmacist_id` plans a new attempt.',
    refusals: {
      409: 'The status forbids the change, the delivery has been changed too many times, or another one has the `external_id`.',
      422: 'A new `time_range` is not one of the organization’s time ranges, a new `delivery_date` is in the past in the organization’s time zone, a `fill_date` is after today in that time zone, `patient_id` is not the id of a patient, or `pharmacist_id` is not the id of a user who can deliver.',
    },
  },
  deleteDelivery: {
    summary: 'Delete a delivery',
    refusals: {
      409: 'The delivery is not pending, unassigned or assigned.',
    },
  },
  changeStatus: {
    summary: 'Change the status of a delivery',
    description:
      'Open to callers who manage deliveries; a driver can also start a delivery assigned to them (`in_progress`). In a form, the JSON is the part `data` and the photo is the part `delivery_photo`.',
    refusals: {
      403: 'The caller cannot manage deliveries and is not starting a delivery assigned to them.',
      409: 'The status cannot follow the current one, or the delivery needs a pharmacist first.',
      413: 'A picture is larger than 10 MB, or larger than 4 MB in a form. Upload larger ones with `requestPhotoUpload` first.',
      415: 'The content of the picture is not a JPEG or PNG. Its file name does not matter.',
      422: 'For `delivered`: a `patient_signature` is required if the delivery needs a signature and has none. Only `completeDelivery` can complete the first delivery of a patient, or a delivery for which the organization’s settings require a signer or a checked photo ID; this error is reported at `status`. `patient_signature` must be a PNG, and `delivery_photo_key` must come from an upload for this delivery.',
    },
  },
  completeDelivery: {
    summary: 'Complete a delivery at the door',
    description:
      'Makes a delivery in progress `delivered`, with signature, photo, amount and confirmations. Callers who may only see deliveries take over a delivery that is assigned to someone else; callers who manage deliveries complete it on behalf of its driver. In a form, the JSON is the part `data`, and a photo of at most 4 MB is the part `delivery_photo`. Upload a larger photo first (`requestPhotoUpload`) and name it in `delivery_photo_key`. `is_first_delivery` is accepted and ignored. An `amount` that is not a number counts as 0. `captured_at` is the time on the device’s clock, or `signature_timestamp` if it is missing; `clock_correction_seconds` are the seconds that the device added to it because its clock was wrong. If the caller’s session was ended, the header `X-Ended-Session` has its last access token: the completion must have been signed before the end, within the last 24 hours and at most 24 hours after the token was issued, the user must still be active, and `session_ended_at` of the response and of the proof says when the session was ended.',
    refusals: {
      409: 'The delivery is not in progress, or its run is closed. A caller who would take it over is also refused if their own run is closed.',
      413: 'A picture is larger than 10 MB, or larger than 4 MB in a form. Upload larger ones with `requestPhotoUpload` first.',
      415: 'The content of the picture is not a JPEG or PNG. Its file name does not matter.',
      422: 'The first delivery of a patient needs both `hipaa_form_received` and `counseling_received`. `patient_signature` must be a PNG, and `delivery_photo_key` must come from an upload for this delivery. The rules for `amount` also apply to an amount sent as text, and the `T` and the zone of `signature_timestamp` must be uppercase. The organization’s settings may require `signer_name`, `signer_relationship`, `photo_id`, `payment_method` and, if a form was not given, `hipaa_form_reason`. `captured_at` must not be before the start or more than five minutes in the future.',
    },
  },
  readStatusHistory: {
    summary: 'Read the history of a delivery',
    description: 'Every change of status or driver, newest first.',
  },
  readPrintData: {
    summary: 'Read the data on a package slip',
    description: '`url` is the URL in the slip’s QR code.',
  },
  checkSlip: {
    summary: 'Check whether a slip is current',
    description:
      'A slip is current as long as the patient’s name, the address, the date and the counts on it match the delivery.',
  },
  requestPhotoUpload: {
    summary: 'Prepare the upload of a photo',
    description:
      'Returns a presigned POST: send `fields`, followed by the file, as a form to `url`. Then pass the `photo_key` to `completeDelivery` as `delivery_photo_key`, with the returned `version` in `If-Match`. `size` is in bytes. Callers who may only see deliveries take over a delivery that is assigned to someone else.',
    refusals: {
      409: 'The delivery is not in progress, or the caller would take it over while the run of either driver is closed.',
      413: 'The photo is larger than 10 MB.',
    },
  },
  readPriorDeliveries: {
    summary: 'Check whether a patient has had a delivery',
    description: 'The first delivery needs more confirmations: see `completeDelivery`.',
  },
  listPharmacists: {
    summary: 'List the people who can deliver',
    description:
      'Active users who can view deliveries, sorted by name. `delivers` is true for those who do not manage deliveries: the drivers.',
  },
  listTimeRanges: {
    summary: 'List the time ranges',
    description: 'The time ranges of the organization’s settings.',
  },
  listLanguages: {
    summary: 'List the languages',
  },
}
