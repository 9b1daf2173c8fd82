import * as z from 'zod/mini'
import {
  completion,
  photoLimitBytes,
  photoNotAnImageText,
  photoTooLargeText,
  photoType,
  statusChange,
} from '../model/completion.ts'
import { delivery, pharmacist, placedDelivery } from '../model/delivery.ts'
import { deliveryFilters } from '../model/delivery-filters.ts'
import { deliveryEdit, newDelivery, wholeNumberText } from '../model/delivery-form.ts'
import { historyItem } from '../model/delivery-history.ts'
import { type deliveryListView, deliveryRow } from '../model/delivery-row.ts'
import {
  countInAnswer,
  dateInAnswer,
  id,
  idInAnswer,
  pageCursor,
  pageLimitParameter,
  scannedText,
  urlInAnswer,
} from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { packageNeeds } from '../model/package-needs.ts'
import { option } from '../model/time-range.ts'
import { createDeliveriesRule, manageDeliveriesRule, viewDeliveriesRule } from '../rules/permissions.ts'
import { entry } from './contract.ts'
import { pageFirstPaths } from './first-paths.ts'

/**
 * Filters that cannot be combined with `patient_id`, because the index of a patient's deliveries doesn't contain these columns. To
 * apply them, the server would have to read deliveries that it then doesn't return.
 */
const notOfOnePatient = ['status', 'pharmacist_id'] as const

const notWithPatient = 'Cannot be combined with patient_id'

type View = z.output<ReturnType<typeof deliveryListView>>

const isOfPatient = (view: View | undefined) => view === 'upcoming' || view === 'earlier'

export const listDeliveries = entry({
  method: 'GET',
  path: pageFirstPaths.deliveries,
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'delivery.listed',
  query: lazy(() =>
    z
      .extend(deliveryFilters(), {
        patient_id: z.optional(id().check(z.meta({ format: undefined, doc: 'deliveries.patient_id' }))),
        limit: pageLimitParameter(),
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
  withinLook: ['patient'],
})

export const createDelivery = entry({
  method: 'POST',
  path: '/api/deliveries',
  access: createDeliveriesRule,
  takesKey: true,
  event: 'delivery.created',
  body: newDelivery,
  answer: delivery,
  success: 201,
  location: '/api/deliveries/{id}',
  idempotent: true,
})

export const readDelivery = entry({
  method: 'GET',
  path: pageFirstPaths.delivery,
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'delivery.read',
  subject: 'Delivery',
  answer: placedDelivery,
  success: 200,
  conditional: true,
  opensLook: true,
})

export const updateDelivery = entry({
  method: 'PUT',
  path: '/api/deliveries/{id}',
  access: manageDeliveriesRule,
  takesKey: true,
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
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'delivery.deleted',
  subject: 'Delivery',
  success: 204,
})

export const changeStatus = entry({
  method: 'PATCH',
  path: '/api/deliveries/{id}/status',
  access: viewDeliveriesRule,
  takesKey: true,
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
  access: viewDeliveriesRule,
  event: 'delivery.completed',
  subject: 'Delivery',
  body: completion,
  media: ['json', 'form'],
  takesEndedSession: 'active',
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const readStatusHistory = entry({
  method: 'GET',
  path: '/api/deliveries/{id}/status-history',
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'delivery.read',
  subject: 'Delivery',
  answer: lazy(() => z.array(historyItem())),
  success: 200,
  withinLook: ['delivery', 'patient'],
})

export const readPrintData = entry({
  method: 'GET',
  path: '/api/deliveries/{id}/print',
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'delivery.printed',
  subject: 'Delivery',
  answer: lazy(() =>
    z.object({
      id: idInAnswer(),
      /** The pharmacy's name and phone number. */
      organisation: z.catch(z.string(), ''),
      organisation_phone: z.catch(z.string(), ''),
      patient_name: z.string(),
      delivery_address: z.string(),
      apt_suite_building: z.string(),
      city: z.string(),
      state: z.string(),
      zip_code: z.string(),
      delivery_date: dateInAnswer(),
      time_range: z.string(),
      rx_count: countInAnswer(),
      sku_count: countInAnswer(),
      /** The driver. Null if there is none. */
      pharmacist_name: z.catch(z.nullable(z.string()), null),
      /** The number of the stop in the driver's run. It may change until the run has started. */
      stop: z.catch(z.nullable(countInAnswer()), null),
      /** How many packages go to this door together. */
      packages_at_door: z.catch(countInAnswer(), 1),
      needs: z.optional(packageNeeds()),
      /** Dollars to collect at the door. */
      amount_due: z.catch(z.number(), 0),
      url: urlInAnswer(),
      /** The code that is printed below the QR code, for typing if no camera can read that. */
      code: z.string(),
    }),
  ),
  success: 200,
})

export const checkSlip = entry({
  method: 'GET',
  path: '/api/deliveries/{id}/slip',
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'delivery.read',
  subject: 'Delivery',
  query: lazy(() => z.object({ code: scannedText(500, 'Must be text').check(z.meta({ doc: 'slip.code' })) })),
  answer: lazy(() => z.object({ current: z.boolean() })),
  success: 200,
  withinLook: ['delivery'],
})

export const requestPhotoUpload = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/photo-upload',
  access: viewDeliveriesRule,
  event: ['delivery.assigned', 'delivery.read'],
  subject: 'Delivery',
  body: lazy(() =>
    z.object({
      content_type: photoType(),
      size: z
        .number(photoTooLargeText)
        .check(
          z.gte(1, photoNotAnImageText),
          z.refine(Number.isInteger, wholeNumberText),
          z.meta({ type: 'integer', maximum: photoLimitBytes }),
        ),
    }),
  ),
  answer: lazy(() =>
    z.object({
      url: urlInAnswer(),
      fields: z.record(z.string(), z.string()),
      photo_key: z.string(),
      version: countInAnswer(),
    }),
  ),
  success: 200,
  versioned: true,
})

export const readPriorDeliveries = entry({
  method: 'GET',
  path: '/api/deliveries/patient/{id}/has_prior_deliveries',
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'patient.read',
  subject: 'Patient',
  answer: lazy(() => z.object({ has_prior_deliveries: z.boolean() })),
  success: 200,
  withinLook: ['delivery'],
})

export const listPharmacists = entry({
  method: 'GET',
  path: pageFirstPaths.pharmacists,
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'none',
  answer: lazy(() => z.array(pharmacist())),
  success: 200,
})

const options = lazy(() => z.array(option()))

export const listTimeRanges = entry({
  method: 'GET',
  path: pageFirstPaths.timeRanges,
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'none',
  answer: options,
  success: 200,
})

export const listLanguages = entry({
  method: 'GET',
  path: pageFirstPaths.languages,
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'none',
  answer: options,
  success: 200,
})
