import { unscopedKeys } from '../data/table-keys.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { usageDayOf } from '../security/day-quotas.ts'

interface DeliveryLimit {
  /** How many one delivery may have on a day, before and after its organisation is verified. */
  unverified: number
  verified: number
  /** What is counted. The refusal uses this name, too. */
  noun: string
}

/** Counts something that stores a picture of a delivery for good. Throws a 429 if the delivery has too many of them on this day. */
export async function countForDeliveryOrRefuse(
  { table, now }: Services,
  { tenant }: Caller,
  { id, limit }: { id: string; limit: DeliveryLimit },
): Promise<void> {
  const { noun, unverified, verified } = limit
  const { day, end } = usageDayOf(tenant, now())
  const most = tenant.verified_at === undefined ? unverified : verified
  const key = unscopedKeys.attempts(noun, JSON.stringify([tenant.id, id, day]))
  const count = await table.countTry(key, Math.floor(end.getTime() / 1000))
  if (count <= most) return
  const retryAfterSeconds = Math.max(1, Math.ceil((end.getTime() - now().getTime()) / 1000))
  throw new AppError('tooMany', `A delivery can have ${most} ${noun} a day. Try again tomorrow.`, { retryAfterSeconds })
}
