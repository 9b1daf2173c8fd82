import type * as deliveries from '../api/deliveries.ts'
import type { WordsFor } from './words.ts'

export const deliveriesWords: WordsFor<typeof deliveries> = {
  listDeliveries: {
    summary: 'List deliveries',
    description:
      'Rows with what a list shows; `readDelivery` has the rest. A page that is not the last has a `Link` to the next. `limit` counts as at most 200; a page of a merged list, such as one of several statuses, can hold up to twice as many, and none is empty while more follows.',
    refusals: {
      422: '`status` and `pharmacist_id` cannot be combined with `patient_id`, and `delivery_date` not with a view of a patient. `view` is of a patient and there is no `patient_id`, or the other way round; or `cursor` is of another list or organisation.',
    },
  },
  createDelivery: {
    summary: 'Plan a delivery',
    description:
      'A new delivery is `assigned` if it has a pharmacist and `unassigned` if not, unless the body says `pending`. The patient’s details are copied into it, and the totals are the server’s.',
    refusals: {
      409: 'The delivery exists already, or another one has the `external_id`.',
      422: 'A `fill_date` is after today. `delivery_date` is in the past of the organisation’s time zone, `patient_id` names no patient, or `pharmacist_id` nobody who can deliver.',
    },
  },
  readDelivery: {
    summary: 'Read a delivery',
    description: 'Signature and photo are addresses that work for 15 minutes.',
  },
  updateDelivery: {
    summary: 'Edit or assign a delivery',
    description:
      'A body of `pharmacist_id` alone assigns, or with `null` takes away, until the delivery is delivered or cancelled. Every other body is an edit of what it holds, as long as the delivery is pending, unassigned or assigned; of one that failed, a body of `delivery_date`, `time_range` and `pharmacist_id` alone is a new try.',
    refusals: {
      409: 'The status forbids the change, the delivery has too many of them, or another one has the `external_id`.',
      422: 'A new `delivery_date` is in the past of the organisation’s time zone, a `fill_date` after its today, `patient_id` names no patient, or `pharmacist_id` nobody who can deliver.',
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
      'For callers who manage deliveries; the assigned person can also start their own (`in_progress`). As a form, the JSON is the part `data` and the photo the part `delivery_photo`.',
    refusals: {
      403: 'The caller cannot manage deliveries and is not starting a delivery assigned to them.',
      409: 'The status cannot follow the present one, or needs a pharmacist first.',
      413: 'A picture is larger than 10 MB, or than 4 MB in a form: upload it by `requestPhotoUpload` first.',
      415: 'The picture is not a JPEG, PNG, WebP or GIF, whatever it is called.',
      422: 'For `delivered`: a `patient_signature` is needed if the delivery asks for one and has none, and the first delivery of a patient is completed by `completeDelivery` alone, which is said at `status`. So is a record that the settings of the organisation ask for: a signer, a checked photo ID. `patient_signature` has to be a PNG, and `delivery_photo_key` of an upload for this delivery.',
    },
  },
  completeDelivery: {
    summary: 'Complete a delivery at the door',
    description:
      'For a delivery in progress: makes it `delivered`, with signature, photo, amount and confirmations. Callers who may only see deliveries take over a delivery that is somebody else’s; callers who manage deliveries complete it for its person. As a form, the JSON is the part `data` and the photo, of at most 4 MB, the part `delivery_photo`. A larger one is uploaded first (`requestPhotoUpload`) and named by `delivery_photo_key`. `is_first_delivery` is accepted and ignored. An `amount` that is no number counts as 0.',
    refusals: {
      409: 'The delivery is not in progress, or its run is closed. Who takes it over is also refused while the run of either is closed.',
      413: 'A picture is larger than 10 MB, or than 4 MB in a form: upload it by `requestPhotoUpload` first.',
      415: 'The picture is not a JPEG, PNG, WebP or GIF, whatever it is called.',
      422: 'The first delivery of a patient needs both `hipaa_form_received` and `counseling_received`. `patient_signature` has to be a PNG, and `delivery_photo_key` of an upload for this delivery. `amount` follows its rules as text too, and `signature_timestamp` has its `T` and zone in upper case. The settings of the organisation may ask for `signer_name`, `signer_relationship`, `photo_id`, `payment_method` and, where a form was not given, `hipaa_form_reason`. `captured_at` lies more than five minutes in the future or before the start.',
    },
  },
  readStatusHistory: {
    summary: 'Read the history of a delivery',
    description: 'Every change of status or person, newest first.',
  },
  readPrintData: {
    summary: 'Read what the package slip shows',
    description: '`url` is what its QR code leads to.',
  },
  readSlip: {
    summary: 'Find out whether a slip is current',
    description: 'A slip is current while its patient’s name, address, date and counts are those of the delivery.',
  },
  requestPhotoUpload: {
    summary: 'Prepare the upload of a photo',
    description:
      'Answers a presigned POST: send `fields` and then the file, as a form, to `url`. `completeDelivery` then names the photo by the `photo_key`, and sends the answered `version` in its `If-Match`. `size` is in bytes. Callers who may only see deliveries take over a delivery that is somebody else’s.',
    refusals: {
      409: 'The delivery is not in progress, or the caller would take it over and the run of either is closed.',
      413: 'The photo is larger than 10 MB.',
    },
  },
  readPriorDeliveries: {
    summary: 'Read whether a patient has had a delivery',
    description: 'The first one asks for more confirmations: see `completeDelivery`.',
  },
  listPharmacists: {
    summary: 'List the people who can deliver',
    description: 'Active users who may view deliveries, by name.',
  },
  listTimeRanges: {
    summary: 'List the time ranges',
  },
  listLanguages: {
    summary: 'List the languages',
  },
}
