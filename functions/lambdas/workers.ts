import { takeDeliveriesBack } from '../deliveries/take-deliveries-back.ts'
import { startDueExports } from '../exports/start-due-exports.ts'
import { openServices } from '../http/services.ts'
import { sendDueMails } from '../mail/send-due-mails.ts'
import { tellRecipients } from '../recipients/tell-recipients.ts'

const services = openServices(process.env)

/** Runs every minute on a schedule, and whenever there is new work. No user waits for it. */
export async function handler(): Promise<void> {
  await Promise.all([sendDueMails(services, tellRecipients), takeDeliveriesBack(services), startDueExports(services)])
}
