import type { Proof } from '#shared/model/proof.ts'
import type { Seal, SealedFacts } from '#shared/model/seal.ts'
import { canonicalJson } from '../deliveries/history-chain.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/**
 * How many proofs share one seal. The number is limited because KMS signs at most 4,096 bytes, and because each proof contains the
 * whole seal, which lists all proofs that share it.
 */
const sealedTogether = 20

type Sealable = Pick<Proof, 'id' | 'chain' | 'chain_ok'>

/**
 * Seals proofs in groups of `sealedTogether` and returns the seals by delivery id. A proof with a broken or empty chain gets no
 * seal. If KMS fails for a group, none of its proofs gets one.
 */
export async function sealProofs(
  proofs: readonly Sealable[],
  { tenant }: Pick<Caller, 'tenant'>,
  services: Services,
): Promise<ReadonlyMap<string, Seal>> {
  const sound = proofs.filter(({ chain, chain_ok }) => chain_ok === true && chain.length > 0)
  const ends = new Map(sound.map(({ id, chain }) => [id, { id, head: chain.at(-1)?.hash ?? '', length: chain.length }]))
  const all = [...ends.values()]
  const groups = Array.from({ length: Math.ceil(all.length / sealedTogether) }, (_, i) =>
    all.slice(i * sealedTogether, (i + 1) * sealedTogether),
  )
  const organisation = { organisation: tenant.name, npi: tenant.metadata.npi_number }
  const sealed_at = services.now().toISOString()
  const seals = await Promise.all(
    groups.map((deliveries) => sealOf({ ...organisation, sealed_at, deliveries }, services)),
  )
  return new Map(seals.flatMap((seal) => (seal ? seal.deliveries.map(({ id }) => [id, seal] as const) : [])))
}

async function sealOf(facts: SealedFacts, { sealKeys, log }: Services): Promise<Seal | undefined> {
  try {
    return { ...facts, ...(await sealKeys.sign(new TextEncoder().encode(canonicalJson(facts)))) }
  } catch (error) {
    log.error('A proof could not be sealed', { error: error instanceof Error ? error.name : 'unknown' })
    return undefined
  }
}
