import { openServices } from '../http/services.ts'
import { sendDueMails } from './send-due-mails.ts'

const services = openServices(process.env)

/** Called by a schedule, every minute: nobody waits for its start. */
export const handler = (): Promise<void> => sendDueMails(services)
