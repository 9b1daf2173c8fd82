import * as z from 'zod/mini'
import { deliveryStatuses } from './delivery-statuses.ts'
import {
  answeredCount,
  answeredDate,
  answeredDateOrNone,
  answeredDateOrNull,
  answeredEmail,
  answeredExternalId,
  answeredId,
  answeredInstant,
  answeredInstantOrNull,
  instant as answeredTime,
  answeredUrl,
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
import { keptDoorRecord } from './kept-door-record.ts'
import { lazy, lazyValue } from './lazy.ts'
import { answered, whatIsSent } from './shapes.ts'
import { unsentAct } from './unsent.ts'

export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const timeRanges = [
  { value: '09:00-12:00', label: '9:00 AM - 12:00 PM' },
  { value: '12:00-15:00', label: '12:00 PM - 3:00 PM' },
  { value: '15:00-18:00', label: '3:00 PM - 6:00 PM' },
  { value: '18:00-21:00', label: '6:00 PM - 9:00 PM' },
] as const
export type TimeRange = (typeof timeRanges)[number]['value']

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

/** An option of a field: the value that is sent and the label that is shown. */
export const option = lazy(() => z.object({ value: z.string(), label: z.string() }))

const valuesOf = <V extends string>(options: readonly { readonly value: V }[]) => options.map(({ value }) => value)

const rowList = { limit: 100, noun: 'rows' }

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

export const wholeNumber = 'Must be a whole number'

const wrongFillNumber = 'Must be a whole number from 0 to 99'

/** 0 is the first fill of a prescription, 1 its first refill. */
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
        z.refine(Number.isInteger, wholeNumber),
        z.meta({ type: 'integer' }),
      ),
    price: dollars(),
  }),
)
export type SkuRow = z.output<ReturnType<typeof skuRow>>

const patientNeeded = 'Please select a patient'

export const timeRange = lazy(() => z.enum(valuesOf(timeRanges), 'Time range is required'))
export const language = lazy(() => z.enum(valuesOf(languages), 'Please select a language'))

/** The fields of the delivery form. The server adds the patient's details. */
export const deliveryForm = lazy(() =>
  z.object({
    delivery_date: requiredDate('Delivery date is required'),
    time_range: timeRange(),
    pharmacist_id: optionalId(),
    language: z._default(language(), 'english'),
    patient_id: id(patientNeeded).check(z.minLength(1, patientNeeded)),
    delivery_notes: optionalNotes(),
    rx_information: z._default(list(rxRow(), rowList), []),
    sku_information: z._default(list(skuRow(), rowList), []),
    require_photo_id: flag(),
    refrigerated: flag(),
    collect_copay: flag(),
    signature_required: flag(),
    hipaa_form: flag(),
    lien_form: flag(),
    nf_aob_form: flag(),
  }),
)

export const newDelivery = lazy(() =>
  z.extend(deliveryForm(), {
    external_id: externalId(),
    status: z.optional(z.literal('pending', 'A new delivery can only be pending; its pharmacist decides the rest')),
  }),
)

/**
 * The fields of the form. A missing field keeps its stored value. `refresh_patient` copies the patient's details from the directory
 * again.
 */
export const deliveryEdit = lazy(() =>
  z.extend(whatIsSent(z.omit(newDelivery(), { status: true })), {
    refresh_patient: z.optional(z.boolean('Must be true or false')),
  }),
)
export type DeliveryEdit = z.output<ReturnType<typeof deliveryEdit>>

export const deliveryStatus = lazy(() => z.enum(deliveryStatuses))

/** `upcoming` and `earlier` are for one patient: the open deliveries of today and later, and all others. */
export const deliveryView = lazy(() =>
  z.enum(
    ['current', 'past', 'attention', 'upcoming', 'earlier'],
    'Must be current, past or attention, or of a patient upcoming or earlier',
  ),
)

/** The day and time slot that a recipient asked for. The delivery does not move before a member of the staff has answered. */
export const askedDay = lazy(() =>
  z.object({ delivery_date: answeredDate(), time_range: z.string(), asked_at: answeredTime() }),
)

/**
 * The columns of the lists that the table stores. The list indexes project these and `countedColumns`, so a new column needs only a
 * line here.
 */
const keptColumns = lazy(() =>
  z.object({
    id: answeredId(),
    external_id: answeredExternalId(),
    version: answeredCount(),
    status: deliveryStatus(),
    delivery_date: answeredDate(),
    time_range: z.string(),
    patient_id: answeredId(),
    patient_name: z.string(),
    phone: z.string(),
    delivery_address: z.string(),
    apt_suite_building: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    pharmacist_id: z.nullable(answeredId()),
    pharmacist_name: z.catch(z.nullable(z.string()), null),
    total_copay: z.number(),
    total_price: z.number(),
    rx_count: answeredCount(),
    sku_count: answeredCount(),
    completed_at: answeredInstantOrNull(),
    asked: z.catch(z.nullable(askedDay()), null),
  }),
)

/** Columns that no list shows but that the figures of runs are made from. */
const countedColumns = lazy(() =>
  z.object({
    is_business_address: z.boolean(),
    collect_copay: z.boolean(),
    amount: z.nullable(z.number()),
    payment_method: keptDoorRecord().shape.payment_method,
    loaded_at: answeredInstantOrNull(),
    returned_at: answeredInstantOrNull(),
    /** The day on which the return window of the prescriptions begins. */
    return_from: z.nullable(z.string()),
  }),
)

/** The stored part of a row. */
export type KeptRow = z.output<ReturnType<typeof keptColumns>> & z.output<ReturnType<typeof countedColumns>>

