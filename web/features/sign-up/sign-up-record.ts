import * as z from 'zod/mini'
import { lazy } from '#shared/model/lazy.ts'
import { type CallError, errorDetail } from '../../lib/api/call-error.ts'

const storageKey = 'carelane-sign-up'

const typed = () => z._default(z.string(), '')

/** The fields of the first step as they were typed, valid or not. */
const company = lazy(() =>
  z.object({
    full_name: typed(),
    email: typed(),
    phone_number: typed(),
    company_name: typed(),
    domain: typed(),
    /** No one types it. Finding the browser's time zone takes long, so this default is replaced only when the step is sent. */
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
    /** The keys of product groups. */
    business_types: z.array(z.string()),
    full_name: z.string(),
    email: z.string(),
    /** The names of the products. */
    products: z.array(z.string()),
  }),
)
/** The result of a sign-up, for its last step and for the success page. */
export type FinishedSignUp = z.output<ReturnType<typeof finished>>

const record = lazy(() =>
  z.object({
    company: z.prefault(company(), {}),
    /** The tenant's id from the response to the first step; '' until then. */
    tenant_id: typed(),
    products: z._default(z.array(z.string()), []),
    finished: z.optional(finished()),
  }),
)
export type SignUpRecord = z.output<ReturnType<typeof record>>

/** Reads the progress of the sign-up in this tab. It survives Back and a reload, but not closing the tab. */
export function readSignUpProgress(): SignUpRecord {
  try {
    return record().parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
  } catch {
    // The browser denies access to storage, or another version of the app wrote the record. Start with an empty one.
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

/** Stores a part of the progress. Returns whether the browser has stored it. */
export const saveSignUpProgress = (part: Partial<SignUpRecord>) => write({ ...readSignUpProgress(), ...part })

/** Stores only the result, so that another sign-up starts with empty fields. */
export const saveSignUpResult = (outcome: FinishedSignUp) => write({ finished: outcome })

/** Returns the text of the reason why a step of the sign-up failed. */
export const registrationFailureText = (error: CallError) =>
  errorDetail(error, 'Registration failed. Please try again.')
