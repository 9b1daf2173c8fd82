import { openServices } from '../http/services.ts'
import { recordFeedback } from '../mail/record-feedback.ts'

const services = openServices(process.env)

/** Handles SES's feedback on sent mails, with which EventBridge calls this function. */
export const handler = (event: unknown): Promise<void> => recordFeedback(services, event)
