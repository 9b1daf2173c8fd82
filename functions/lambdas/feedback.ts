import { openServices } from '../http/services.ts'
import { recordFeedback } from '../mail/record-feedback.ts'

const services = openServices(process.env)

/** Called by EventBridge with what SES says of mails that it has sent. */
export const handler = (event: unknown): Promise<void> => recordFeedback(services, event)
