import * as z from 'zod/mini'
import { attemptForm } from '../model/attempt.ts'
import {
  completion,
  delivery,
  deliveryEdit,
  deliveryRow,
  deliveryStatuses,
  historyItem,
  newDelivery,
  pharmacist,
  photoNotAnImage,
  photoTooLarge,
  photoTypes,
  statusChange,
  wholeNumber,
} from '../model/delivery.ts'
import { commaList, exactText, id, optionalInstant, pageCursor, pageLimit, requiredDate } from '../model/fields.ts'
import { invalidDate } from '../rules/dates.ts'
import { createDeliveries, manageDeliveries, viewDeliveries } from '../rules/permissions.ts'
import { entry, lazy } from './contract.ts'

const date = () => z.optional(requiredDate(invalidDate))

const unknownStatus = 'Unknown status'

const statusList = () =>
  z.optional(
    z.pipe(
      commaList(unknownStatus),
      z.array(z.enum(deliveryStatuses, unknownStatus)).check(z.minLength(1, unknownStatus)),
    ),
  )

/** Filters that the index of a patient's deliveries does not hold: with them a list would read rows that it does not answer. */
const notOfOnePatient = ['status', 'pharmacist_id', 'view'] as const

/**
 * Current and unfiltered lists come soonest first, past ones latest first; `today` is the caller's date. `attention` is for callers
 * who manage deliveries: what somebody has to see to, most urgent first. `patient_id` stands alone or with `delivery_date`.
 */
export const listDeliveries = entry({
  method: 'GET',
  path: '/api/deliveries',
  access: viewDeliveries,
  query: lazy(() =>
    z
      .object({
        status: statusList(),
        pharmacist_id: z.optional(id()),
        delivery_date: date(),
        view: z.optional(z.enum(['current', 'past', 'attention'], 'Must be current, past or attention')),
        today: date(),
        patient_id: z.optional(id()),
        limit: pageLimit(),
        cursor: pageCursor(),
      })
      .check(
        z.superRefine((query, { addIssue }) => {
          if (query.patient_id === undefined) return
          for (const filter of notOfOnePatient)
            if (query[filter] !== undefined)
              addIssue({ code: 'custom', path: [filter], message: 'Cannot be combined with patient_id' })
        }),
      ),
  ),
  answer: lazy(() => z.array(deliveryRow())),
  success: 200,
  paged: true,
})

export const createDelivery = entry({
  method: 'POST',
  path: '/api/deliveries',
  access: createDeliveries,
  body: newDelivery,
  answer: delivery,
  success: 201,
  location: '/api/deliveries/{id}',
  idempotent: true,
})

export const readDelivery = entry({
  method: 'GET',
  path: '/api/deliveries/{id}',
  access: viewDeliveries,
  subject: 'Delivery',
  answer: delivery,
  success: 200,
})

/** A body of `pharmacist_id` alone assigns, which more statuses allow than a full edit. */
export const updateDelivery = entry({
  method: 'PUT',
  path: '/api/deliveries/{id}',
  access: manageDeliveries,
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
  subject: 'Delivery',
  success: 204,
})

/** The operation narrows the access further: to callers who manage deliveries, and to pharmacists who start their own. */
export const changeStatus = entry({
  method: 'PATCH',
  path: '/api/deliveries/{id}/status',
  access: viewDeliveries,
  subject: 'Delivery',
  body: statusChange,
  media: ['json', 'form'],
  answer: delivery,
  success: 200,
  versioned: true,
})

export const completeDelivery = entry({
  method: 'PATCH',
  path: '/api/deliveries/{id}/completion',
  access: viewDeliveries,
  subject: 'Delivery',
  body: completion,
  media: ['json', 'form'],
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

/** A door at which the package could not be handed over. For the delivery's person and for callers who manage deliveries. */
export const recordAttempt = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/attempts',
  access: viewDeliveries,
  subject: 'Delivery',
  body: attemptForm,
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

/** A failed package is back at the pharmacy. For the delivery's person and for callers who manage deliveries. */
export const returnPackage = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/return',
  access: viewDeliveries,
  subject: 'Delivery',
  body: lazy(() => z.object({ captured_at: optionalInstant() })),
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const returnToStock = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/return-to-stock',
  access: manageDeliveries,
  subject: 'Delivery',
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const readStatusHistory = entry({
  method: 'GET',
  path: '/api/deliveries/{id}/status-history',
  access: viewDeliveries,
  subject: 'Delivery',
  answer: lazy(() => z.array(historyItem())),
  success: 200,
})

export const readPrintData = entry({
  method: 'GET',
  path: '/api/deliveries/{id}/print',
  access: viewDeliveries,
  subject: 'Delivery',
  answer: lazy(() =>
    z.object({
      id: z.string(),
      patient_name: z.string(),
      rx_count: z.number(),
      sku_count: z.number(),
      url: z.string(),
      /** To be typed where no camera reads the address. */
      code: z.string(),
    }),
  ),
  success: 200,
})

/** Whether a slip says what holds today: by its address, its printed code, or the ten characters that the address ends with. */
export const readSlip = entry({
  method: 'GET',
  path: '/api/deliveries/{id}/slip',
  access: viewDeliveries,
  subject: 'Delivery',
  query: lazy(() => z.object({ code: exactText(500, 'Must be text') })),
  answer: lazy(() => z.object({ current: z.boolean() })),
  success: 200,
})

/** A presigned POST for a photo of up to 10 MB, else 413, for a delivery in progress; `size` in bytes. */
export const requestPhotoUpload = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/photo-upload',
  access: viewDeliveries,
  subject: 'Delivery',
  body: lazy(() =>
    z.object({
      content_type: z.enum(photoTypes, photoNotAnImage),
      size: z.number(photoTooLarge).check(z.gte(1, photoNotAnImage), z.refine(Number.isInteger, wholeNumber)),
    }),
  ),
  answer: lazy(() => z.object({ url: z.string(), fields: z.record(z.string(), z.string()), photo_key: z.string() })),
  success: 200,
})

export const readPriorDeliveries = entry({
  method: 'GET',
  path: '/api/deliveries/patient/{id}/has_prior_deliveries',
  access: viewDeliveries,
  subject: 'Patient',
  answer: lazy(() => z.object({ has_prior_deliveries: z.boolean() })),
  success: 200,
})

export const listPharmacists = entry({
  method: 'GET',
  path: '/api/deliveries/pharmacists/list',
  access: manageDeliveries,
  answer: lazy(() => z.array(pharmacist())),
  success: 200,
})

const options = lazy(() => z.array(z.object({ value: z.string(), label: z.string() })))

export const listTimeRanges = entry({
  method: 'GET',
  path: '/api/deliveries/config/time-ranges',
  access: viewDeliveries,
  answer: options,
  success: 200,
})

export const listLanguages = entry({
  method: 'GET',
  path: '/api/deliveries/config/languages',
  access: viewDeliveries,
  answer: options,
  success: 200,
})
