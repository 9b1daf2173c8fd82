import type { Proof } from '#shared/model/proof.ts'
import type { Seal, SealKey } from '#shared/model/seal.ts'

/**
 * Returns JSON with the deliveries' seals, without duplicates, the public keys that verify the seals without Carelane, and the time
 * zone in which to show times.
 */
export function sealsJson(proofs: readonly Proof[], keys: readonly SealKey[], time_zone: string): string {
  const seals = new Map<string, Seal>(proofs.flatMap(({ seal }) => (seal ? [[seal.signature, seal] as const] : [])))
  return JSON.stringify({ time_zone, keys, seals: [...seals.values()] }, null, 1)
}

/** Returns JSON with the deliveries' chains, the names of their pictures, and the prescriptions with the salts of their hashes. */
export const chainsJson = (deliveries: readonly { proof: Proof; pictures: object }[]) =>
  JSON.stringify(
    deliveries.map(({ proof: { id, chain, rx_information }, pictures }) => ({
      delivery_id: id,
      pictures,
      prescriptions: rx_information,
      chain,
    })),
    null,
    1,
  )

/** Returns the HTML page that checks a packet, with the ids of the given keys and the address of the same page at Carelane. */
export const fillVerifyPage = (page: string, keys: readonly Pick<SealKey, 'key_id'>[], publicAddress: string): string =>
  page
    .replace(
      'const readKeyIds = async () => []',
      `const readKeyIds = async () => ${JSON.stringify(keys.map(({ key_id }) => key_id))}`,
    )
    .replace("const publicAddress = ''", `const publicAddress = ${JSON.stringify(publicAddress)}`)
