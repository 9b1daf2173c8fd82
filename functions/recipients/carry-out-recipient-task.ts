import { OvertakenError } from '../data/overtaken.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import type { RecipientNoticeTask, RecipientTask } from '../mail/recipient-tasks.ts'
import { recipientNoticeTaskWrite } from '../mail/recipient-tasks.ts'
import { findNextStopDeliveryIds } from './find-next-stop-delivery-ids.ts'
import { notifyDoor } from './notify-door.ts'
import { planNoticesOfDay } from './plan-day.ts'

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
 * a single transaction, so that nobody is notified twice.
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
