import * as z from 'zod/mini'
import { proofGaps } from '../rules/proof-gaps.ts'
import { deliveryRow } from './delivery.ts'
import {
  answeredCount,
  answeredDate,
  answeredDateOrNone,
  answeredId,
  answeredInstant,
  answeredInstantOrNull,
  answeredUrl,
} from './fields.ts'
import { keptDoorRecord } from './kept-door-record.ts'
import { lazy } from './lazy.ts'
import { madeCorrection } from './made-correction.ts'
import { seal } from './seal.ts'

/** One try to reach a patient who wanted to be called about the counselling. */
export interface CallBackNote {
  outcome: CallBackOutcome
  note: string
}

export const callBackOutcomes = ['reached', 'declined', 'no_answer'] as const
export type CallBackOutcome = (typeof callBackOutcomes)[number]

export const callBackOutcome = lazy(() => z.enum(callBackOutcomes, 'Must be reached, declined or no_answer'))

/** SHA-256 in hexadecimal; null where there is no such thing, or where it was stored before hashes were kept. */
const hash = () => z.catch(z.nullable(z.string()), null)

/** What a signature stood for, as it is answered of the delivery, with the hashes of what is kept beside it. */
export const signedFacts = lazy(() =>
  z.object({
    ...z.omit(keptDoorRecord(), { call_back_due_at: true }).shape,
    patient_name: z.string(),
    delivery_address: z.string(),
    apt_suite_building: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    hipaa_form_received: z.boolean(),
    counseling_received: z.boolean(),
    amount: z.nullable(z.number()),
    delivery_notes: z.string(),
    completed_at: answeredInstantOrNull(),
    signature_sha256: hash(),
    strokes_sha256: hash(),
    photo_sha256: hash(),
  }),
)
export type Signed = z.output<ReturnType<typeof signedFacts>>

/** An item of the chain is answered as it was hashed, with whatever fields its release gave it. */
export const chainItem = lazy(() => z.looseObject({ _id: z.string(), prev: z.nullable(z.string()), hash: z.string() }))

/** Who handed a delivery over. */
export const deliverer = lazy(() => z.object({ name: z.string(), email: z.string() }))

/** `row` is the place in the delivery, of which some rows may not be shown. */
export const provenPrescription = lazy(() =>
  z.object({
    row: answeredCount(),
    rx_number: z.string(),
    rx_date: answeredDateOrNone(),
    fill_date: answeredDateOrNone(),
    fill_number: z.catch(z.nullable(answeredCount()), null),
  }),
)

export const proofGap = lazy(() => z.enum(proofGaps))

export const proof = lazy(() =>
  z.object({
    ...signedFacts().shape,
    /** Null where nobody was asked at the door. */
    hipaa_form_received: z.nullable(z.boolean()),
    counseling_received: z.nullable(z.boolean()),
    id: answeredId(),
    version: answeredCount(),
    status: z.string(),
    delivery_date: answeredDate(),
    /** The server's clock; `captured_at` is the device's. */
    delivered_at: answeredInstantOrNull(),
    delivered_by: z.nullable(deliverer()),
    /** Who saw a signature by mark being made. */
    witness: z.nullable(z.string()),
    rx_information: z.array(provenPrescription()),
    /** Presigned addresses that live 15 minutes. */
    patient_signature: z.nullable(answeredUrl()),
    signature_strokes: z.nullable(answeredUrl()),
    delivery_photo_url: z.nullable(answeredUrl()),
    corrections: z.array(madeCorrection()),
    chain: z.array(chainItem()),
    /** True, or the index of the first item that is wrong: the chain's length where its end is missing. */
    chain_ok: z.union([z.literal(true), answeredCount()]),
    missing: z.array(proofGap()),
    /** Null where none could be made: for a chain that is wrong, without the service that seals, and beside a correction. */
    seal: z.nullable(seal()),
  }),
)
export type Proof = z.output<ReturnType<typeof proof>>

/** A row of the list of call-backs. */
export const waitingDelivery = lazy(() => z.extend(deliveryRow(), { due_at: answeredInstant() }))
