import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'
import { type HitOrderFields, searchSortKey } from './delivery.ts'

/** Lists a delivery among those of its driver, under a value by which the driver can search for it. */
export interface DriverSearchEntry {
  delivery_id: string
}

const driverSearchEntryKind = flatKind<DriverSearchEntry>('driver search entry')

export function driverSearchEntryKeys(tenant: string) {
  const ownPk = (person: string, what: 'NAMES' | 'RX') => `${tenant}#OWN#${person}#${what}`
  return {
    /**
     * A driver's deliveries, sorted by patient name. Each delivery is listed several times, with each of the first six words of the
     * name in front once: `eva novak` and `novak eva`.
     */
    ownNames: (person: string): Partition<DriverSearchEntry> => ({
      pk: ownPk(person, 'NAMES'),
      kind: driverSearchEntryKind,
    }),
    ownNameEntry: (person: string, name: string, delivery: HitOrderFields) =>
      keyAt<DriverSearchEntry>(driverSearchEntryKind, ownPk(person, 'NAMES'), `${name}#${searchSortKey(delivery)}`),
    /** A driver's deliveries, sorted by prescription number. */
    ownRx: (person: string): Partition<DriverSearchEntry> => ({ pk: ownPk(person, 'RX'), kind: driverSearchEntryKind }),
    ownRxEntry: (person: string, rx: string, deliveryId: string) =>
      keyAt<DriverSearchEntry>(driverSearchEntryKind, ownPk(person, 'RX'), `${rx}#${deliveryId}`),
  }
}

/** Splits a sort key into the patient's name and the part that sorts search hits. */
export function splitDriverNameKey(sortKey: string): { name: string; hitKey: string } {
  const parts = sortKey.split('#')
  return { name: parts.slice(0, -4).join('#'), hitKey: parts.slice(-4).join('#') }
}

export function driverEntryAccessPatterns(): AccessPattern[] {
  const example = driverSearchEntryKeys('T#t')
  return [
    {
      question: 'which of a driver’s deliveries are for a patient named … (from each word of the name on)',
      example: example.ownNameEntry('person', 'name', {
        status: 'assigned',
        delivery_date: '2026-11-22',
        time_range: '09:00',
        id: 'delivery',
      }),
    },
    {
      question: 'which of a driver’s deliveries had this prescription number',
      example: example.ownRxEntry('person', '123456', 'delivery'),
    },
  ]
}
