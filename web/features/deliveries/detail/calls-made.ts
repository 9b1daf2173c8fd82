import * as z from 'zod/mini'
import { callBackOutcome, type callBackOutcomes, type Proof } from '#shared/model/proof.ts'
import { formatDateTime } from '../../../lib/browser/format.ts'

export const callOutcomeLabels: Record<(typeof callBackOutcomes)[number], string> = {
  reached: 'Reached',
  declined: 'Declined',
  no_answer: 'No answer',
}

/** A history item about a call. */
const callItem = () =>
  z.object({
    changed_at: z.string(),
    changed_by_name: z.string(),
    call_back: z.object({ outcome: callBackOutcome(), note: z.string() }),
  })

/** Returns the calls about counseling that were made, oldest first, as facts: when, and with what outcome. */
export const callsMade = ({ chain }: Proof): (readonly [when: string, outcome: string])[] =>
  chain.flatMap((item) => {
    const { data } = callItem().safeParse(item)
    if (!data) return []
    const { outcome, note } = data.call_back
    const words = [callOutcomeLabels[outcome], data.changed_by_name, note].filter(Boolean).join(', ')
    return [[`Call ${formatDateTime(data.changed_at)}`, words] as const]
  })
