import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Entry } from '#shared/api/contract.ts'
import { isId } from '#shared/model/fields.ts'
import { type About, aboutOrganisation, findSubject } from '../data/subjects.ts'
import { AppError } from './app-error.ts'
import type { Caller } from './operation.ts'
import { doerOf, openRecorder } from './recorder.ts'
import type { Services } from './services.ts'

interface Tried {
  entry: Entry
  event: APIGatewayProxyEventV2
  caller: Caller
  services: Services
}

/**
 * Runs a call, and leaves an event when it is refused something that is there: by a 403, or by a 404 that hides it. The refusal waits
 * for the event like any other answer.
 */
export async function recordDenial<T>(tried: Tried, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const about = error instanceof AppError ? await deniedThing(error, tried) : undefined
    if (about) await leaveEvent(about, tried)
    throw error
  }
}

/** What a call was refused; undefined for other errors, and where nothing lies under the id that it named. */
function deniedThing({ code, hides }: AppError, { entry, event, caller, services }: Tried) {
  if (hides) return hides
  if (code !== 'forbidden') return undefined
  if (!entry.subject) return aboutOrganisation(caller.tenant)
  const id = event.pathParameters?.id?.toLowerCase() ?? ''
  return isId(id) ? findSubject(services.table, caller.keys, { type: entry.subject, id }) : undefined
}

function leaveEvent(about: About, { event, caller, services }: Tried) {
  const action = 'access.denied'
  const { requestId } = event.requestContext
  const doer = doerOf(caller.user)
  const recorder = openRecorder(services, doer, { event: action, place: caller.address, requestId })
  return recorder.record({ action, ...about, query: { call: event.routeKey } })
}
