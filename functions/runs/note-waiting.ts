import type { StoredRun } from '../data/entities/run.ts'
import { update } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import type { FoundRun } from './find-run.ts'

/** While something waits on a driver's phone, the time of the last call is stored at most this often. */
const oftenMs = 60_000

/**
 * Stores how much waits on the driver's phone to be sent, and when the phone was last heard from. While nothing waits, nothing is
 * stored, so that an ordinary day costs no writes. Returns the run's item as it is then.
 */
export async function noteWaiting(
  { item, date, person }: FoundRun,
  caller: Caller,
  { table, now }: Services,
): Promise<StoredRun> {
  const { waiting = 0 } = caller
  const { waiting: known = 0, last_heard_at } = item
  const isKnown = waiting === known && (waiting === 0 || now().getTime() - Date.parse(last_heard_at ?? '') < oftenMs)
  if (caller.apiKey || person.id !== caller.user.id || isKnown) return item
  const heard = { waiting, last_heard_at: now().toISOString() }
  const key = caller.keys.run(date, person.id)
  if (waiting === 0) {
    await table.write(update(key, { remove: ['waiting', 'last_heard_at'] }))
    const { waiting: _, last_heard_at: __, ...rest } = item
    return rest
  }
  await table.write(update(key, { set: heard }))
  return { ...item, ...heard }
}
