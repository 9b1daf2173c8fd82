import type { HistoryItem } from '#shared/model/delivery.ts'
import type { Correction } from '#shared/model/made-correction.ts'
import type { CallBackNote, Signed } from '#shared/model/proof.ts'
import { at, flat, type Partition, type Question } from '../key.ts'
import { deliveryPartition } from './delivery-partition.ts'

/**
 * One change of status or person, one correction or one call to the patient. A chain of hashes goes through all of them, over exactly
 * what is stored: a field that is added here may never get a default.
 */
export interface StoredHistoryItem extends HistoryItem {
  /** The delivery's version that the change made. */
  version: number
  /** Whose delivery it was and became, by name, where that changed. */
  person?: { from: string | null; to: string | null }
  /** Of the item that says `delivered`: what was signed for, as it is answered. */
  signed?: Signed
  correction?: Correction
  call_back?: CallBackNote
  /** Whether a recipient has wished something by their link, or the staff has answered a wish. */
  wish?: 'access' | 'asked' | 'answered' | 'unsubscribed'
  /** The hash of the item before; null in the first. */
  prev: string | null
  /** SHA-256 over the canonical JSON of the item without it, in hexadecimal. */
  hash: string
}

/** An item that has lost its hash is read all the same, and breaks the chain. */
const historyItemKind = flat<StoredHistoryItem>('history item', { prev: null, hash: '' })

export const historyItemKeys = (tenant: string) => ({
  history: (deliveryId: string): Partition<StoredHistoryItem> => ({
    pk: deliveryPartition(tenant, deliveryId),
    prefix: 'H#',
    kind: historyItemKind,
  }),
  historyItem: (deliveryId: string, number: number) =>
    at<StoredHistoryItem>(
      historyItemKind,
      deliveryPartition(tenant, deliveryId),
      `H#${String(number).padStart(6, '0')}`,
    ),
})

export const historyItemQuestions = (): Question[] => [
  { question: 'what happened to this delivery, in order', example: historyItemKeys('T#t').historyItem('id', 1) },
]
