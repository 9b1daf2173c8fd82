import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'
import { type HitOrderFields, searchSortKey } from './delivery.ts'

/** Lists a delivery among those of its driver, under a value by which the driver can search for it. */
export interface OwnEntry {
  delivery_id: string
}

const ownEntryKind = flatKind<OwnEntry>('entry of a person')

export function ownEntryKeys(tenant: string) {
  const ownPk = (person: string, what: 'NAMES' | 'RX') => `${tenant}#OWN#${person}#${what}`
  return {
    /** A driver's deliveries, sorted by patient name. */
    ownNames: (person: string): Partition<OwnEntry> => ({ pk: ownPk(person, 'NAMES'), kind: ownEntryKind }),
    ownNameEntry: (person: string, name: string, delivery: HitOrderFields) =>
      keyAt<OwnEntry>(ownEntryKind, ownPk(person, 'NAMES'), `${name}#${searchSortKey(delivery)}`),
    /** A driver's deliveries, sorted by prescription number. */
    ownRx: (person: string): Partition<OwnEntry> => ({ pk: ownPk(person, 'RX'), kind: ownEntryKind }),
    ownRxEntry: (person: string, rx: string, deliveryId: string) =>
      keyAt<OwnEntry>(ownEntryKind, ownPk(person, 'RX'), `${rx}#${deliveryId}`),
  }
}

/** Splits a sort key into the patient's name and the part that sorts search hits. */
export function splitOwnNameKey(sortKey: string): { name: string; hitKey: string } {
  const parts = sortKey.split('#')
  return { name: parts.slice(0, -4).join('#'), hitKey: parts.slice(-4).join('#') }
}

export function ownEntryAccessPatterns(): AccessPattern[] {
  const example = ownEntryKeys('T#t')
  return [
    {
      question: 'which of their deliveries are for a patient who is called … (from each word of the name on)',
      example: example.ownNameEntry('person', 'name', {
        status: 'assigned',
        delivery_date: '2026-11-22',
        time_range: '09:00',
        id: 'delivery',
      }),
    },
    {
      question: 'which of their deliveries has a prescription been on',
      example: example.ownRxEntry('person', '123456', 'delivery'),
    },
  ]
}
