import * as z from 'zod/mini'
import { language } from './delivery-form.ts'
import {
  countInAnswer,
  dateInAnswer,
  dateOrNullInAnswer,
  instantOrNullInAnswer,
  notes,
  requiredDate,
} from './fields.ts'
import { lazy } from './lazy.ts'
import { timeRange } from './time-range.ts'

/** The states that the packages of a door can have together. A door is one patient, one address and one day. */
export const doorStates = ['planned', 'out', 'next', 'delivered', 'missed', 'moved', 'cancelled'] as const
export type DoorState = (typeof doorStates)[number]

export const doorState = lazy(() => z.enum(doorStates))

/**
 * What a recipient can do on the page of the link. `access` (directions to the door) and `reschedule` are offered only while the
 * delivery is planned or was missed, and only for a few changes with one link.
 */
export const recipientActions = ['access', 'reschedule', 'unsubscribe'] as const
export type RecipientAction = (typeof recipientActions)[number]

export const recipientAction = lazy(() => z.enum(recipientActions))

/** The most stops before a recipient's own that `stops_before` counts. If there are more, `more` is true. */
export const stopsBeforeLimit = 10

/**
 * The data that the page of a recipient's link shows. Apart from the language, it contains nothing about the patient. Of other
 * stops it says only how many come before this one. It contains nothing about the driver or the contents of the packages.
 */
export const tracking = lazy(() =>
  z.object({
    organisation: z.string(),
    phone: z.string(),
    time_zone: z.string(),
    date: dateInAnswer(),
    time_range: z.string(),
    state: doorState(),
    stops_before: z.nullable(countInAnswer()),
    more: z.optional(z.boolean()),
    at: instantOrNullInAnswer(),
    /** Present if the state is `missed`: whether the driver met no one at the door. */
    is_absence: z.optional(z.boolean()),
    packages: countInAnswer(),
    language: language(),
    asked: dateOrNullInAnswer(),
    /** The time range of the requested day. */
    asked_time_range: z.nullable(z.string()),
    /** The directions for getting in that the recipient has saved. */
    access_notes: z.string(),
    can: z.array(recipientAction()),
  }),
)
export type RecipientTracking = z.output<ReturnType<typeof tracking>>

const accessLimit = 500

export const accessForm = lazy(() => z.object({ access_notes: notes(accessLimit) }))

export const rescheduleForm = lazy(() =>
  z.object({ delivery_date: requiredDate('Delivery date is required'), time_range: timeRange() }),
)

export const deadLinkText = 'This link no longer works'
export const tooManyChangesText = 'This has been changed too many times. Please call.'
export const onItsWayText = 'The package is already on its way. Please call.'
export const dayNotOfferedText = 'Choose one of the next delivery days'
