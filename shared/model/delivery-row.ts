import * as z from 'zod/mini'
import { attempt } from './attempt-record.ts'
import { deliveryStatuses } from './delivery-statuses.ts'
import {
  countInAnswer,
  dateInAnswer,
  dateOrNullInAnswer,
  idInAnswer,
  instantOrNullInAnswer,
  requiredInstantInAnswer,
} from './fields.ts'
import { lazy, lazyValue } from './lazy.ts'
import { refusedAction } from './refused-action.ts'
import { storedDoorRecord } from './stored-door-record.ts'

export const deliveryStatus = lazy(() => z.enum(deliveryStatuses))

/** A delivery in a response that tells no more about it than how it stands and its day. */
export const datedDelivery = lazy(() =>
  z.object({ id: idInAnswer(), status: deliveryStatus(), delivery_date: dateInAnswer() }),
)

/**
 * The tabs of the lists. `upcoming` and `earlier` split one patient's deliveries: the open ones of today and later, and all others.
 */
export const deliveryListView = lazy(() =>
  z.enum(
    ['current', 'past', 'attention', 'upcoming', 'earlier'],
    'Must be current, past or attention or, for one patient, upcoming or earlier',
  ),
)

/** The day and time slot for which a recipient has asked. The delivery doesn't move until the staff have responded. */
export const askedDay = lazy(() =>
  z.object({ delivery_date: dateInAnswer(), time_range: z.string(), asked_at: requiredInstantInAnswer() }),
)

/** That a completion was recorded for the wrong delivery. Its record stays, but counts no money. */
export const mistake = lazy(() =>
  z.object({ reason: z.string(), declared_at: requiredInstantInAnswer(), declared_by: z.string() }),
)

/**
 * The columns of the lists that are stored. The item of a delivery has these and `hiddenListColumns` together in one map, which the
 * indexes of the lists contain, so a new column needs no new index.
 */
export const shownListColumns = lazy(() =>
  z.object({
    id: idInAnswer(),
    external_id: z.string(),
    version: countInAnswer(),
    status: deliveryStatus(),
    delivery_date: dateInAnswer(),
    time_range: z.string(),
    patient_id: idInAnswer(),
    patient_name: z.string(),
    phone: z.string(),
    delivery_address: z.string(),
    apt_suite_building: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    pharmacist_id: z.nullable(idInAnswer()),
    pharmacist_name: z.catch(z.nullable(z.string()), null),
    total_copay: z.number(),
    /** Whether the copay is collected at the door. */
    collect_copay: z.boolean(),
    /** Whether the package has to be kept cold. */
    refrigerated: z.catch(z.boolean(), false),
    total_price: z.number(),
    rx_count: countInAnswer(),
    sku_count: countInAnswer(),
    completed_at: instantOrNullInAnswer(),
    asked: z.nullable(askedDay()),
    recorded_by_mistake: z.catch(z.nullable(mistake()), null),
  }),
)

/**
 * Stored columns that no list shows, but from which the figures of days and runs, the return window and the list of deliveries that
 * need attention are computed.
 */
export const hiddenListColumns = lazy(() =>
  z.object({
    is_business_address: z.boolean(),
    amount: z.nullable(z.number()),
    payment_method: storedDoorRecord().shape.payment_method,
    loaded_at: instantOrNullInAnswer(),
    returned_at: instantOrNullInAnswer(),
    /** The day from which the return window of the prescriptions counts. Null if no prescription has a date. */
    return_from: z.nullable(z.string()),
  }),
)

/** The stored columns of a row. The other columns are computed for each response. */
export type StoredListColumns = z.output<ReturnType<typeof shownListColumns>> &
  z.output<ReturnType<typeof hiddenListColumns>>

/** Returns the names of the stored columns of a row. */
export const storedListColumnNames = lazyValue(
  (): ReadonlySet<string> =>
    new Set([shownListColumns(), hiddenListColumns()].flatMap(({ shape }) => Object.keys(shape))),
)

/** Where a package on its way is in its driver's run: the number of its stop, if it is settled, and how many stops come first. */
export const placeOnRun = lazy(() => z.object({ stop: z.nullable(countInAnswer()), stops_before: countInAnswer() }))
export type PlaceOnRun = z.output<ReturnType<typeof placeOnRun>>

export const attentionReasons = [
  'unsent',
  'with_former',
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
 * The last day on which the package may go out before it has to go back to stock, and how close that day is. Both are computed from
 * the organisation's settings and the current day. They are null for delivered and cancelled deliveries, and if no prescription has
 * a date.
 */
export const returnWindowColumns = lazy(() =>
  z.object({
    return_by: dateOrNullInAnswer(),
    return_state: z.nullable(returnState()),
  }),
)

/** A run whose handover of money has yet to be confirmed. */
export const waitingRun = lazy(() => z.object({ date: dateInAnswer(), user_id: idInAnswer() }))

/**
 * A row of the lists. Only a row of the attention list has `attention`, the reasons why the delivery is on that list, most urgent
 * first. `handover` and `unsent` have the details of the reasons of the same names, and `call_back_due_at` those of
 * `call_back`. In all lists, a failed delivery has `last_attempt`, which says why it failed.
 */
export const deliveryRow = lazy(() =>
  z.object({
    ...shownListColumns().shape,
    ...returnWindowColumns().shape,
    attention: z.optional(z.array(attentionReason())),
    handover: z.optional(waitingRun()),
    unsent: z.optional(z.array(refusedAction())),
    last_attempt: z.optional(attempt()),
    call_back_due_at: z.optional(instantOrNullInAnswer()),
  }),
)
export type DeliveryRow = z.output<ReturnType<typeof deliveryRow>>
