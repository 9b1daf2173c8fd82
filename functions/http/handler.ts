import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { type Entry, limitCountName, routeKeyOf } from '#shared/api/contract.ts'
import { endedSessionHeader } from '#shared/api/ended-session-header.ts'
import { waitingHeader } from '#shared/api/waiting-header.ts'
import { runOutsideTenants } from '../data/scope.ts'
import { AppError, unknownRouteError } from '../failures/app-error.ts'
import { reasonsBesidesConditions, toAppError } from '../failures/temporary-failures.ts'
import { deviceName } from '../security/device-name.ts'
import { countAttemptsOrRefuse, tooManyRequestsText } from '../security/throttle.ts'
import { type Answer, refusalAnswer, withCommonHeaders } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { authorise } from './authorise.ts'
import { clientNetwork } from './client-network.ts'
import { compressAnswer } from './compress-answer.ts'
import { countExpensiveCallOrRefuse } from './count-expensive-call-or-refuse.ts'
import { computeEntityTag, matchesEntityTag } from './entity-tag.ts'
import { answerOnce, type RecordedResponse } from './idempotency.ts'
import { encryptView, type OpenView, readView } from './open-view.ts'
import type { ConfirmIf, ListPage, OperationsOf, RequestIdempotency, Visitor } from './operation.ts'
import { type RequestInput, readRequest, refuseLargeBody } from './read-request.ts'
import { runRecordingDenial } from './record-denial.ts'
import { type Actor, actorOf, type EventRecorder, openEventRecorder } from './recorder.ts'
import { requireConfirmation } from './require-confirmation.ts'
import type { Services } from './services.ts'

export type Handler = (event: APIGatewayProxyEventV2) => Promise<Answer>

type OperationRequest = RequestInput & {
  caller: Visitor
  idempotency: RequestIdempotency | undefined
  confirmIf: ConfirmIf | undefined
  activity: EventRecorder | ((actor: Actor) => EventRecorder) | undefined
}

/**
 * Any operation, regardless of the types of its entry. The type is taken from a method, because TypeScript compares the parameters
 * of methods in both directions and so accepts operations with narrower requests.
 */
type AnyOperation = { operate(request: OperationRequest, services: Services): unknown }['operate']

interface Served {
  entry: Entry
  operation: AnyOperation
}

/**
 * Makes the Lambda handler for an area of the contract. Every request passes through the steps of `answer` and `serve` below and,
 * unless its call is public, of `serveCaller`, in the order of the code.
 */
export function createHandler<A extends object>(
  entries: A & Record<string, Entry>,
  operations: OperationsOf<A> & Record<string, AnyOperation>,
  services: Services,
): Handler {
  const served = new Map<string, Served>()
  for (const [name, operation] of Object.entries<AnyOperation>(operations)) {
    const entry = entries[name]
    if (!entry) throw new Error(`The operation ${name} has no entry among those of its function`)
    served.set(routeKeyOf(entry), { entry, operation })
  }
  return (event) => answer(served, event, services)
}

async function answer(
  served: ReadonlyMap<string, Served>,
  event: APIGatewayProxyEventV2,
  services: Services,
): Promise<Answer> {
  const requestId = event.requestContext.requestId
  const started = performance.now()
  const trace: Trace = {}
  let result: Answer
  try {
    const visitor: Visitor = {
      address: clientNetwork(event),
      device: deviceName(event.headers['user-agent']),
      ...waitingOf(event),
    }
    const route = served.get(event.routeKey)
    if (!route) throw unknownRouteError()
    result = await runOutsideTenants(() => serve(route, event, { services, visitor, trace }))
  } catch (error) {
    result = errorAnswer(error, requestId, trace)
  }
  const ms = Math.round(performance.now() - started)
  const line = { request_id: requestId, route: event.routeKey, status: result.statusCode, ms, ...trace }
  if (trace.error) services.log.error('request', line)
  else services.log.info('request', line)
  return compressAnswer(
    withCommonHeaders(result, { requestId, release: services.release }),
    event.headers['accept-encoding'],
  )
}

/**
 * The fields of a request's log line in addition to its id, route, status and duration. They contain ids, and the name and location
 * of an error, but nothing else about a person.
 */
interface Trace {
  tenant_id?: string
  user_id?: string
  /** `reasons` are those for which a transaction was cancelled. */
  error?: { name: string; reasons?: string[]; stack: string }
}

interface Call {
  services: Services
  visitor: Visitor
  trace: Trace
}

async function serve({ entry, operation }: Served, event: APIGatewayProxyEventV2, call: Call): Promise<Answer> {
  const { services, visitor } = call
  refuseLargeBody(entry, event)
  if (entry.limit) {
    const { times, seconds } = entry.limit
    const allowance = { what: limitCountName(entry), times, seconds, detail: tooManyRequestsText }
    await countAttemptsOrRefuse(services.table, services.now(), [allowance, visitor.address])
  }
  if (entry.access !== 'public') return serveCaller({ entry, operation }, event, call)
  const activity = entry.event === 'none' ? undefined : (actor: Actor) => recorderOf(entry, event, { ...call, actor })
  const input = await readRequest(entry, event)
  const request = { ...input, caller: visitor, idempotency: undefined, confirmIf: undefined, activity }
  return toAnswer(entry, await perform(entry, () => operation(request, services), event), event)
}

