import { isRecipientPageRoute } from '#shared/api/recipient-page-path.ts'
import * as tracking from '#shared/api/tracking.ts'
import { createHandler, type Handler } from '../http/handler.ts'
import { openServices } from '../http/services.ts'
import { createRecipientPageHandler } from '../recipients/answer-page.ts'
import { recipientOperations } from './operations/recipients.ts'

const services = openServices(process.env)
const page = createRecipientPageHandler(services)
const calls = createHandler(tracking, recipientOperations, services)

export const handler: Handler = (event) => (isRecipientPageRoute(event.routeKey) ? page(event) : calls(event))
