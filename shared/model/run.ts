import * as z from 'zod/mini'
import { attempt } from './attempt-record.ts'
import { deliveryRow } from './delivery-row.ts'
import {
  countInAnswer,
  distinctList,
  dollars,
  flag,
  id,
  idInAnswer,
  instantOrNullInAnswer,
  optionalNotes,
  requiredDateInAnswer,
  requiredInstantInAnswer,
  scannedText,
} from './fields.ts'
import { lazy } from './lazy.ts'
import { madeCorrection } from './made-correction.ts'
import { packageNeeds } from './package-needs.ts'
import { moneyByMethod } from './payment.ts'
import { person } from './person.ts'

/**
 * `planned`: nothing has gone out yet. `out`: a package is on its way, or failed and not yet brought back. `back`: all packages
 * that went out are done. `closed`: the driver has handed over the money. `confirmed`: a second person has counted it, and nothing
 * has gone out since.
 */
const runStates = ['planned', 'out', 'back', 'closed', 'confirmed'] as const
export type RunState = (typeof runStates)[number]

export const runState = lazy(() => z.enum(runStates))

/**
 * A package of a run, with what the driver needs at the door. It contains no e-mail address, no prescription number and no prices
 * of single items.
 */
export const runDelivery = lazy(() =>
  z.extend(
    z.omit(deliveryRow(), {
      ...{ attention: true, handover: true, unsent: true, last_attempt: true, call_back_due_at: true },
    }),
    {
      /** The number of the stop, from 1. The packages of one stop are handed over together. */
      stop: countInAnswer(),
      loaded_at: z.nullable(requiredInstantInAnswer()),
      needs: packageNeeds(),
      /**
       * Whether the patient has never received a delivery before, in which case more questions are asked at the door. Absent while
       * the index of deliveries doesn't list the delivery yet.
       */
      first_delivery: z.optional(z.boolean()),
      /** Dollars to collect at the door. */
      amount_due: z.number(),
      /** True for the address of a business. Its staff may accept the packages for everybody there. */
      is_business_address: z.boolean(),
      access_notes: z.string(),
      recipient_notes: z.string(),
      delivery_notes: z.string(),
      language: z.string(),
      attempts: z.array(attempt()),
      returned_at: z.nullable(requiredInstantInAnswer()),
    },
  ),
)
export type RunDelivery = z.output<ReturnType<typeof runDelivery>>

export const runCounts = lazy(() =>
  z.object({
    stops: countInAnswer(),
    deliveries: countInAnswer(),
    to_do: countInAnswer(),
    out: countInAnswer(),
    delivered: countInAnswer(),
    failed: countInAnswer(),
    not_loaded: countInAnswer(),
  }),
)
export type RunCounts = z.output<ReturnType<typeof runCounts>>

/** The figures of one person's day, with money in dollars. `person` is null for the unassigned deliveries. */
export const runSummary = lazy(() =>
  z.object({
    person: z.nullable(person()),
    /** Whether the driver can no longer sign in. */
    former_driver: z.catch(z.boolean(), false),
    date: requiredDateInAnswer(),
    state: runState(),
    version: countInAnswer(),
    counts: runCounts(),
    /** How many actions wait on the driver's phone to be sent, as far as the phone could say. */
    waiting: z.catch(countInAnswer(), 0),
    /** When the phone last said so. Null while nothing waits. */
    last_heard_at: instantOrNullInAnswer(),
    expected: z.number(),
    collected: moneyByMethod(),
    /** The ids of the run's deliveries, in the order of its stops. */
    delivery_ids: z.array(idInAnswer()),
    /** The numbers of the stops of `delivery_ids`, in the same order. */
    stops: z.catch(z.array(countInAnswer()), () => []),
  }),
)
export type RunSummary = z.output<ReturnType<typeof runSummary>>

/** The money that a person has counted, in dollars. */
export const counted = lazy(() =>
  z.object({ cash: z._default(dollars(), 0), check: z._default(dollars(), 0), card: z._default(dollars(), 0) }),
)
export type CountedMoney = z.output<ReturnType<typeof counted>>

export const countedSums = lazy(() => z.object({ cash: z.number(), check: z.number(), card: z.number() }))

/** A count that a second person made before they saw the first one. */
export const blindCount = lazy(() =>
  z.object({ counted: countedSums(), counted_by: person(), counted_at: requiredInstantInAnswer() }),
)