const recorderOf = (
  entry: Entry,
  event: APIGatewayProxyEventV2,
  { services, visitor, actor, look }: Call & { actor: Actor; look?: OpenView | undefined },
) =>
  openEventRecorder(services, actor, {
    event: entry.event,
    place: visitor.address,
    requestId: event.requestContext.requestId,
    call: event.routeKey,
    look,
    withinLook: entry.withinLook,
    holdsLooks: Boolean(entry.conditional && event.headers['if-none-match']),
  })

/** The number in `waitingHeader`; nothing if there is none. A page has no use for an error here, so other texts are ignored. */
function waitingOf({ headers }: APIGatewayProxyEventV2): Pick<Visitor, 'waiting'> {
  const text = headers[waitingHeader] ?? ''
  return /^\d{1,4}$/.test(text) ? { waiting: Number(text) } : {}
}

async function serveCaller({ entry, operation }: Served, event: APIGatewayProxyEventV2, call: Call): Promise<Answer> {
  const { services, visitor, trace } = call
  const { authorization, [endedSessionHeader]: endedSession } = event.headers
  const { requestId } = event.requestContext
  const caller = await authenticate(services, { authorization, endedSession, visitor, entry, requestId })
  trace.tenant_id = caller.tenant.id
  trace.user_id = caller.user.id
  return runRecordingDenial({ entry, event, caller, services }, async () => {
    authorise(entry, caller, services.now())
    await countExpensiveCallOrRefuse(entry, caller, services)
    const { confirmIf, isDecided } = await requireConfirmation(entry, { caller, headers: event.headers }, services)
    const input = await readRequest(entry, event)
    const actor = actorOf(caller.user)
    const look = entry.withinLook && (await readView(event.headers['x-look'], caller, services))
    const activity = entry.event === 'none' ? undefined : recorderOf(entry, event, { ...call, actor, look })
    const operate = async (idempotency: RequestIdempotency | undefined) => {
      const outcome = await operation({ ...input, caller, idempotency, confirmIf, activity }, services)
      if (!isDecided())
        throw new Error('An answer without the decision whether the caller had to confirm their identity')
      if (activity && !activity.left()) throw new Error('An answer without the event that its entry names')
      return outcome
    }
    const performWith = (idempotency?: RequestIdempotency) => perform(entry, () => operate(idempotency), event)
    const header = entry.idempotent ? event.headers['idempotency-key'] : undefined
    if (header === undefined) {
      const answer = toAnswer(entry, await performWith(), event)
      // A 304 records no event, because one was recorded when the client first got the data.
      if (answer.statusCode === sameAnswer) return answer
      await activity?.leaveHeld()
      const [opened] = (entry.opensLook && activity?.left()) || []
      if (!opened) return answer
      return { ...answer, headers: { ...answer.headers, 'x-look': await encryptView(opened, caller, services) } }
    }
    const answered = await answerOnce(
      { services, caller, header, routeKey: event.routeKey, input, status: entry.success },
      performWith,
    )
    return toAnswer(entry, answered, event)
  })
}

interface Performed extends RecordedResponse {
  link?: string | undefined
  readTo?: string | undefined
}

async function perform(entry: Entry, operate: () => unknown, event: APIGatewayProxyEventV2): Promise<Performed> {
  const outcome = await operate()
  if (entry.success === 204) return { status: 204, text: '' }
  if (!entry.paged) return { status: entry.success, text: JSON.stringify(outcome) }
  const page = outcome as ListPage<unknown>
  return {
    status: entry.success,
    text: JSON.stringify(page.items),
    link: page.next && nextLink(event, page.next),
    readTo: page.readTo,
  }
}

/** Makes the `Link` header (RFC 8288) that leads to the rest of the same list, from the cursor on. */
function nextLink(event: APIGatewayProxyEventV2, cursor: string) {
  const query = new URLSearchParams(event.rawQueryString)
  query.set('cursor', cursor)
  return `<${event.rawPath}?${query}>; rel="next"`
}

/** The status for a client that already has the current response. */
const sameAnswer = 304

function toAnswer(
  entry: Entry,
  { status, text, link, readTo }: Performed,
  { headers }: APIGatewayProxyEventV2,
): Answer {
  const etag = entry.conditional && computeEntityTag(text, link)
  if (etag && matchesEntityTag(headers['if-none-match'], etag)) return { statusCode: sameAnswer, headers: { etag } }
  return {
    statusCode: status,
    headers: {
      ...(text && { 'content-type': 'application/json' }),
      ...(link && { link }),
      ...(readTo && { 'x-read-to': readTo }),
      ...(etag && { etag }),
      ...(entry.cacheSeconds && { 'cache-control': `public, max-age=${entry.cacheSeconds}` }),
      // For a repeated request only the text of the first response is known, so the id is taken from the text.
      ...(entry.location && { location: entry.location.replace('{id}', JSON.parse(text).id) }),
    },
    ...(text && { body: text }),
  }
}

function errorAnswer(error: unknown, requestId: string, trace: Trace): Answer {
  const cause = error instanceof Error ? error : new Error(String(error))
  const known = toAppError(cause)
  const reasons = reasonsBesidesConditions(cause)
  // An error's message may quote the request, so only its name, reasons and stack frames are logged.
  if (!(cause instanceof AppError))
    trace.error = { name: cause.name, ...(reasons.length > 0 && { reasons }), stack: framesOf(cause) }
  if (known) return refusalAnswer(known)
  return {
    statusCode: 500,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ detail: 'Internal server error', request_id: requestId }),
  }
}

const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n')
