import * as z from 'zod/mini'
import { lazy } from '#shared/model/lazy.ts'

const storageKey = 'carelane-sign-up'

const typed = () => z._default(z.string(), '')

/** The first step as it was typed, right or wrong. */
const company = lazy(() =>
  z.object({
    full_name: typed(),
    email: typed(),
    phone_number: typed(),
    company_name: typed(),
    domain: typed(),
    /** The browser's takes long to find out, and is put in its place when the step is sent. */
    time_zone: z._default(z.string(), 'UTC'),
    business_type: z._default(z.array(z.string()), []),
    metadata: z.prefault(
      z.object({ npi_number: typed(), nabp_number: typed(), fax_number: typed(), company_description: typed() }),
      {},
    ),
  }),
)

const finished = lazy(() =>
  z.object({
    tenant_id: z.string(),
    company_name: z.string(),
    description: z.string(),
    /** Keys of product groups. */
    business_types: z.array(z.string()),
    full_name: z.string(),
    email: z.string(),
    /** Their names. */
    products: z.array(z.string()),
  }),
)
/** What the success page shows. */
export type FinishedRecord = z.output<ReturnType<typeof finished>>

const record = lazy(() =>
  z.object({
    company: z.prefault(company(), {}),
    /** Of the first step's answer; '' before. */
    tenant_id: typed(),
    products: z._default(z.array(z.string()), []),
    finished: z.optional(finished()),
  }),
)
export type SignUpRecord = z.output<ReturnType<typeof record>>

/** The sign-up of this tab as far as it has come: it outlives Back and a reload, not the tab. */
export function readSignUp(): SignUpRecord {
  try {
    return record().parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
  } catch {
    // A browser that refuses its storage, or another version's record: nothing is known.
    return record().parse({})
  }
}

function write(next: Partial<SignUpRecord>): boolean {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next))
    return true
  } catch {
    return false
  }
}

/** Whether the browser has kept it. */
export const keepInSignUp = (part: Partial<SignUpRecord>) => write({ ...readSignUp(), ...part })

/** Only the outcome is kept: another sign-up starts with empty fields. */
export const finishSignUp = (outcome: FinishedRecord) => write({ finished: outcome })
