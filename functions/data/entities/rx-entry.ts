import { rxPrefix } from '#shared/rules/rx-key.ts'
import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/**
 * Lists a delivery under one of its prescription numbers. The entry doesn't contain the delivery's status, so a change of the
 * status doesn't write it.
 */
interface RxEntry {
  delivery_id: string
  /** The prescription number as it was typed. */
  rx_number: string
}

const rxEntryKind = flatKind<RxEntry>('prescription entry')

export function rxEntryKeys(tenant: string) {
  const rxPk = (rx: string) => `${tenant}#RX#${rxPrefix(rx)}`
  return {
    /** `rx` is a prescription number in its normalised form, or the beginning of one. */
    rx: (rx: string): Partition<RxEntry> => ({ pk: rxPk(rx), kind: rxEntryKind }),
    rxEntry: (rx: string, deliveryId: string) => keyAt<RxEntry>(rxEntryKind, rxPk(rx), `${rx}#${deliveryId}`),
  }
}

export const rxEntryAccessPatterns = (): AccessPattern[] => [
  {
    question: 'which deliveries had this prescription number',
    example: rxEntryKeys('T#t').rxEntry('123456', 'delivery'),
  },
]
