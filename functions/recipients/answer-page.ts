import { limitCountName } from '#shared/api/contract.ts'
import { readTracking } from '#shared/api/tracking.ts'
import { runOutsideTenants } from '../data/scope.ts'
import { toAppError } from '../failures/temporary-failures.ts'
import { statusOf, withCommonHeaders } from '../http/answers.ts'
import { clientNetwork } from '../http/client-network.ts'
import { compressAnswer } from '../http/compress-answer.ts'
import type { Handler } from '../http/handler.ts'
import type { Services } from '../http/services.ts'
import { countAttemptsOrRefuse, tooManyRequestsText } from '../security/throttle.ts'
import { findDoor } from './find-door.ts'
import { recipientPageHeaders } from './page-parts.ts'
import { presentDoor } from './present-door.ts'
import { renderPlainPage, renderTrackingPage } from './render-page.ts'

/**
 * Serves the page that a recipient's link opens, and leads to it from the address that ends the updates by POST. Requests for the page count towards the same limit as the page's API calls. A
 * refused request also gets a page.
 */
export const createRecipientPageHandler =
  (services: Services): Handler =>
  async (event) => {
    const { requestId } = event.requestContext
    const started = performance.now()
    const page = await runOutsideTenants(() => pageOf(event, services)).catch(refusedPage)
    const { statusCode, error } = page
    const line = { request_id: requestId, route: event.routeKey, status: statusCode }
    const timedLine = { ...line, ms: Math.round(performance.now() - started) }
    if (error) services.log.error('request', { ...timedLine, error })
    else services.log.info('request', timedLine)
    const body = event.requestContext.http.method === 'HEAD' ? '' : page.body
    const answer = { statusCode, headers: { ...recipientPageHeaders, ...page.headers }, body }
    return compressAnswer(withCommonHeaders(answer, { requestId, release: '' }), event.headers['accept-encoding'])
  }

interface PageAnswer {
  statusCode: number
  body: string
  headers?: Record<string, string>
  error?: { name: string }
}

async function pageOf(event: Parameters<Handler>[0], services: Services): Promise<PageAnswer> {
  const token = event.pathParameters?.token ?? ''
  if (event.rawPath.endsWith('/unsubscribe'))
    return { statusCode: 303, body: '', headers: { location: `/t/${encodeURIComponent(token)}` } }
  const { times, seconds } = readTracking.limit
  const allowance = { what: limitCountName(readTracking), times, seconds, detail: tooManyRequestsText }
  await countAttemptsOrRefuse(services.table, services.now(), [allowance, clientNetwork(event)])
  const found = await findDoor(services, token)
  return {
    statusCode: 200,
    body: renderTrackingPage(await presentDoor(found, services), { schedule: found.tenant, now: services.now() }),
  }
}

function refusedPage(error: unknown): PageAnswer {
  const known = toAppError(error)
  if (!known) {
    const { name } = error instanceof Error ? error : new Error()
    return { statusCode: 500, body: renderPlainPage('Internal server error'), error: { name } }
  }
  const { code, detail, retryAfterSeconds } = known
  return {
    statusCode: statusOf[code],
    body: renderPlainPage(typeof detail === 'string' ? detail : ''),
    ...(retryAfterSeconds && { headers: { 'retry-after': String(retryAfterSeconds) } }),
  }
}
