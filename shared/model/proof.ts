import * as z from 'zod/mini'
import { proofGaps } from '../rules/proof-gaps.ts'
import { deliveryRow } from './delivery-row.ts'
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

/** An attempt to reach a patient who asked to be called about the counselling. */
export interface CallBackNote {
  outcome: CallBackOutcome
  note: string
}

export const callBackOutcomes = ['reached', 'declined', 'no_answer'] as const
export type CallBackOutcome = (typeof callBackOutcomes)[number]

export const callBackOutcome = lazy(() => z.enum(callBackOutcomes, 'Must be reached, declined or no_answer'))

/** SHA-256 in hexadecimal. Null if the object does not exist or was stored before hashes were kept. */
const hash = () => z.catch(z.nullable(z.string()), null)

/** What the signature of a delivery confirmed, with the hashes of the kept objects. */
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

/** An item of the chain is answered exactly as it was hashed, including fields that this release does not know. */
export const chainItem = lazy(() => z.looseObject({ _id: z.string(), prev: z.nullable(z.string()), hash: z.string() }))

/** The person who handed the delivery over. */
export const deliverer = lazy(() => z.object({ name: z.string(), email: z.string() }))

/** `row` is the index in the delivery, because some of its rows may be hidden. */
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
    /** Null if nobody was asked at the door. */
    hipaa_form_received: z.nullable(z.boolean()),
    counseling_received: z.nullable(z.boolean()),
    id: answeredId(),
    version: answeredCount(),
    status: z.string(),
    delivery_date: answeredDate(),
    /** By the server's clock; `captured_at` is by the device's. */
    delivered_at: answeredInstantOrNull(),
    delivered_by: z.nullable(deliverer()),
    /** The person who witnessed a signature by mark. */
    witness: z.nullable(z.string()),
    rx_information: z.array(provenPrescription()),
    /** Presigned addresses that expire after 15 minutes. */
    patient_signature: z.nullable(answeredUrl()),
    signature_strokes: z.nullable(answeredUrl()),
    delivery_photo_url: z.nullable(answeredUrl()),
    corrections: z.array(madeCorrection()),
    chain: z.array(chainItem()),
    /** True, or the index of the first wrong item, which is the length of the chain if its end is missing. */
    chain_ok: z.union([z.literal(true), answeredCount()]),
    missing: z.array(proofGap()),
    /**
     * Null if no seal could be made: the chain is wrong, the sealing service is unavailable, or the answer belongs to a correction.
     */
    seal: z.nullable(seal()),
  }),
)
export type Proof = z.output<ReturnType<typeof proof>>

/** A row of the list of call-backs. */
export const waitingDelivery = lazy(() => z.extend(deliveryRow(), { due_at: answeredInstant() }))
