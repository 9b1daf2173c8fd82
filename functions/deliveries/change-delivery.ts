import type { Delivery } from '#shared/model/delivery.ts'
import { isOpen } from '#shared/rules/transitions.ts'
import type { StoredDelivery } from '../data/entities.ts'
import type { Key } from '../data/keys.ts'
import type { Write } from '../data/table.ts'
import { AppError, invalidField, notFound, staleVersion } from '../http/app-error.ts'
import type { Caller, Idempotency } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { historyItemOf, indexKeys } from './delivery-fields.ts'
import { handOver } from './find-pharmacist.ts'
import { presentDelivery } from './present-delivery.ts'

export interface Change {
  fields: Partial<StoredDelivery>
  /** Said in the history, where status or pharmacist change. */
  notes?: string
}

/** Undefined: there is nothing to change. */
type Decide = (delivery: StoredDelivery) => Promise<Change | undefined> | Change | undefined

interface Wanted {
  caller: Caller
  params: { id: string }
  version: number | undefined
  idempotency: Idempotency | undefined
}

/** An item holds 400 KB: this many changes fit beside a full delivery. */
const historyLimit = 1000

/** More than can happen to a delivery while the SDK tries a write again. */
const rememberedWrites = 8

/** Enough to be told from seven others. */
const shortId = ({ newId }: Services) => newId().slice(0, 8)

/** How often a change is decided anew when others write at the same moment. */
const rounds = 5

class Overtaken extends Error {}

/**
 * The one way to change a delivery: read, decide, and write on the condition that nobody else wrote in between. Who saw a
 * version is told when it is stale; who did not gets his change decided anew on what is there.
 */
export async function changeDelivery(
  { caller, params, version, idempotency }: Wanted,
  services: Services,
  decide: Decide,
): Promise<Delivery> {
  const key = caller.keys.delivery(params.id)
  for (let round = 0; round < rounds; round++) {
    const stored = await services.table.get(key)
    if (!stored) throw notFound('Delivery')
    if (version !== undefined && version !== stored.version) throw staleVersion()
    const change = await decide(stored)
    if (!change) return presentDelivery(stored, services.media)

    const next = applied(stored, change, caller, services)
    const answer = await presentDelivery(next, services.media)
    try {
      await services.table.write(
        ...(idempotency ? [idempotency.record(answer)] : []),
        replacement(key, stored, next),
        ...patientWrites(caller, stored, next),
        ...handOver(caller, stored, next),
      )
      return answer
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      if (version !== undefined) throw staleVersion()
    }
  }
  throw staleVersion()
}

function applied(
  stored: StoredDelivery,
  { fields, notes = '' }: Change,
  caller: Caller,
  services: Services,
): StoredDelivery {
  const at = services.now().toISOString()
  const write_ids = [...(stored.write_ids ?? []), shortId(services)].slice(-rememberedWrites)
  const next = { ...stored, ...fields, version: stored.version + 1, updated_at: at, write_ids }
  if (next.status !== stored.status || next.pharmacist_id !== stored.pharmacist_id) {
    if (stored.history.length >= historyLimit) throw new AppError('conflict', 'This delivery was changed too often')
    const item = historyItemOf({
      id: services.newId(),
      from: stored.status,
      to: next.status,
      by: caller.user,
      at,
      notes,
    })
    next.history = [...stored.history, item]
  }
  return { ...next, ...indexKeys(caller.keys, next) }
}

const replacement = (key: Key<StoredDelivery>, stored: StoredDelivery, next: StoredDelivery): Write => ({
  key,
  put: next,
  condition: 'version = :seen',
  values: { ':seen': stored.version },
  // A retry inside the SDK finds its own write: the first try was applied and only its answer was lost. Others may have
  // written since.
  refused: (found) => (isAmong(next.write_ids, found?.write_ids) ? undefined : new Overtaken()),
})

const isAmong = (ours: string[] | undefined, found: unknown) => Array.isArray(found) && found.includes(ours?.at(-1))

/** What a patient knows of his deliveries changes in the same transaction. */
function patientWrites({ keys }: Caller, stored: StoredDelivery, next: StoredDelivery): Write[] {
  const moved = stored.patient_id !== next.patient_id
  const before = isOpen(stored.status) ? 1 : 0
  const after = isOpen(next.status) ? 1 : 0
  if (moved)
    return [countOpen(keys.patient(stored.patient_id), -before), joinPatient(keys.patient(next.patient_id), after)]
  const delivered = next.status === 'delivered' && stored.status !== 'delivered'
  if (after === before && !delivered) return []
  const count = countOpen(keys.patient(next.patient_id), after - before)
  return [
    delivered
      ? { ...count, update: `${count.update} SET has_delivered = :yes`, values: { ...count.values, ':yes': true } }
      : count,
  ]
}

const countOpen = (key: Key<unknown>, by: number) => ({
  key,
  update: 'ADD open_deliveries :by',
  values: { ':by': by },
})

/** Refused when the patient is not there, or not any more. */
export const joinPatient = (key: Key<unknown>, by: number): Write => ({
  ...countOpen(key, by),
  condition: 'attribute_exists(pk) AND attribute_not_exists(deleted_at)',
  refused: unknownPatient,
})

export const unknownPatient = () => invalidField('patient_id', 'This patient does not exist')
