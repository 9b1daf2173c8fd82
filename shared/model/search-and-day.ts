import * as z from 'zod/mini'
import { invalidDateText } from '../rules/dates.ts'
import { attempt } from './attempt-record.ts'
import { deliveryStatus, placeOnRun } from './delivery-row.ts'
import {
  countInAnswer,
  distinctList,
  id,
  idInAnswer,
  idOrNone,
  isId,
  optionalNotes,
  requiredDate,
  requiredDateInAnswer,
} from './fields.ts'
import { lazy } from './lazy.ts'
import { timeRange } from './time-range.ts'

export const patientHit = lazy(() =>
  z.object({ id: idInAnswer(), name: z.string(), phone: z.string(), city: z.string() }),
)

/**
 * The way in which a search has found a delivery: by its id, its id in another system, a prescription number or its patient. The
 * most certain comes first.
 */
export const matchedBy = lazy(() => z.enum(['id', 'external_id', 'prescription', 'patient']))

export const deliveryHit = lazy(() =>
  z.object({
    id: idInAnswer(),
    status: deliveryStatus(),
    delivery_date: requiredDateInAnswer(),
    time_range: z.string(),
    patient_name: z.string(),
    pharmacist_name: z.nullable(z.string()),
    matched: matchedBy(),
    /** Absent unless the package is on its way. */
    place: z.optional(placeOnRun()),
    /** Why a failed delivery failed. */
    last_attempt: z.optional(attempt()),
  }),
)

/** The results of a search. If a delivery was found by several values, it occurs once, with the most certain of them. */
export const searchHits = lazy(() =>
  z.object({
    patients: z.array(patientHit()),
    deliveries: z.array(deliveryHit()),
  }),
)
export type SearchHits = z.output<ReturnType<typeof searchHits>>
export type DeliveryHit = SearchHits['deliveries'][number]

/** The most patients, and the most deliveries, that a search returns. */
export const searchHitsLimit = 8

/** A search for fewer characters finds nothing. */
export const minSearchLength = 2

/** The number of a day's deliveries in each status. */
export const dayCounts = lazy(() =>
  z.object({
    pending: countInAnswer(),
    unassigned: countInAnswer(),
    assigned: countInAnswer(),
    in_progress: countInAnswer(),
    delivered: countInAnswer(),
    failed: countInAnswer(),
    cancelled: countInAnswer(),
  }),
)

export const daySlot = lazy(() =>
  z.object({
    time_range: z.string(),
    /** The number of open deliveries that are not on their way. */
    to_do: countInAnswer(),
    out: countInAnswer(),
    delivered: countInAnswer(),
    failed: countInAnswer(),
    late: countInAnswer(),
  }),
)

/** A driver with packages on their way, and the phone number, if there is one. */
export const driverOut = lazy(() =>
  z.object({ id: idInAnswer(), full_name: z.string(), phone: z.string(), out: countInAnswer() }),
)

/**
 * The figures of a day, with money in dollars, from at most the day's first 500 deliveries. Only `attention` does not depend on the
 * day: it counts the deliveries that need attention now.
 */
export const day = lazy(() =>
  z.object({
    date: requiredDateInAnswer(),
    counts: dayCounts(),
    late: countInAnswer(),
    attention: countInAnswer(),
    /** The copays of the day's deliveries that have `collect_copay`, except cancelled ones. */
    expected: z.number(),
    collected: z.number(),
    /** The part of `expected` that open deliveries have yet to collect. */
    to_collect: z.number(),
    slots: z.array(daySlot()),
    /** The drivers who have packages on their way, by name. */
    drivers: z.catch(z.array(driverOut()), () => []),
  }),
)
export type DaySummary = z.output<ReturnType<typeof day>>

/** Packages of a day for one street address, of which no one has said yet whether they are one stop. */
export const stopQuestion = lazy(() =>
  z.object({
    delivery_address: z.string(),
    city: z.string(),
    patients: countInAnswer(),
    delivery_ids: z.array(idInAnswer()),
  }),
)
export type StopQuestion = z.output<ReturnType<typeof stopQuestion>>

/** The most deliveries that one request can change. */
export const bulkChangeLimit = 100

export const personChange = lazy(() => z.strictObject({ pharmacist_id: idOrNone() }))
export const dateChange = lazy(() =>
  z.strictObject({ delivery_date: requiredDate(invalidDateText), time_range: z.optional(timeRange()) }),
)
export const cancellation = lazy(() => z.strictObject({ status: z.literal('cancelled'), notes: optionalNotes() }))

/** The patient's current details, such as a new address, from the directory. */
export const patientRefresh = lazy(() => z.strictObject({ refresh_patient: z.literal(true) }))

/**
 * The answer to the question of `listStopQuestions`. True: these packages go to one facility, so that the unit does not count. False:
 * each unit is a stop of its own. The answer is stored with the patients.
 */
export const oneStopAnswer = lazy(() => z.strictObject({ one_stop: z.boolean('Must be true or false') }))

/** One change for many deliveries. */
export const bulkChange = lazy(() =>
  z.object({
    ids: distinctList(id().check(z.refine(isId, 'Must be an id')), {
      limit: bulkChangeLimit,
      noun: 'deliveries',
      needed: 'Select at least one delivery',
    }),
    change: z.union(
      [personChange(), dateChange(), cancellation(), patientRefresh(), oneStopAnswer()],
      'Choose a pharmacist, a date, a cancellation, new patient details or one stop',
    ),
  }),
)
export type BulkChange = z.output<ReturnType<typeof bulkChange>>['change']

export const changedDelivery = lazy(() => z.object({ id: idInAnswer(), ok: z.literal(true), version: countInAnswer() }))
export const refusedDelivery = lazy(() => z.object({ id: idInAnswer(), ok: z.literal(false), detail: z.string() }))

/** The result for each delivery, in the order of the request. */
export const bulkResults = lazy(() => z.array(z.union([changedDelivery(), refusedDelivery()])))
export type BulkResult = z.output<ReturnType<typeof bulkResults>>[number]
