import * as z from 'zod/mini'
import { proofGaps } from '../rules/proof-gaps.ts'
import { deliveryRow, mistake } from './delivery-row.ts'
import {
  countInAnswer,
  dateInAnswer,
  dateOrNoneInAnswer,
  idInAnswer,
  instantInAnswer,
  instantOrNullInAnswer,
  urlInAnswer,
} from './fields.ts'
import { lazy } from './lazy.ts'
import { madeCorrection } from './made-correction.ts'
import { seal } from './seal.ts'
import { storedDoorRecord } from './stored-door-record.ts'

/** An attempt to reach a patient who asked to be called about the counselling. */
export interface CallBackNote {
  outcome: CallBackOutcome
  note: string
}

export const callBackOutcomes = ['reached', 'declined', 'no_answer'] as const
export type CallBackOutcome = (typeof callBackOutcomes)[number]

export const callBackOutcome = lazy(() => z.enum(callBackOutcomes, 'Must be reached, declined or no_answer'))

/** The SHA-256 hash of a stored file in hexadecimal. Null if there is no such file. */
const hash = () => z.nullable(z.string())

const laterFacts = { session_ended_at: true, clock_correction_seconds: true } as const

/**
 * The facts of the handover at the door that the signature confirms, and the hashes of the signature, its strokes and the photo. A
 * proof has the facts with all later corrections. The history item of the handover keeps them as they were signed.
 */
export const signedFacts = lazy(() =>
  z.object({
    ...z.omit(storedDoorRecord(), { ...laterFacts, call_back_due_at: true }).shape,
    // A history item has these only if they were recorded, because items of earlier releases must keep their hashes.
    ...z.partial(z.pick(storedDoorRecord(), laterFacts)).shape,
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
    completed_at: instantOrNullInAnswer(),
    signature_sha256: hash(),
    strokes_sha256: hash(),
    photo_sha256: hash(),
  }),
)
export type SignedFacts = z.output<ReturnType<typeof signedFacts>>

/**
 * An item of the delivery's chain of history items, exactly as it was hashed. It may have fields that this release doesn't know.
 */
export const chainItem = lazy(() => z.looseObject({ _id: z.string(), prev: z.nullable(z.string()), hash: z.string() }))

/** The person who recorded the handover: the driver, or someone who manages deliveries. */
export const deliverer = lazy(() => z.object({ name: z.string(), email: z.string() }))

/** A prescription of a proof. `row` is its index in the delivery, because some of the delivery's rows may be hidden. */
export const provenPrescription = lazy(() =>
  z.object({
    row: countInAnswer(),
    rx_number: z.string(),
    rx_date: dateOrNoneInAnswer(),
    fill_date: dateOrNoneInAnswer(),
    fill_number: z.nullable(countInAnswer()),
    /** The salt of the prescription's hash in the seal. Null if the proof has no seal. */
    salt: z.catch(z.nullable(z.string()), null),
  }),
)

export const proofGap = lazy(() => z.enum(proofGaps))

export const proof = lazy(() =>
  z.object({
    ...signedFacts().shape,
    ...z.pick(storedDoorRecord(), laterFacts).shape,
    /** This field and the next are null if the question was not asked at the door. */
    hipaa_form_received: z.nullable(z.boolean()),
    counseling_received: z.nullable(z.boolean()),
    id: idInAnswer(),
    version: countInAnswer(),
    status: z.string(),
    delivery_date: dateInAnswer(),
    /** The time by the server's clock; `captured_at` is the time by the device's clock. */
    delivered_at: instantOrNullInAnswer(),
    delivered_by: z.nullable(deliverer()),
    /** The name of the person who witnessed a signature by mark. Null if the signature was given in another way. */
    witness: z.nullable(z.string()),
    /** Set if the completion was recorded for the wrong delivery. */
    recorded_by_mistake: z.catch(z.nullable(mistake()), null),
    rx_information: z.array(provenPrescription()),
    /** This field and the next two are presigned URLs that expire after 15 minutes. */
    patient_signature: z.nullable(urlInAnswer()),
    signature_strokes: z.nullable(urlInAnswer()),
    delivery_photo_url: z.nullable(urlInAnswer()),
    corrections: z.array(madeCorrection()),
    chain: z.array(chainItem()),
    /**
     * True if the chain is intact. Otherwise a number: the index of the first item that was altered; the length of the chain, if it
     * doesn't end as the delivery and the activity log say; or the index of the handover, if the delivery no longer has the signed
     * and corrected values.
     */
    chain_ok: z.union([z.literal(true), countInAnswer()]),
    missing: z.array(proofGap()),
    /**
     * Null if there is no seal, because the chain is broken or empty, because the sealing service is unavailable, or because this
     * is the response to a correction.
     */
    seal: z.nullable(seal()),
  }),
)
export type Proof = z.output<ReturnType<typeof proof>>

/** A delivery whose patient has to be called back, in the list of call-backs. */
export const waitingDelivery = lazy(() => z.extend(deliveryRow(), { due_at: instantInAnswer() }))
