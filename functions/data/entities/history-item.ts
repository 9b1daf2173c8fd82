import type { HistoryItem } from '#shared/model/delivery-history.ts'
import type { Correction } from '#shared/model/made-correction.ts'
import type { CallBackNote, SignedFacts } from '#shared/model/proof.ts'
import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'
import { deliveryPartitionKey, type StoredDelivery } from './delivery.ts'

/**
 * One change of status or driver, one correction, one call to the patient, or one step of a recipient's wish. Each item contains
 * the hash of the previous item, computed over exactly what is stored. A field that is added to this type must therefore never get
 * a default.
 */
export interface StoredHistoryItem extends HistoryItem {
  /** The version of the delivery after the change. */
  version: number
  /** The names of the old and the new driver, if the driver changed. */
  person?: { from: string | null; to: string | null }
  /** The signed facts, as responses show them. Only the item of the change to `delivered` has them. */
  signed?: SignedFacts
  correction?: Correction
  call_back?: CallBackNote
  /** The driver who captured a completion that the author of the item accepted. */
  captured_by?: StoredDelivery['captured_by']
  /** Why the completion was declared to have been recorded for the wrong delivery. */
  mistake?: string
  /**
   * Set when the recipient has used their link to leave a note about access (`access`), or to ask for another day or take that back
   * (`asked`), and when the staff have answered that request (`answered`).
   */
  wish?: 'access' | 'asked' | 'answered'
  /** The hash of the previous item. Null in the first item. */
  prev: string | null
  /** SHA-256 of the canonical JSON of the item without this field, in hexadecimal. */
  hash: string
}

const historyItemKind = flatKind<StoredHistoryItem>('history item')

export const historyItemKeys = (tenant: string) => ({
  history: (deliveryId: string): Partition<StoredHistoryItem> => ({
    pk: deliveryPartitionKey(tenant, deliveryId),
    prefix: 'H#',
    kind: historyItemKind,
  }),
  historyItem: (deliveryId: string, number: number) =>
    keyAt<StoredHistoryItem>(
      historyItemKind,
      deliveryPartitionKey(tenant, deliveryId),
      `H#${String(number).padStart(6, '0')}`,
    ),
})

export const historyItemAccessPatterns = (): AccessPattern[] => [
  { question: 'what happened to this delivery, in order', example: historyItemKeys('T#t').historyItem('id', 1) },
]
