import { unassignDeliveries } from '../deliveries/unassign-deliveries.ts'
import { startDueExports } from '../exports/start-due-exports.ts'
import { openServices } from '../http/services.ts'
import { sendDueMails } from '../mail/send-due-mails.ts'
import { recipientTasks } from '../recipients/carry-out-recipient-task.ts'

const services = openServices(process.env)

/**
 * Sends mails, takes deliveries back from people who may no longer deliver, and starts exports. Runs every minute on a schedule,
 * and whenever there is new work. No user waits for it.
 */
export async function handler(): Promise<void> {
  await Promise.all([sendDueMails(services, recipientTasks), unassignDeliveries(services), startDueExports(services)])
}
