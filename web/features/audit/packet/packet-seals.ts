import type { Proof } from '#shared/model/proof.ts'
import type { Seal, SealKey } from '#shared/model/seal.ts'

/** Returns JSON with the deliveries' seals, without duplicates, and with the public keys that verify the seals without Carelane. */
export function sealsJson(proofs: readonly Proof[], keys: readonly SealKey[]): string {
  const seals = new Map<string, Seal>(proofs.flatMap(({ seal }) => (seal ? [[seal.signature, seal] as const] : [])))
  return JSON.stringify({ keys, seals: [...seals.values()] }, null, 1)
}

const none = 'const fingerprints = []'

const universal = "const timeZone = 'UTC'"

/** Returns the HTML page that checks a packet, with the ids of the given keys and the organisation's time zone filled in. */
export const fillVerifyPage = (page: string, keys: readonly Pick<SealKey, 'key_id'>[], timeZone: string): string =>
  page
    .replace(none, `const fingerprints = ${JSON.stringify(keys.map(({ key_id }) => key_id))}`)
    .replace(universal, `const timeZone = ${JSON.stringify(timeZone)}`)
