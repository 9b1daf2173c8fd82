import { createUnknownRouteHandler } from '../http/answer-unknown.ts'
import { openLog } from '../http/log.ts'

/** Responds to requests that match no route. This function has no rights to the product's data. */
export const handler = createUnknownRouteHandler(openLog(process.env.LOG_LEVEL))
