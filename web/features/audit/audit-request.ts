import * as z from 'zod/mini'
import { type AskedPrescription, askedLimit, daysLimit, tooManyDays } from '#shared/model/audit.ts'
import { optionalDate } from '#shared/model/fields.ts'
import { addDays } from '#shared/rules/dates.ts'
import { listedPrescriptions } from '#shared/rules/prescription-list.ts'

/** A letter of a payer is some pages; this is a book. */
const letterLimit = 200_000

export const waysToAsk = [
  { value: 'numbers', label: 'Prescription numbers' },
  { value: 'days', label: 'Days of delivery' },
] as const

/** What to look for: the numbers in a pasted text, or everything of some days. */
export const auditForm = () =>
  z
    .object({
      by: z.enum(['numbers', 'days']),
      text: z.string().check(z.maxLength(letterLimit, `Must be at most ${letterLimit} characters`)),
      from: optionalDate(),
      to: optionalDate(),
    })
    .check(
      z.superRefine(({ by, text, from, to }, { addIssue }) => {
        const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
        if (by === 'numbers' && listedPrescriptions(text).length === 0) refuse('text', 'No prescription number found')
        if (by !== 'days') return
        if (!from) refuse('from', 'First day is required')
        if (!to) refuse('to', 'Last day is required')
        if (from && to && to < from) refuse('to', 'Must not be before the first day')
        if (from && to && to >= addDays(from, daysLimit)) refuse('to', tooManyDays)
      }),
    )

export type AuditBody = { rx: AskedPrescription[] } | { from: string; to: string }

/** The requests for what a form asks: one for each so many numbers. */
export function bodiesOf({ by, text, from = '', to = '' }: z.output<ReturnType<typeof auditForm>>): AuditBody[] {
  if (by === 'days') return [{ from, to }]
  const listed = listedPrescriptions(text)
  return Array.from({ length: Math.ceil(listed.length / askedLimit) }, (_, i) => ({
    rx: listed.slice(i * askedLimit, (i + 1) * askedLimit),
  }))
}
