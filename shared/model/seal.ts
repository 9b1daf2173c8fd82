import * as z from 'zod/mini'
import { countInAnswer, idInAnswer, requiredInstantInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

/** A public key for ECDSA over P-256, in the format of RFC 7517. */
export const sealJwk = lazy(() =>
  z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
)
export type SealJwk = z.output<ReturnType<typeof sealJwk>>

/**
 * The end of a delivery's history chain (the hash of the newest item, and the number of items), and a hash of each of its
 * prescriptions. A hash is SHA-256, in hexadecimal, of the canonical JSON (RFC 8785) of `{salt, rx_number, rx_date, fill_date,
 * fill_number}`. Only a proof that shows a prescription has its salt, so the hashes of the others reveal nothing.
 */
export const sealedDelivery = lazy(() =>
  z.object({ id: idInAnswer(), head: z.string(), length: countInAnswer(), rx: z.array(z.string()) }),
)

/** The facts that a seal signs. The signed bytes are their JSON in the canonical form of RFC 8785. */
export const sealedFacts = lazy(() =>
  z.object({
    organisation_id: idInAnswer(),
    /** The name and the NPI as the organization's account states them. */
    organisation: z.string(),
    npi: z.string(),
    /** When the account was created. */
    organisation_since: requiredInstantInAnswer(),
    /** Whether an operator had verified that the organization is what its account states. */
    verified: z.boolean(),
    sealed_at: requiredInstantInAnswer(),
    deliveries: z.array(sealedDelivery()),
  }),
)
export type SealedFacts = z.output<ReturnType<typeof sealedFacts>>

/** A statement, signed by the product, that the history chains of these deliveries had these ends at the time `sealed_at`. */
export const seal = lazy(() =>
  z.extend(sealedFacts(), {
    /** The thumbprint of the key according to RFC 7638. */
    key_id: z.string(),
    /** ECDSA over P-256 with SHA-256: `r‖s` in base64url. */
    signature: z.string(),
  }),
)
export type Seal = z.output<ReturnType<typeof seal>>

/** A key that makes seals now, or did so in the past. `until` is null while the key is in use. */
export const sealKey = lazy(() =>
  z.object({
    key_id: z.string(),
    jwk: sealJwk(),
    since: requiredInstantInAnswer(),
    until: z.nullable(requiredInstantInAnswer()),
  }),
)
export type SealKey = z.output<ReturnType<typeof sealKey>>

export const sealKeys = lazy(() => z.array(sealKey()))
