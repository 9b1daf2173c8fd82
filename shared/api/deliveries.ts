import * as z from 'zod/mini'
import {
  completion,
  photoLimitBytes,
  photoNotAnImage,
  photoTooLarge,
  photoType,
  statusChange,
} from '../model/completion.ts'
import {
  delivery,
  deliveryEdit,
  deliveryRow,
  deliveryView,
  historyItem,
  newDelivery,
  option,
  pharmacist,
  wholeNumber,
} from '../model/delivery.ts'
import { deliveryStatuses } from '../model/delivery-statuses.ts'
import {
  answeredCount,
  answeredId,
  answeredUrl,
  commaList,
  exactText,
  id,
  pageCursor,
  pageLimit,
  requiredDate,
  textLimit,
} from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { invalidDate } from '../rules/dates.ts'
import { createDeliveries, manageDeliveries, viewDeliveries } from '../rules/permissions.ts'
import { entry } from './contract.ts'
import { firstPaths } from './first-paths.ts'

const date = (description: string) => z.optional(requiredDate(invalidDate).check(z.meta({ description })))

const unknownStatus = 'Unknown status'

const statusList = () =>
  z.optional(
    z.pipe(
      commaList(unknownStatus),
      z.array(z.enum(deliveryStatuses, unknownStatus)).check(
        z.minLength(1, unknownStatus),
        z.meta({
          description: `Between commas, around which blanks are allowed, in at most ${textLimit} characters: deliveries of any of these.`,
        }),
      ),
    ),
  )

/** Filters that the index of a patient's deliveries does not hold: with them a list would read rows that it does not answer. */
const notOfOnePatient = ['status', 'pharmacist_id'] as const

const notWithPatient = 'Cannot be combined with patient_id'

type View = z.output<ReturnType<typeof deliveryView>>

const isOfPatient = (view: View | undefined) => view === 'upcoming' || view === 'earlier'

export const listDeliveries = entry({
  method: 'GET',
  path: firstPaths.deliveries,
  access: viewDeliveries,
  summary: 'List deliveries',
  description:
    'Rows with what a list shows; `readDelivery` has the rest. A page that is not the last has a `Link` to the next. `limit` counts as at most 200; a page of a merged list, such as one of several statuses, can hold up to twice as many, and none is empty while more follows.',
  refusals: {
    422: '`status` and `pharmacist_id` cannot be combined with `patient_id`, and `delivery_date` not with a view of a patient. `view` is of a patient and there is no `patient_id`, or the other way round; or `cursor` is of another list or organisation.',
  },
  event: 'delivery.listed',
  query: lazy(() =>
    z
      .object({
        status: statusList(),
        pharmacist_id: z.optional(
          id().check(
            z.meta({
              format: undefined,
              description: 'Whose deliveries: the id of a user, or `null` for those of nobody.',
            }),
          ),
        ),
        delivery_date: date('The day of the delivery. Without `limit` the whole day comes at once, up to 500.'),
        view: z.optional(
          deliveryView().check(
            z.meta({
              description:
                'Current deliveries come soonest first, past ones latest first. `attention` has what somebody has to see to, most urgent first, for callers who manage deliveries. `upcoming` and `earlier` are those of one patient.',
            }),
          ),
        ),
        today: date('The day that `view` starts from: the caller’s own date, else the organisation’s.'),
        patient_id: z.optional(
          id().check(
            z.meta({
              format: undefined,
              description:
                'Of one patient; alone, or together with `delivery_date` or with one of the two views of a patient.',
            }),
          ),
        ),
        limit: pageLimit(),
        cursor: pageCursor(),
      })
      .check(
        z.superRefine((query, { addIssue }) => {
          const refuse = (filter: string, message: string) => addIssue({ code: 'custom', path: [filter], message })
          const { patient_id, view, delivery_date } = query
          if (patient_id === undefined) {
            if (isOfPatient(view)) refuse('view', 'Needs a patient_id')
            return
          }
          if (view && !isOfPatient(view)) refuse('view', notWithPatient)
          if (view && delivery_date !== undefined)
            refuse('delivery_date', 'Cannot be combined with a view of a patient')
          for (const filter of notOfOnePatient) if (query[filter] !== undefined) refuse(filter, notWithPatient)
        }),
      ),
  ),
  answer: lazy(() => z.array(deliveryRow())),
  success: 200,
  paged: true,
  conditional: true,
})

