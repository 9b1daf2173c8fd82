import * as z from 'zod/mini'
import { addDays, invalidDateText, isCalendarDate } from '../rules/dates.ts'
import { rxNumber } from './delivery-form.ts'
import { datedDelivery } from './delivery-row.ts'
import { dateInAnswer, list, requiredDate } from './fields.ts'
import { lazy } from './lazy.ts'
import { proof } from './proof.ts'

/** The most prescriptions that one request may name. */
export const auditPrescriptionsLimit = 200
/** The most days in the range that one request may name. */
export const auditDaysLimit = 31

export const askedPrescription = lazy(() =>
  z.object({ rx_number: rxNumber(), date: z.optional(requiredDate(invalidDateText)) }),
)
export type AskedPrescription = z.output<ReturnType<typeof askedPrescription>>

export const tooManyDaysText = `Must be at most ${auditDaysLimit} days`

/** An audit request: either a list of prescriptions, or the first and last day of a range. */
export const auditRequest = lazy(() =>
  z
    .object({
      rx: z.optional(
        list(askedPrescription(), {
          limit: auditPrescriptionsLimit,
          noun: 'prescriptions',
          needed: 'Enter at least one prescription',
        }),
      ),
      from: z.optional(requiredDate(invalidDateText)),
      to: z.optional(requiredDate(invalidDateText)),
    })
    .check(
      z.superRefine(({ rx, from, to }, { addIssue }) => {
        const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
        const isRange = from !== undefined && to !== undefined
        if (rx ? from !== undefined || to !== undefined : !isRange) refuse('rx', 'Send rx, or from and to')
        // The schemas of `from` and `to` report malformed days themselves.
        if (!isRange || !isCalendarDate(from) || !isCalendarDate(to)) return
        if (from > to) refuse('to', 'Must not be before the first day')
        if (to >= addDays(from, auditDaysLimit)) refuse('to', tooManyDaysText)
      }),
    ),
)
export type AuditRequest = z.output<ReturnType<typeof auditRequest>>

/** How many deliveries with a prescription were received. A completion that was recorded by mistake is none. */
export const found = lazy(() => z.enum(['one', 'none', 'several']))

export type Undelivered = z.output<ReturnType<typeof datedDelivery>>

/**
 * The records of one prescription that was requested, either by its number or by a range of days. The newest delivery comes first.
 */
export const auditRecord = lazy(() =>
  z.object({
    rx_number: z.string(),
    /**
     * If the request names the prescription, the date that it gives for it, or null if it gives none. If the request is for a range
     * of days, the day of delivery.
     */
    date: z.nullable(dateInAnswer()),
    found: found(),
    /** The proofs of these deliveries, and those of completions that were recorded by mistake. */
    deliveries: z.array(proof()),
    /** The deliveries with this prescription that are open, failed or cancelled, so that there is no proof of them. */
    undelivered: z.catch(z.array(datedDelivery()), []),
  }),
)
export type AuditRecord = z.output<ReturnType<typeof auditRecord>>

export const auditRecords = lazy(() => z.array(auditRecord()))
