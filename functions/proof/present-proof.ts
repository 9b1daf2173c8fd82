import { type Proof, proof } from '#shared/model/proof.ts'
import { pickFields } from '#shared/model/shapes.ts'
import { proofGapsOf } from '#shared/rules/proof-gaps.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredHistoryItem } from '../data/entities/history-item.ts'
import { pickSignedFacts } from '../deliveries/history.ts'
import { canonicalJson, firstBrokenItemIndex } from '../deliveries/history-chain.ts'
import type { MediaBucket } from '../files/media.ts'
import { type DeliveryRecord, endsWithNewestHashes } from './read-record.ts'

/** Makes the proof of a delivery, without a seal. `names` selects the prescriptions that the proof shows. */
export async function presentProof(
  { delivery: stored, history: chain, newest }: DeliveryRecord,
  media: MediaBucket,
  names: (row: number) => boolean = () => true,
): Promise<Proof> {
  const signed = pickSignedFacts(stored)
  const handover = chain.find(({ new_status, old_status }) => new_status === 'delivered' && old_status !== 'delivered')
  const rx_information = stored.rx_information.flatMap((rx, row) => (names(row) ? [{ row, ...rxFacts(rx) }] : []))
  const shown = new Set(rx_information.map(({ row }) => row))
  const address = (key: string | null) => (key ? media.address(key) : null)
  const [patient_signature, signature_strokes, delivery_photo_url] = await Promise.all(
    [stored.signature_key, stored.strokes_key, stored.photo_key].map(address),
  )
  const delivered_at = stored.completed_at
  const delivered_by =
    stored.captured_by ?? (handover ? { name: handover.changed_by_name, email: handover.changed_by_email } : null)
  return pickFields(proof(), {
    recorded_by_mistake: null,
    ...stored,
    ...signed,
    session_ended_at: stored.session_ended_at ?? null,
    clock_correction_seconds: stored.clock_correction_seconds ?? null,
    hipaa_form_received: ifAsked(signed.hipaa_form_received, signed.hipaa_form_outcome),
    counseling_received: ifAsked(signed.counseling_received, signed.counseling_outcome),
    delivered_at,
    delivered_by,
    witness: (stored.signature_method === 'mark' && delivered_by?.name) || null,
    rx_information,
    patient_signature: patient_signature ?? null,
    signature_strokes: signature_strokes ?? null,
    delivery_photo_url: delivery_photo_url ?? null,
    corrections: correctionsIn(chain).filter(({ field }) => isShown(field, shown)),
    chain: chain.map((item) => ({ ...item })),
    chain_ok: firstProblem(chain, stored, newest) ?? true,
    seal: null,
    missing: proofGapsOf({ ...signed, hasSignature: stored.signature_key !== null, rx_information, delivered_at }),
  })
}

/**
 * Returns a confirmation of a first delivery as the proof shows it. Such confirmations are only asked for on a patient's first
 * delivery. One that was neither given nor has an outcome is therefore null, which means that no one asked, and not false.
 */
const ifAsked = (isReceived: boolean, outcome: string | null) => isReceived || (outcome === null ? null : false)

const rxFacts = ({ rx_number, rx_date, fill_date, fill_number }: StoredDelivery['rx_information'][number]) => ({
  rx_number,
  rx_date,
  fill_date,
  fill_number,
  salt: null,
})

const correctionsIn = (chain: readonly StoredHistoryItem[]) =>
  chain.flatMap(({ correction, changed_at, changed_by_name }) =>
    correction ? [{ ...correction, corrected_at: changed_at, corrected_by_name: changed_by_name }] : [],
  )

const isShown = (field: string, rows: ReadonlySet<number>) => {
  const [list, row] = field.split('.')
  return list !== 'rx_information' || rows.has(Number(row))
}

/**
 * Returns the index of the first history item that was altered. If none was, returns the chain's length if the chain does not end
 * as the delivery and its activity log say, and otherwise what `firstUnsigned` returns. Undefined if everything is right.
 */
function firstProblem(
  chain: readonly StoredHistoryItem[],
  stored: StoredDelivery,
  newest: readonly string[],
): number | undefined {
  const wrong = firstBrokenItemIndex(chain)
  if (wrong !== undefined) return wrong
  const isCut =
    stored.history_count !== chain.length ||
    stored.chain_head !== chain.at(-1)?.hash ||
    !endsWithNewestHashes(newest, chain)
  return isCut ? chain.length : firstUnsigned(chain, stored)
}

/**
 * Returns the index of the handover if the delivery's values differ from the signed values with all corrections applied. Otherwise
 * undefined.
 */
function firstUnsigned(chain: readonly StoredHistoryItem[], stored: StoredDelivery): number | undefined {
  const at = chain.findIndex(({ signed }) => signed !== undefined)
  const holds = new Map<string, unknown>(Object.entries(chain[at]?.signed ?? {}))
  for (const { field, to } of correctionsIn(chain)) if (holds.has(field)) holds.set(field, to)
  const now = new Map<string, unknown>(Object.entries(pickSignedFacts(stored)))
  const differs = [...holds].some(([field, value]) => canonicalJson(value) !== canonicalJson(now.get(field) ?? null))
  return differs ? at : undefined
}