export const createDelivery = entry({
  method: 'POST',
  path: '/api/deliveries',
  access: createDeliveries,
  summary: 'Plan a delivery',
  description:
    'A new delivery is `assigned` if it has a pharmacist and `unassigned` if not, unless the body says `pending`. The patient’s details are copied into it, and the totals are the server’s.',
  refusals: {
    409: 'The delivery exists already.',
    422: 'A `fill_date` is after today. `delivery_date` is in the past of the organisation’s time zone, `patient_id` names no patient, or `pharmacist_id` nobody who can deliver.',
  },
  event: 'delivery.created',
  body: newDelivery,
  answer: delivery,
  success: 201,
  location: '/api/deliveries/{id}',
  idempotent: true,
})

export const readDelivery = entry({
  method: 'GET',
  path: firstPaths.delivery,
  access: viewDeliveries,
  summary: 'Read a delivery',
  description: 'Signature and photo are addresses that work for 15 minutes.',
  event: 'delivery.read',
  subject: 'Delivery',
  answer: delivery,
  success: 200,
  conditional: true,
})

export const updateDelivery = entry({
  method: 'PUT',
  path: '/api/deliveries/{id}',
  access: manageDeliveries,
  summary: 'Edit or assign a delivery',
  description:
    'A body of `pharmacist_id` alone assigns, or with `null` takes away, until the delivery is delivered or cancelled. Every other body is an edit of what it holds, as long as the delivery is pending, unassigned or assigned; of one that failed, a body of `delivery_date`, `time_range` and `pharmacist_id` alone is a new try.',
  refusals: {
    409: 'The status forbids the change, or the delivery has too many of them.',
    422: 'A new `delivery_date` is in the past of the organisation’s time zone, a `fill_date` after its today, `patient_id` names no patient, or `pharmacist_id` nobody who can deliver.',
  },
  event: ['delivery.edited', 'delivery.assigned', 'delivery.read'],
  subject: 'Delivery',
  body: deliveryEdit,
  answer: delivery,
  success: 200,
  versioned: true,
})

export const deleteDelivery = entry({
  method: 'DELETE',
  path: '/api/deliveries/{id}',
  access: manageDeliveries,
  summary: 'Delete a delivery',
  refusals: {
    409: 'The delivery is not pending, unassigned or assigned.',
  },
  event: 'delivery.deleted',
  subject: 'Delivery',
  success: 204,
})

