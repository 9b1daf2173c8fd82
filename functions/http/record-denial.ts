import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Entry } from '#shared/api/contract.ts'
import type { EventSubject } from '#shared/model/activity.ts'
import { isId } from '#shared/model/fields.ts'
import { isCalendarDate } from '#shared/rules/dates.ts'
import { aboutOrganisation, aboutRun, findSubject } from '../data/subjects.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from './operation.ts'
import { actorOf, openEventRecorder } from './recorder.ts'
import type { Services } from './services.ts'

interface Tried {
  entry: Entry
  event: APIGatewayProxyEventV2
  caller: Caller
  services: Services
}

/**
 * Runs a call, and records an event if the call is denied access to an existing object. That is either a 403 with the code
 * `forbidden`, or a 404 or 422 that hides the object. The response is sent only after the event is stored.
 */
export async function runRecordingDenial<T>(tried: Tried, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const about = error instanceof AppError ? await deniedThing(error, tried) : undefined
    if (about) await leaveEvent(about, tried)
    throw error
  }
}

/**
 * Returns the object to which access was denied, which is the organisation if the call is about no single object. Returns undefined
 * for an error that is no denial, and if no object has the requested id.
 */
function deniedThing({ code, hides }: AppError, { entry, event, caller, services }: Tried) {
  if (hides) return hides
  if (code !== 'forbidden') return undefined
  if (!entry.subject) return aboutOrganisation(caller.tenant)
  if (entry.subject === 'Run') return deniedRun(event, caller, services)
  const id = event.pathParameters?.id?.toLowerCase() ?? ''
  return isId(id) ? findSubject(services.table, caller.keys, { type: entry.subject, id }) : undefined
}

/**
 * Returns the run to which access was denied. A run needs no item to exist: every member of the organisation has one on every day.
 * So this only looks for the person.
 */
async function deniedRun({ pathParameters }: APIGatewayProxyEventV2, { keys }: Caller, { table }: Services) {
  const { date = '', user_id = '' } = pathParameters ?? {}
  const id = user_id.toLowerCase()
  const person = isId(id) && isCalendarDate(date) ? await table.get(keys.user(id)) : undefined
  return person && aboutRun(date, person)
}

function leaveEvent(about: EventSubject, { event, caller, services }: Tried) {
  const { requestId } = event.requestContext
  const options = { event: 'none', place: caller.address, requestId, call: event.routeKey } as const
  return openEventRecorder(services, actorOf(caller.user), options).deny(about)
}