/** The names of the stored columns. */
export const deliveryColumns = lazyValue(
  (): ReadonlySet<string> => new Set([keptColumns(), countedColumns()].flatMap(({ shape }) => Object.keys(shape))),
)

export const attentionReasons = [
  'unsent',
  'return_over',
  'not_back',
  'late',
  'overdue',
  'failed',
  'asked',
  'return_soon',
  'unassigned',
  'call_back',
  'handover',
] as const
export type AttentionReason = (typeof attentionReasons)[number]

export const attentionReason = lazy(() => z.enum(attentionReasons))

export const returnState = lazy(() => z.enum(['ok', 'soon', 'over']))

/**
 * Computed from the settings and the current day. Null for delivered and cancelled deliveries, and if no prescription has a date.
 */
const returnColumns = lazy(() =>
  z.object({
    return_by: answeredDateOrNull(),
    return_state: z.catch(z.nullable(returnState()), null),
  }),
)

/** The run whose handover has yet to be confirmed. */
export const waitingRun = lazy(() => z.object({ date: answeredDate(), user_id: answeredId() }))

/**
 * A row of the lists. `attention` has the reasons why the delivery is on the attention list, the most urgent first; `handover` and
 * `unsent` give the details of the reasons with these names.
 */
export const deliveryRow = lazy(() =>
  z.object({
    ...keptColumns().shape,
    ...returnColumns().shape,
    attention: z.optional(z.array(attentionReason())),
    handover: z.optional(waitingRun()),
    unsent: z.optional(z.array(unsentAct())),
  }),
)
export type DeliveryRow = z.output<ReturnType<typeof deliveryRow>>

export const answeredRxRow = lazy(() =>
  z.extend(answered(rxRow()), {
    rx_date: answeredDateOrNone(),
    fill_date: answeredDateOrNone(),
    fill_number: z.catch(z.nullable(answeredCount()), null),
  }),
)
export const answeredSkuRow = lazy(() => z.extend(answered(skuRow()), { quantity: answeredCount() }))

/** An attempt at a door that ended without a handover. */
export const attempt = lazy(() =>
  z.object({
    reason: z.string(),
    note: z.string(),
    /** By the server's clock. */
    attempted_at: answeredTime(),
    captured_at: z.nullable(answeredTime()),
    attempted_by: z.string(),
  }),
)
export type Attempt = z.output<ReturnType<typeof attempt>>

/** A delivery as answered: money in dollars, signature and photo as presigned addresses that expire after 15 minutes. */
export const delivery = lazy(() =>
  z.object({
    ...answered(z.omit(deliveryForm(), { pharmacist_id: true })).shape,
    ...keptColumns().shape,
    ...returnColumns().shape,
    ...z.omit(countedColumns(), { return_from: true }).shape,
    email: z.string(),
    access_notes: z.catch(z.string(), ''),
    /** How to get in, in the recipient's own words. Belongs to this delivery and not to the patient. */
    recipient_notes: z.catch(z.string(), ''),
    order_notes: z.string(),
    rx_information: z.array(answeredRxRow()),
    sku_information: z.array(answeredSkuRow()),
    attempts: z.catch(z.array(attempt()), []),
    /** Acts at the door that the server refused and that nobody has dealt with yet. */
    unsent: z.catch(z.array(unsentAct()), []),
    hipaa_form_received: z.boolean(),
    counseling_received: z.boolean(),
    counseling_required: z.boolean(),
    patient_signature: z.nullable(answeredUrl()),
    signature_timestamp: answeredInstantOrNull(),
    delivery_photo_url: z.nullable(answeredUrl()),
    delivery_photo: z.nullable(answeredUrl()),
    delivery_photo_content_type: z.nullable(z.string()),
    created_at: answeredInstant(),
    updated_at: answeredInstant(),
    ...keptDoorRecord().shape,
  }),
)
export type Delivery = z.output<ReturnType<typeof delivery>>

/** A person who can deliver. The name is read from whichever field has it, and is '' if none does. */
export const pharmacist = lazy(() =>
  z.pipe(
    z.transform((person: unknown) => {
      const { id, _id, full_name, name, first_name, last_name, email } = Object(person)
      const named = [first_name, last_name].filter(Boolean).join(' ')
      return { id: id ?? _id, full_name: full_name || name || named, email: email ?? '' }
    }),
    z.object({ id: answeredId(), full_name: z.string(), email: answeredEmail() }),
  ),
)

/** A change without a time is shown with the current time, and one without a name as the system's. */
export const historyItem = lazy(() =>
  z.pipe(
    z.transform((item: unknown) => {
      const { changed_at, timestamp, changed_by_name, updated_by_name, ...rest } = Object(item)
      return {
        ...rest,
        changed_at: changed_at || timestamp || new Date().toISOString(),
        changed_by_name: changed_by_name || updated_by_name || 'System',
      }
    }),
    z.object({
      _id: z.string(),
      status: deliveryStatus(),
      old_status: z.nullable(deliveryStatus()),
      new_status: deliveryStatus(),
      changed_at: answeredTime(),
      changed_by_name: z.string(),
      changed_by_email: z.catch(z.string(), ''),
      notes: z.catch(z.string(), ''),
    }),
  ),
)
export type HistoryItem = z.output<ReturnType<typeof historyItem>>

export const changedField = lazy(() => z.enum(['status', 'pharmacist_name']))

/** What has happened to a delivery since the caller read it. Part of the 409 for an outdated version. */
export const deliveryChange = lazy(() =>
  z.object({
    field: changedField(),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    by: z.string(),
  }),
)
export type DeliveryChange = z.output<ReturnType<typeof deliveryChange>>
