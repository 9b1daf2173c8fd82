import { randomBytes } from 'node:crypto'
import type { Proof } from '#shared/model/proof.ts'
import type { Seal, SealedFacts } from '#shared/model/seal.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredSeal } from '../data/entities/stored-seal.ts'
import { put } from '../data/writes.ts'
import { canonicalJson, sha256 } from '../deliveries/history-chain.ts'
import { readInBatches } from '../deliveries/read-deliveries.ts'
import { AppError } from '../failures/app-error.ts'
import { mapWithConcurrency } from '../http/map-with-concurrency.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { countInDayOrRefuse } from '../security/day-quotas.ts'

/** How many seals of one request are made at the same time. KMS has one limit for all organisations. */
const madeTogether = 20

const saltBytes = 16

export interface Sealable {
  proof: Pick<Proof, 'id' | 'chain' | 'chain_ok'>
  /** All prescriptions of the delivery, also those that the proof does not show. */
  rows: StoredDelivery['rx_information']
}

/** What a seal says about a delivery, apart from its organisation and its time. */
interface Sealing extends Pick<Sealable, 'rows'> {
  id: string
  head: string
  length: number
}

type SealingCaller = Pick<Caller, 'tenant' | 'keys'>

interface Making {
  caller: SealingCaller
  services: Services
  isOptional: boolean
}

/**
 * Seals proofs, and returns a function that adds the seal and the salts of the shown prescriptions to a proof. A proof with a broken
 * or empty chain gets no seal, and none is made while KMS fails. A seal is made once and kept: a new one is made only if the chain,
 * a prescription, the organisation's own facts or the sealing key have changed. If the organisation has used up its new seals of the
 * day, throws a 429 or, with `isOptional`, makes none.
 */
export async function sealProofs(
  all: readonly Sealable[],
  caller: SealingCaller,
  services: Services,
  { isOptional = false } = {},
): Promise<(proof: Proof) => Proof> {
  const sound = all.filter(({ proof: { chain, chain_ok } }) => chain_ok === true && chain.length > 0)
  const sealings = [
    ...new Map(
      sound.map(({ proof: { id, chain }, rows }) => [
        id,
        { id, head: chain.at(-1)?.hash ?? '', length: chain.length, rows },
      ]),
    ).values(),
  ]
  const seals = await findOrMakeSeals(sealings, { caller, services, isOptional })
  return (proof) => {
    const seal = seals.get(proof.id)
    const rx_information = proof.rx_information.map((one) => ({ ...one, salt: seal?.salts[one.row] ?? null }))
    return seal ? { ...proof, seal: seal.seal, rx_information } : proof
  }
}

async function findOrMakeSeals(
  sealings: readonly Sealing[],
  { caller, services, isOptional }: Making,
): Promise<ReadonlyMap<string, StoredSeal>> {
  if (sealings.length === 0) return new Map()
  const { table, sealKeys, log, now } = services
  const failed = (error: unknown) => {
    log.error('A proof could not be sealed', { error: error instanceof Error ? error.name : 'unknown' })
    return undefined
  }
  const [stored, keyId] = await Promise.all([
    readInBatches(
      sealings.map(({ id }) => id),
      (ids) => table.getAll(ids.map(caller.keys.storedSeal), { consistent: true }),
    ),
    sealKeys.newestId().catch(failed),
  ])
  const isUsable = (sealing: Sealing, seal: StoredSeal | undefined): seal is StoredSeal =>
    seal !== undefined && holds(seal, sealing, caller) && (keyId === undefined || keyId === seal.seal.key_id)
  const found = sealings.flatMap((sealing, i) =>
    isUsable(sealing, stored[i]) ? [[sealing.id, stored[i]] as const] : [],
  )
  const seals = new Map(found)
  const missing = sealings.filter(({ id }) => !seals.has(id))
  if (keyId === undefined || missing.length === 0) return seals
  const counts = { seals: missing.length }
  try {
    await countInDayOrRefuse(table, now(), { tenant: caller.tenant, counts })
  } catch (error) {
    if (isOptional && error instanceof AppError && error.code === 'tooMany') return seals
    throw error
  }
  await mapWithConcurrency(missing, madeTogether, async (sealing) => {
    const made = await makeSeal(sealing, caller, services).catch(failed)
    if (!made) return
    await table.write(put(caller.keys.storedSeal(sealing.id), made))
    seals.set(sealing.id, made)
  })
  return seals
}

/** Whether a kept seal still says what is true of its delivery and its organisation. */
function holds({ seal, salts }: StoredSeal, sealing: Sealing, caller: SealingCaller): boolean {
  const { sealed_at, key_id, signature } = seal
  const facts = factsOf(sealing, salts, { ...caller, sealed_at })
  return salts.length === sealing.rows.length && canonicalJson(seal) === canonicalJson({ ...facts, key_id, signature })
}

const factsOf = (
  { rows, ...end }: Sealing,
  salts: readonly string[],
  { tenant, sealed_at }: Pick<Caller, 'tenant'> & { sealed_at: string },
): SealedFacts => ({
  organisation_id: tenant.id,
  organisation: tenant.name,
  npi: tenant.metadata.npi_number,
  organisation_since: tenant.created_at,
  verified: tenant.verified_at !== undefined,
  sealed_at,
  deliveries: [{ ...end, rx: rows.map((row, i) => hashOf(row, salts[i] ?? '')) }],
})

const hashOf = ({ rx_number, rx_date, fill_date, fill_number }: Sealable['rows'][number], salt: string) =>
  sha256(canonicalJson({ salt, rx_number, rx_date, fill_date, fill_number }))

async function makeSeal(sealing: Sealing, { tenant }: SealingCaller, { sealKeys, now }: Services): Promise<StoredSeal> {
  const salts = sealing.rows.map(() => randomBytes(saltBytes).toString('base64url'))
  const facts = factsOf(sealing, salts, { tenant, sealed_at: now().toISOString() })
  const seal: Seal = { ...facts, ...(await sealKeys.sign(new TextEncoder().encode(canonicalJson(facts)))) }
  return { seal, salts }
}
