import { addressKey, stopKey } from '#shared/rules/stops.ts'
import { dayLowerBound, dayUpperBound } from '../data/entities/delivery.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { type RecipientNoticeTask, type RecipientTask, recipientNoticeTaskWrite } from '../mail/recipient-tasks.ts'
import { notifyDoor } from './notify-door.ts'
import { planNoticesOfDay } from './plan-day.ts'
import { findUpcomingStop, storeRunProgress } from './upcoming-stop.ts'

/** Carries out a task about recipients and removes it from the outbox. A repeat is harmless. */
async function carryOutRecipientTask(services: Services, mail: RecipientTask): Promise<void> {
  const tenant = await services.table.get(keysOf(mail.tenant_id).tenant)
  if (!tenant || tenant.recipient_notices === 'off') return services.table.write(remove(unscopedKeys.mail(mail)))
  if (mail.kind === 'planning') return planNoticesOfDay(services, mail, tenant)
  if (mail.cause === 'ended') return spread(services, mail)
  return notifyDoor(services, mail, tenant)
}

/**
 * Replaces the task for the end of a stop by one task for the delivery's own door and one for each door of the run's next stop, in
 * a single transaction, so that no one is notified twice.
 */
async function spread(services: Services, mail: RecipientNoticeTask): Promise<void> {
  const { tenant_id, delivery_id } = mail
  const now = services.now()
  const next = await findNextStopDeliveryIds(services, tenant_id, delivery_id)
  const writes: Write[] = next.map((id) =>
    recipientNoticeTaskWrite(services, { tenant_id, cause: 'next', delivery_id: id }, now),
  )
  await services.table.write(
    remove(unscopedKeys.mail(mail), { exists: true, refused: () => new OvertakenError() }),
    recipientNoticeTaskWrite(services, { tenant_id, cause: 'done', delivery_id }, now),
    ...writes,
  )
}

/** How the worker carries out the items of the outbox that are about recipients. */
export const recipientTasks = { recipient: carryOutRecipientTask, planning: carryOutRecipientTask }

/** The most doors of a stop for which tasks are written. The tasks must fit into one transaction. */
const mostDoors = 80

/**
 * Finds the stop that becomes the next one of a run because a delivery is no longer on its way. Returns the id of one delivery for
 * each door there. Returns an empty list if nothing else is on its way, or if the delivery's own stop still has packages out,
 * because their recipients have already been told that they are next. Also stores the run's progress.
 */
async function findNextStopDeliveryIds(services: Services, tenantId: string, deliveryId: string): Promise<string[]> {
  const { table } = services
  const keys = keysOf(tenantId)
  const ended = await table.get(keys.delivery(deliveryId))
  if (!ended?.pharmacist_id) return []
  const found = await findUpcomingStop(services, tenantId, ended)
  await storeRunProgress(services, tenantId, ended, found)
  const { first } = found
  if (!first || stopKey(first) === stopKey(ended)) return []
  const rows = await table.queryAll(keys.ofPharmacist(ended.pharmacist_id, 'in_progress'), {
    from: dayLowerBound(ended.delivery_date),
    to: dayUpperBound(ended.delivery_date),
  })
  const there = rows.filter((row) => stopKey(row) === stopKey(first))
  const doors = new Map([first, ...there].map((item) => [`${item.patient_id}\n${addressKey(item)}`, item.id]))
  return [...doors.values()].slice(0, mostDoors)
}
