import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** Lists a delivery under the day on which it was delivered, in the time zone that the organisation had on that day. */
export interface DeliveredEntry {
  delivery_id: string
  day: string
  completed_at: string
}

const deliveredEntryKind = flatKind<DeliveredEntry>('delivered')

/** Returns the month of a day: `2026-11` for `2026-11-22`. */
export const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length)

export function deliveredEntryKeys(tenant: string) {
  const donePk = (month: string) => `${tenant}#DONE#${month}`
  return {
    delivered: (month: string): Partition<DeliveredEntry> => ({ pk: donePk(month), kind: deliveredEntryKind }),
    deliveredEntry: ({ day, completed_at, delivery_id }: DeliveredEntry) =>
      keyAt<DeliveredEntry>(deliveredEntryKind, donePk(monthOf(day)), `${day}#${completed_at}#${delivery_id}`),
  }
}

export const deliveredEntryAccessPatterns = (): AccessPattern[] => [
  {
    question: 'what was delivered on these days',
    example: deliveredEntryKeys('T#t').deliveredEntry({
      day: '2026-11-22',
      completed_at: 'time',
      delivery_id: 'delivery',
    }),
  },
]
