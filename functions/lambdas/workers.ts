import { unassignDeliveries } from '../deliveries/unassign-deliveries.ts'
import { startDueExports } from '../exports/start-due-exports.ts'
import { openServices } from '../http/services.ts'
import { sendDueMails } from '../mail/send-due-mails.ts'
import { outboxTasks } from './operations/outbox-tasks.ts'

const services = openServices(process.env)

/**
 * Sends mails, takes deliveries back from people who may no longer deliver, and starts exports. Runs every minute on a schedule,
 * and whenever there is new work. No user waits for it.
 */
export async function handler(): Promise<void> {
  await Promise.all([sendDueMails(services, outboxTasks), unassignDeliveries(services), startDueExports(services)])
}
