import * as z from 'zod/mini'
import { lazy } from '../api/contract.ts'
import { text } from './fields.ts'

const labelled = <const L extends Readonly<Record<string, string>>>(labels: L) => labels
const valuesOf = <L extends Readonly<Record<string, string>>>(labels: L) => Object.keys(labels) as (keyof L & string)[]

/** `mark`: an X, for which whoever completes the delivery stands as witness. */
const signatureMethods = labelled({ drawn: 'Drawn', typed: 'Typed name', mark: 'Mark (X)' })

export const signerNeeded = 'Signed by is required'

const choice = <L extends Readonly<Record<string, string>>>(labels: L) =>
  z.enum(valuesOf(labels), `Must be one of ${valuesOf(labels).join(', ')}`)

export const signerName = () => text()

/** What a completion records beside D's own fields. */
export const doorRecord = lazy(() =>
  z.object({
    signer_name: z.nullish(signerName()),
    signature_method: z._default(z.nullable(choice(signatureMethods)), null),
  }),
)
