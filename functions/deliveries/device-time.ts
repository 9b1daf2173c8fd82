import type { StoredDelivery } from '../data/entities/delivery.ts'

/** How far a device's clock may differ from the server's. */
const toleranceMs = 5 * 60_000

export const impossibleDeviceTimeText = 'Check the date and time on this device'

/** Whether the device's time lies between `from` and now, give or take the tolerance. */
function isSince(from: string, sent: string, now: Date): boolean {
  const at = Date.parse(sent)
  return at <= now.getTime() + toleranceMs && at >= Date.parse(from) - toleranceMs
}

/**
 * Whether the device's time lies between the last start of the delivery and now. If no start is stored, the delivery's creation
 * counts instead.
 */
export const isPossibleDeviceTime = (sent: string, { started_at, created_at }: StoredDelivery, now: Date) =>
  isSince(started_at ?? created_at, sent, now)

/**
 * Returns the device's time in UTC. Null if the device sent no time, or one before the delivery's creation or after now. It may lie
 * before the start that is stored, because a phone without a network sends a start when it is online again, together with what was
 * signed after it.
 */
export const plausibleDeviceTime = (
  sent: string | null | undefined,
  { created_at }: StoredDelivery,
  now: Date,
): string | null => (sent && isSince(created_at, sent, now) ? new Date(sent).toISOString() : null)
