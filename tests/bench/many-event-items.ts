import type { StoredEvent } from '#functions/data/entities/event.ts'
import type { StoredUser } from '#functions/data/entities/user.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import type { ActivityAction } from '#shared/model/activity.ts'
import { type Item, itemOf } from '#tests/support/item-of.ts'

/** The actions of a hundred events. Most of them only read something. */
const mix: readonly ActivityAction[] = [
  ...Array<ActivityAction>(50).fill('delivery.read'),
  ...Array<ActivityAction>(20).fill('delivery.listed'),
  ...Array<ActivityAction>(10).fill('delivery.status_changed'),
  ...Array<ActivityAction>(8).fill('patient.read'),
  ...Array<ActivityAction>(6).fill('delivery.edited'),
  ...Array<ActivityAction>(5).fill('delivery.created'),
  'access.denied',
]

interface Many {
  tenantId: string
  count: number
  now: Date
  staff: readonly StoredUser[]
}

const idOf = (kind: string, i: number) => `${i.toString(16).padStart(8, '0')}-0000-4000-${kind}000-000000000000`

/**
 * The ids of the subject and of the patient of event i: a subject has a hundred events and a patient a thousand, whatever the size
 * of the tenant.
 */
export const subjectIdOf = (i: number) => idOf('8', Math.floor(i / 100))
export const patientIdOf = (i: number) => idOf('9', Math.floor(i / 1000))

/**
 * Generates the activity of an organisation: `count` events over at most six years, the newest one second old. They are generated
 * one by one.
 */
export function* manyEventItems({ tenantId, count, now, staff }: Many): Generator<Item, undefined> {
  const keys = keysOf(tenantId)
  const apartMs = Math.floor((2000 * 86_400_000) / Math.max(count, 200_000))
  for (let i = 0; i < count; i++) {
    const person = staff[(i * 7) % staff.length]
    const event: StoredEvent = {
      id: idOf('a', i),
      at: new Date(now.getTime() - 1000 - i * apartMs).toISOString(),
      actor: { id: person?.id ?? null, name: person?.full_name ?? 'System', email: person?.email ?? null },
      action: mix[(i * 37) % mix.length] ?? 'delivery.read',
      subject: { type: 'delivery', id: subjectIdOf(i), label: 'Grace Hopper, 2026-11-22' },
      patient_id: patientIdOf(i),
      place: '192.0.2.1',
      request_id: idOf('b', i),
    }
    yield itemOf(put(keys.event(subjectIdOf(i), event.at, event.id), event))
  }
}
