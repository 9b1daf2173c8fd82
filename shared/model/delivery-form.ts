import * as z from 'zod/mini'
import {
  dollars,
  externalId,
  flag,
  id,
  list,
  optionalDate,
  optionalId,
  optionalNotes,
  requiredDate,
  requiredText,
} from './fields.ts'
import { lazy } from './lazy.ts'
import { toOptionalFields } from './shapes.ts'
import { timeRange } from './time-range.ts'

export const languages = [
  { value: 'english', label: 'English' },
  { value: 'spanish', label: 'Spanish' },
  { value: 'chinese', label: 'Chinese' },
  { value: 'vietnamese', label: 'Vietnamese' },
  { value: 'korean', label: 'Korean' },
  { value: 'tagalog', label: 'Tagalog' },
  { value: 'russian', label: 'Russian' },
  { value: 'arabic', label: 'Arabic' },
  { value: 'french', label: 'French' },
  { value: 'portuguese', label: 'Portuguese' },
] as const

const valuesOf = <V extends string>(options: readonly { readonly value: V }[]) => options.map(({ value }) => value)

/** The limit for the prescriptions of a delivery, and for its items. */
export const deliveryRowsLimit = { limit: 100, noun: 'rows' }

export const rxNumber = () => requiredText('RX number is required', 60)

export const rxRow = lazy(() =>
  z.object({
    rx_date: optionalDate(),
    rx_number: rxNumber(),
    copay: z._default(dollars(), 0),
    fill_date: optionalDate(),
    fill_number: z._default(z.nullable(fillNumber()), null),
  }),
)
export type RxRow = z.output<ReturnType<typeof rxRow>>

export const wholeNumberText = 'Must be a whole number'

const wrongFillNumber = 'Must be a whole number from 0 to 99'

/** The number of a fill: 0 is the first fill of a prescription, 1 its first refill. */
export function fillNumber() {
  return z.number(wrongFillNumber).check(
    z.refine((value) => Number.isInteger(value) && value >= 0 && value <= 99, wrongFillNumber),
    z.meta({ type: 'integer', minimum: 0, maximum: 99 }),
  )
}

export const skuRow = lazy(() =>
  z.object({
    sku_number: requiredText('SKU number is required', 60),
    quantity: z
      .number('Must be a number')
      .check(
        z.gte(1, 'Must be at least 1'),
        z.lte(9999, 'Must be at most 9999'),
        z.refine(Number.isInteger, wholeNumberText),
        z.meta({ type: 'integer' }),
      ),
    price: dollars(),
  }),
)
export type SkuRow = z.output<ReturnType<typeof skuRow>>

const patientNeeded = 'Please select a patient'

export const language = lazy(() => z.enum(valuesOf(languages), 'Please select a language'))

/** The fields of the delivery form. The server adds the patient's details to them. */
export const deliveryForm = lazy(() =>
  z.object({
    delivery_date: requiredDate('Delivery date is required'),
    time_range: timeRange(),
    pharmacist_id: optionalId(),
    language: z._default(language(), 'english'),
    patient_id: id(patientNeeded).check(z.minLength(1, patientNeeded)),
    delivery_notes: optionalNotes(),
    rx_information: z._default(list(rxRow(), deliveryRowsLimit), []),
    sku_information: z._default(list(skuRow(), deliveryRowsLimit), []),
    require_photo_id: flag(),
    refrigerated: flag(),
    collect_copay: flag(),
    signature_required: flag(),
    hipaa_form: flag(),
    lien_form: flag(),
    nf_aob_form: flag(),
  }),
)

/** A new delivery. What is missing of language, photo ID and signature starts as the patient and the settings say. */
export const newDelivery = lazy(() =>
  z.extend(deliveryForm(), {
    external_id: externalId(),
    language: z.optional(language()),
    require_photo_id: z.optional(deliveryForm().shape.require_photo_id.def.innerType),
    signature_required: z.optional(deliveryForm().shape.signature_required.def.innerType),
    status: z.optional(
      z.literal('pending', 'A new delivery can only be set to pending; otherwise its pharmacist determines the status'),
    ),
  }),
)

/**
 * The edit of a delivery. A missing field keeps its stored value. `refresh_patient` copies the patient's details from the directory
 * again.
 */
export const deliveryEdit = lazy(() =>
  z.extend(toOptionalFields(z.omit(newDelivery(), { status: true })), {
    refresh_patient: z.optional(z.boolean('Must be true or false')),
  }),
)
export type DeliveryEdit = z.output<ReturnType<typeof deliveryEdit>>
