import type { HistoryItem } from '#shared/model/delivery-history.ts'
import type { Correction } from '#shared/model/made-correction.ts'
import type { CallBackNote, Signed } from '#shared/model/proof.ts'
import { flatKind, keyAt, type Partition, type Question } from '../key.ts'
import { deliveryPartition } from './delivery-partition.ts'

/**
 * One change of status or driver, one correction, or one call to the patient. Each item contains the hash of the one before it,
 * over exactly what is stored, so a field that is added here must never get a default.
 */
export interface StoredHistoryItem extends HistoryItem {
  /** The version of the delivery after the change. */
  version: number
  /** The names of the former and the new driver, if the driver changed. */
  person?: { from: string | null; to: string | null }
  /** Only in the item with the status `delivered`: the signed facts, as they are answered. */
  signed?: Signed
  correction?: Correction
  call_back?: CallBackNote
  /** Set if a recipient has made a wish by their link, or if the staff has answered one. */
  wish?: 'access' | 'asked' | 'answered' | 'unsubscribed'
  /** The hash of the item before; null in the first item. */
  prev: string | null
  /** SHA-256 of the canonical JSON of the item without this field, in hexadecimal. */
  hash: string
}

/** An item without its hash can still be read, but it breaks the chain. */
const historyItemKind = flatKind<StoredHistoryItem>('history item', { prev: null, hash: '' })

export const historyItemKeys = (tenant: string) => ({
  history: (deliveryId: string): Partition<StoredHistoryItem> => ({
    pk: deliveryPartition(tenant, deliveryId),
    prefix: 'H#',
    kind: historyItemKind,
  }),
  historyItem: (deliveryId: string, number: number) =>
    keyAt<StoredHistoryItem>(
      historyItemKind,
      deliveryPartition(tenant, deliveryId),
      `H#${String(number).padStart(6, '0')}`,
    ),
})

export const historyItemQuestions = (): Question[] => [
  { question: 'what happened to this delivery, in order', example: historyItemKeys('T#t').historyItem('id', 1) },
]
