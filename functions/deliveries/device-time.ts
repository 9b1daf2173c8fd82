import type { StoredDelivery } from '../data/entities/delivery.ts'

/** How far a device's clock may differ from the server's. */
const toleranceMs = 5 * 60_000

export const impossibleDeviceTimeText = 'Check the date and time on this device'

/**
 * Whether the device's time lies between the last start of the delivery and now, give or take the tolerance. If no start is stored,
 * the delivery's creation counts instead.
 */
export function isPossibleDeviceTime(sent: string, { started_at, created_at }: StoredDelivery, now: Date): boolean {
  const [at, start] = [Date.parse(sent), Date.parse(started_at ?? created_at)]
  return at <= now.getTime() + toleranceMs && at >= start - toleranceMs
}

/** Returns the device's time in UTC. Null if the device sent no time or an impossible one. */
export const plausibleDeviceTime = (
  sent: string | null | undefined,
  delivery: StoredDelivery,
  now: Date,
): string | null => (sent && isPossibleDeviceTime(sent, delivery, now) ? new Date(sent).toISOString() : null)
