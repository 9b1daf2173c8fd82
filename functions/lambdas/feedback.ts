import { openServices } from '../http/services.ts'
import { recordFeedback } from '../mail/record-feedback.ts'

const services = openServices(process.env)

/** Called by EventBridge with SES's feedback on sent mails. */
export const handler = (event: unknown): Promise<void> => recordFeedback(services, event)