/**
 * A delivery with an amount in dollars: in `owing` what is still owed, in `back` what was to be collected for a package that came
 * back, in `mistakes` what was to be collected with a completion that was declared a mistake after the handover, and in `extra` what
 * was collected beyond what was due. What was expected, less the first three, plus the last, is what was collected.
 */
export const owing = lazy(() => z.object({ delivery_id: idInAnswer(), patient_name: z.string(), amount: z.number() }))
export type UnderpaidDelivery = z.output<ReturnType<typeof owing>>

/** A correction that the driver made to an amount or payment method before the handover was confirmed. */
export const ownCorrection = lazy(() =>
  z.extend(madeCorrection(), { delivery_id: idInAnswer(), patient_name: z.string() }),
)
export type OwnCorrection = z.output<ReturnType<typeof ownCorrection>>

/** A handover of money: what was counted, expected and collected. */
export const closing = lazy(() =>
  z.object({
    closed_by: person(),
    closed_at: requiredInstantInAnswer(),
    /**
     * The first count. Until a second person has confirmed the closing, only the person who closed the run sees it; for others it
     * is null.
     */
    counted: z.nullable(countedSums()),
    note: z.string(),
    confirmed_by: z.nullable(person()),
    confirmed_at: z.nullable(requiredInstantInAnswer()),
    confirmed_counted: z.nullable(countedSums()),
    /**
     * What the second person gave as the reason for a difference between their count and the collected amounts, or for corrections
     * that the driver made. Empty if no reason was given.
     */
    reason: z.string(),
    /** The number of packages in this handover. */
    deliveries: countInAnswer(),
    expected: z.number(),
    /** The collected amounts, including corrections that were made before the confirmation. */
    collected: moneyByMethod(),
    /** The sum of the corrections that were made after the confirmation. */
    adjustment: moneyByMethod(),
    owing: z.array(owing()),
    back: z.catch(z.array(owing()), []),
    extra: z.catch(z.array(owing()), []),
    mistakes: z.catch(z.array(owing()), []),
    /** The first count of the second person, if it differed. Null until the closing is confirmed. */
    blind_count: z.catch(z.nullable(blindCount()), null),
    corrections: z.array(ownCorrection()),
  }),
)
export type RunClosing = z.output<ReturnType<typeof closing>>

/** The deliveries and the money that the next closing of this run would cover. */
export const nextClose = lazy(() =>
  z.object({
    deliveries: countInAnswer(),
    delivered: countInAnswer(),
    /** How many were completed by mistake. They count as neither delivered nor back. */
    recorded_by_mistake: z.catch(countInAnswer(), 0),
    expected: z.number(),
    collected: moneyByMethod(),
    owing: z.array(owing()),
    back: z.catch(z.array(owing()), []),
    extra: z.catch(z.array(owing()), []),
  }),
)

export const run = lazy(() =>
  z.extend(z.omit(runSummary(), { delivery_ids: true, stops: true }), {
    person: person(),
    /** Whether the driver can no longer sign in. Then someone who manages deliveries closes the run. */
    former_driver: z.catch(z.boolean(), false),
    deliveries: z.array(runDelivery()),
    closings: z.array(closing()),
    to_close: nextClose(),
    /**
     * Only in the response to a start that broke off: the ids of the deliveries that are left. A repeated start tries them again.
     */
    not_started: z.optional(z.array(idInAnswer())),
  }),
)
export type Run = z.output<ReturnType<typeof run>>

const dayLimit = 500

export const runOrder = lazy(() =>
  z.object({ delivery_ids: distinctList(id(), { limit: dayLimit, noun: 'deliveries' }) }),
)

export const notASlipText = 'This is not one of our slips'
const packageNeeded = 'Send a code or a delivery_id'
const longestCode = 500

/**
 * Identifies the package to load: by the scanned URL or typed code of its slip, or by the delivery that was picked from the list.
 */
export const runLoad = lazy(() =>
  z
    .object({ code: z.optional(scannedText(longestCode, notASlipText, notASlipText)), delivery_id: z.optional(id()) })
    .check(
      z.refine(({ code, delivery_id }) => (code === undefined) !== (delivery_id === undefined), packageNeeded),
      z.meta({ oneOf: [{ required: ['code'] }, { required: ['delivery_id'] }] }),
    ),
)

export const runUnload = lazy(() => z.object({ delivery_id: id() }))

export const runStart = lazy(() => z.object({ include_not_loaded: flag() }))

export const runClose = lazy(() => z.object({ counted: counted(), note: optionalNotes() }))

export const runConfirm = lazy(() => z.object({ counted: counted(), reason: optionalNotes() }))