export const changeStatus = entry({
  method: 'PATCH',
  path: '/api/deliveries/{id}/status',
  access: viewDeliveries,
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
  event: 'delivery.status_changed',
  subject: 'Delivery',
  body: statusChange,
  media: ['json', 'form'],
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const completeDelivery = entry({
  method: 'PATCH',
  path: '/api/deliveries/{id}/completion',
  access: viewDeliveries,
  summary: 'Complete a delivery at the door',
  description:
    'For a delivery in progress: makes it `delivered`, with signature, photo, amount and confirmations. Callers who may only see deliveries take over a delivery that is somebody else’s; callers who manage deliveries complete it for its person. As a form, the JSON is the part `data` and the photo, of at most 4 MB, the part `delivery_photo`. A larger one is uploaded first (`requestPhotoUpload`) and named by `delivery_photo_key`. `is_first_delivery` is accepted and ignored. An `amount` that is no number counts as 0.',
  refusals: {
    409: 'The delivery is not in progress, or its run is closed. Who takes it over is also refused while the run of either is closed.',
    413: 'A picture is larger than 10 MB, or than 4 MB in a form: upload it by `requestPhotoUpload` first.',
    415: 'The picture is not a JPEG, PNG, WebP or GIF, whatever it is called.',
    422: 'The first delivery of a patient needs both `hipaa_form_received` and `counseling_received`. `patient_signature` has to be a PNG, and `delivery_photo_key` of an upload for this delivery. `amount` follows its rules as text too, and `signature_timestamp` has its `T` and zone in upper case. The settings of the organisation may ask for `signer_name`, `signer_relationship`, `photo_id`, `payment_method` and, where a form was not given, `hipaa_form_reason`. `captured_at` lies more than five minutes in the future or before the start.',
  },
  event: 'delivery.completed',
  subject: 'Delivery',
  body: completion,
  media: ['json', 'form'],
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const readStatusHistory = entry({
  method: 'GET',
  path: '/api/deliveries/{id}/status-history',
  access: viewDeliveries,
  summary: 'Read the history of a delivery',
  description: 'Every change of status or person, newest first.',
  event: 'delivery.read',
  subject: 'Delivery',
  answer: lazy(() => z.array(historyItem())),
  success: 200,
})

export const readPrintData = entry({
  method: 'GET',
  path: '/api/deliveries/{id}/print',
  access: viewDeliveries,
  summary: 'Read what the package slip shows',
  description: '`url` is what its QR code leads to.',
  event: 'delivery.printed',
  subject: 'Delivery',
  answer: lazy(() =>
    z.object({
      id: answeredId(),
      patient_name: z.string(),
      rx_count: answeredCount(),
      sku_count: answeredCount(),
      url: answeredUrl(),
      /** To be typed where no camera reads the address. */
      code: z.string(),
    }),
  ),
  success: 200,
})

const slipCodes =
  'The address in the slip’s QR code, the code that is printed below it, or the ten characters with which both end.'

export const readSlip = entry({
  method: 'GET',
  path: '/api/deliveries/{id}/slip',
  access: viewDeliveries,
  summary: 'Find out whether a slip is current',
  description: 'A slip is current while its patient’s name, address, date and counts are those of the delivery.',
  event: 'delivery.read',
  subject: 'Delivery',
  query: lazy(() => z.object({ code: exactText(500, 'Must be text').check(z.meta({ description: slipCodes })) })),
  answer: lazy(() => z.object({ current: z.boolean() })),
  success: 200,
})

export const requestPhotoUpload = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/photo-upload',
  access: viewDeliveries,
  summary: 'Prepare the upload of a photo',
  description:
    'Answers a presigned POST: send `fields` and then the file, as a form, to `url`. `completeDelivery` then names the photo by the `photo_key`, and sends the answered `version` in its `If-Match`. `size` is in bytes. Callers who may only see deliveries take over a delivery that is somebody else’s.',
  refusals: {
    409: 'The delivery is not in progress, or the caller would take it over and the run of either is closed.',
    413: 'The photo is larger than 10 MB.',
  },
  event: ['delivery.assigned', 'delivery.read'],
  subject: 'Delivery',
  body: lazy(() =>
    z.object({
      content_type: photoType(),
      size: z
        .number(photoTooLarge)
        .check(
          z.gte(1, photoNotAnImage),
          z.refine(Number.isInteger, wholeNumber),
          z.meta({ type: 'integer', maximum: photoLimitBytes }),
        ),
    }),
  ),
  answer: lazy(() =>
    z.object({
      url: answeredUrl(),
      fields: z.record(z.string(), z.string()),
      photo_key: z.string(),
      version: answeredCount(),
    }),
  ),
  success: 200,
  versioned: true,
})

export const readPriorDeliveries = entry({
  method: 'GET',
  path: '/api/deliveries/patient/{id}/has_prior_deliveries',
  access: viewDeliveries,
  summary: 'Read whether a patient has had a delivery',
  description: 'The first one asks for more confirmations: see `completeDelivery`.',
  event: 'patient.read',
  subject: 'Patient',
  answer: lazy(() => z.object({ has_prior_deliveries: z.boolean() })),
  success: 200,
})

export const listPharmacists = entry({
  method: 'GET',
  path: '/api/deliveries/pharmacists/list',
  access: manageDeliveries,
  summary: 'List the people who can deliver',
  description: 'Active users who may view deliveries, by name.',
  event: 'none',
  answer: lazy(() => z.array(pharmacist())),
  success: 200,
})

const options = lazy(() => z.array(option()))

export const listTimeRanges = entry({
  method: 'GET',
  path: '/api/deliveries/config/time-ranges',
  access: viewDeliveries,
  summary: 'List the time ranges',
  event: 'none',
  answer: options,
  success: 200,
})

export const listLanguages = entry({
  method: 'GET',
  path: '/api/deliveries/config/languages',
  access: viewDeliveries,
  summary: 'List the languages',
  event: 'none',
  answer: options,
  success: 200,
})
