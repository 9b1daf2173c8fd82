import * as z from 'zod/mini'
import { readAuditRecords } from '#shared/api/proofs.ts'
import {
  type AskedPrescription,
  type AuditRecord,
  auditDaysLimit,
  auditPrescriptionsLimit,
  tooManyDaysText,
} from '#shared/model/audit.ts'
import { optionalDate } from '#shared/model/fields.ts'
import { addDays } from '#shared/rules/dates.ts'
import type { OrganisationNumbers } from '#shared/rules/left-out-reasons.ts'
import { type LeftOutNumber, readLetter } from '#shared/rules/read-letter.ts'
import { call } from '../../lib/api/call.ts'

/**
 * The limit for the pasted text, in characters. It is usually the letter in which an insurer asks for records. Such a letter has a
 * few pages, so a longer text is something else.
 */
const letterLimit = 200_000

export const auditSearchOptions = [
  { value: 'numbers', label: 'Prescription numbers' },
  { value: 'days', label: 'Delivery dates' },
] as const

export const noPrescriptionNumberText = 'No prescription number found'
const noNumbers: OrganisationNumbers = { npi_number: '', nabp_number: '', phone_number: '', fax_number: '' }

/** Returns the schema of the form that searches by the numbers in a pasted text or for all deliveries in a range of days. */
export const auditFormSchema = () =>
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
        if (by === 'numbers') {
          const { prescriptions, leftOut } = readLetter(text, noNumbers)
          if (prescriptions.length + leftOut.length === 0) refuse('text', noPrescriptionNumberText)
          return
        }
        if (!from) refuse('from', 'First day is required')
        if (!to) refuse('to', 'Last day is required')
        if (from && to && to < from) refuse('to', 'Must not be before the first day')
        if (from && to && to >= addDays(from, auditDaysLimit)) refuse('to', tooManyDaysText)
      }),
    )

export type AuditRequestBody = { rx: AskedPrescription[] } | { from: string; to: string }

/** The bodies of the requests to the server, and the numbers of the letter that the search leaves out until the user adds them. */
export interface AuditSearch {
  by: 'numbers' | 'days'
  bodies: AuditRequestBody[]
  leftOut: LeftOutNumber[]
}

/**
 * Turns a submitted form into a search. A request may ask for at most `auditPrescriptionsLimit` numbers, so more numbers are
 * divided among several requests.
 */
export function buildAuditSearch(
  { by, text, from = '', to = '' }: z.output<ReturnType<typeof auditFormSchema>>,
  own: OrganisationNumbers,
) {
  const { prescriptions, leftOut } = by === 'numbers' ? readLetter(text, own) : { prescriptions: [], leftOut: [] }
  const bodies = Array.from({ length: Math.ceil(prescriptions.length / auditPrescriptionsLimit) }, (_, i) => ({
    rx: prescriptions.slice(i * auditPrescriptionsLimit, (i + 1) * auditPrescriptionsLimit),
  }))
  return { by, bodies: by === 'days' ? [{ from, to }] : bodies, leftOut } satisfies AuditSearch
}

/** Reads all records that the given requests find, page by page. */
export async function fetchAuditRecords(bodies: readonly AuditRequestBody[]): Promise<AuditRecord[]> {
  const records: AuditRecord[] = []
  for (const body of bodies) {
    let cursor: string | undefined
    do {
      const page = await call(readAuditRecords, { body, query: { cursor } })
      records.push(...page.body)
      cursor = page.next
    } while (cursor)
  }
  return records
}
