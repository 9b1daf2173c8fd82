import { addDays, dayIn } from '#shared/rules/dates.ts'
import { shouldGetNotices } from '#shared/rules/doors.ts'
import { nextNonQuietTime } from '#shared/rules/notices.ts'
import { addressKey } from '#shared/rules/stops.ts'
import { dayLowerBound, dayUpperBound } from '../data/entities/delivery.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { sortKeyAfter } from '../data/sort-keys.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { mailWrite } from '../mail/outbox.ts'
import type { PlanningTask } from '../mail/recipient-tasks.ts'
import { newPlanningTask, recipientNoticeTaskWrite } from '../mail/recipient-tasks.ts'

/** How many deliveries one step handles. All writes of a step, including its progress, must fit into one transaction. */
const pageSize = 80

const planned = ['pending', 'unassigned', 'assigned'] as const

/**
 * Carries out one step of planning a day's notices. A step writes tasks for the notices about some of the day's deliveries, and a
 * task for the next step, which continues with the rest of the day or with the next day. If a step is cut off, it is repeated, but
 * takes effect only once.
 */
export async function planNoticesOfDay(services: Services, task: PlanningTask, tenant: StoredTenant): Promise<void> {
  const { table } = services
  const now = services.now()
  const today = dayIn(tenant.time_zone, now)
  const { date, after } = task
  const keys = keysOf(tenant.id)
  const taken = remove(unscopedKeys.mail(task), { exists: true, refused: () => new OvertakenError() })
  const nextDay = newPlanningTask(tenant, addDays(date > today ? date : today, 1), now)
  if (date < today) return table.write(taken, mailWrite(nextDay))

  const at = after ? planned.indexOf(after.status) : 0
  const status = planned[at] ?? 'pending'
  const { items, sortKeys, more } = await table.query(keys.ofStatus(status), {
    from: after ? sortKeyAfter(after.row) : dayLowerBound(date),
    to: dayUpperBound(date),
    limit: pageSize,
  })
  const doors = new Map(items.map((row) => [`${row.patient_id}\n${addressKey(row)}`, row]))
  const ids = [...new Set([...doors.values()].map(({ patient_id }) => patient_id))]
  const patients = ids.length > 0 ? await table.getAll(ids.map(keys.patient)) : []
  const notified = new Set(
    patients.flatMap((patient) => (patient && shouldGetNotices(patient, tenant) ? [patient.id] : [])),
  )
  const last = sortKeys.at(-1)
  const following = planned[at + 1]
  const rest: PlanningTask | undefined =
    more && last !== undefined
      ? { ...task, due_at: now.toISOString(), after: { status, row: last } }
      : following && { ...task, due_at: now.toISOString(), after: { status: following, row: dayLowerBound(date) } }
  await table.write(
    taken,
    mailWrite(rest ?? nextDay),
    ...[...doors.values()]
      .filter(({ patient_id }) => notified.has(patient_id))
      .map(({ id }) =>
        recipientNoticeTaskWrite(
          services,
          { tenant_id: tenant.id, cause: 'planned', delivery_id: id },
          nextNonQuietTime(tenant, now),
        ),
      ),
  )
}
