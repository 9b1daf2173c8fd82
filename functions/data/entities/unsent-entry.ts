import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** Lists a delivery with a report that the server refused an action at its door: a completion, an attempt or a return. */
interface UnsentEntry {
  delivery_id: string
}

const unsentEntryKind = flatKind<UnsentEntry>('refused action')

export const unsentEntryKeys = (tenant: string) => ({
  unsent: { pk: `${tenant}#UNSENT`, kind: unsentEntryKind } satisfies Partition<UnsentEntry>,
  unsentEntry: (deliveryId: string) => keyAt<UnsentEntry>(unsentEntryKind, `${tenant}#UNSENT`, deliveryId),
})

export const unsentEntryAccessPatterns = (): AccessPattern[] => [
  {
    question: 'which deliveries have refused actions',
    example: unsentEntryKeys('T#t').unsentEntry('delivery'),
  },
]
