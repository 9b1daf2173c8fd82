import type { StoredDelivery } from '../data/entities/delivery.ts'

/** Clocks of two machines may differ by so much. */
const toleranceMs = 5 * 60_000

export const impossibleTime = 'Check the date and time of this device'

/** Whether a device's clock can have shown `sent` between a delivery's start and now. */
export function isPossible(sent: string, { started_at, created_at }: StoredDelivery, now: Date): boolean {
  const [at, start] = [Date.parse(sent), Date.parse(started_at ?? created_at)]
  return at <= now.getTime() + toleranceMs && at >= start - toleranceMs
}

/** The device's time in UTC; null where it sent none, or one that its clock cannot have shown. */
export const possibleTime = (sent: string | null | undefined, delivery: StoredDelivery, now: Date): string | null =>
  sent && isPossible(sent, delivery, now) ? new Date(sent).toISOString() : null
