import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { addDays } from '#shared/rules/dates.ts'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'

export interface PlannedDelivery {
  date: string
  slot: string
  status: DeliveryStatus
}

/**
 * Returns a function that gives random numbers from 0 to less than 1, the same ones for the same seed, so that every demo looks
 * alike.
 */
export function createSeededRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const todayStatuses: readonly DeliveryStatus[] = [
  'delivered',
  'delivered',
  'delivered',
  'in_progress',
  'in_progress',
  'assigned',
  'assigned',
  'assigned',
  'unassigned',
  'unassigned',
  'pending',
  'cancelled',
  'failed',
]

const comingStatuses: readonly DeliveryStatus[] = ['assigned', 'assigned', 'unassigned', 'assigned', 'pending']

/** Plans the deliveries of the past three weeks, of today and of the next five days. */
export function planDemoDeliveries(today: string): PlannedDelivery[] {
  const random = createSeededRandom(7)
  const plan: PlannedDelivery[] = []
  const add = (date: string, status: DeliveryStatus) => {
    const slot = defaultTimeRanges[Math.floor(random() * defaultTimeRanges.length)]?.value ?? '09:00-12:00'
    plan.push({ date, slot, status })
  }
  for (let back = 21; back > 0; back--) {
    for (let i = 0; i < 3 + (back % 3); i++) {
      const luck = random()
      add(addDays(today, -back), luck < 0.88 ? 'delivered' : luck < 0.95 ? 'cancelled' : 'failed')
    }
  }
  for (const status of todayStatuses) add(today, status)
  for (let ahead = 1; ahead <= 5; ahead++)
    for (let i = 0; i < 3; i++)
      add(addDays(today, ahead), comingStatuses[(ahead + i) % comingStatuses.length] ?? 'assigned')
  return plan
}
