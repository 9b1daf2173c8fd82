import { takeDeliveriesBack } from '../deliveries/take-deliveries-back.ts'
import { startDueExports } from '../exports/start-due-exports.ts'
import { openServices } from '../http/services.ts'
import { sendDueMails } from '../mail/send-due-mails.ts'
import { tellRecipients } from '../recipients/tell-recipients.ts'

const services = openServices(process.env)

/** Called by a schedule every minute, and whenever there is new work. Nobody waits for its start. */
export async function handler(): Promise<void> {
  await Promise.all([sendDueMails(services, tellRecipients), takeDeliveriesBack(services), startDueExports(services)])
}
