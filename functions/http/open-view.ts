import * as z from 'zod/mini'
import type { LookSubject } from '#shared/api/contract.ts'
import type { EventSubject } from '#shared/model/activity.ts'
import { isLookAction } from '#shared/model/activity.ts'
import { lazy } from '#shared/model/lazy.ts'
import type { StoredEvent } from '../data/entities/event.ts'
import { decryptText, encryptText } from '../security/encrypt-text.ts'
import type { Caller } from './operation.ts'
import type { Services } from './services.ts'

/** For how many milliseconds after a page was opened the page's other reads count as the same view. */
const viewMs = 600_000

const openViewShape = lazy(() =>
  z.object({ type: z.string(), id: z.string(), patient_id: z.nullable(z.string()), until: z.number() }),
)

/**
 * A view is one opening of a page. Its first read records an event; the page's other reads name the view and record no further
 * event.
 */
export type OpenView = z.output<ReturnType<typeof openViewShape>>

const ownerOf = ({ tenant, user, sessionId }: Caller) => `look#${tenant.id}#${user.id}#${sessionId}`

/**
 * Encrypts a view, so that the caller can send it with the other requests of the page. The view cannot be forged, and is useless to
 * any other caller or session.
 */
export function encryptView(
  { subject, patient_id }: EventSubject,
  caller: Caller,
  { keys, now }: Services,
): Promise<string> {
  const view: OpenView = { type: subject.type, id: subject.id ?? '', patient_id, until: now().getTime() + viewMs }
  return encryptText(keys, JSON.stringify(view), ownerOf(caller))
}

/**
 * Reads the view that a request names. Returns undefined if the view is missing, expired or forged; the request then records an
 * event of its own.
 */
export async function readView(
  header: string | undefined,
  caller: Caller,
  { keys, now }: Services,
): Promise<OpenView | undefined> {
  if (!header) return undefined
  try {
    const view = openViewShape().parse(JSON.parse(await decryptText(keys, header, ownerOf(caller))))
    return now().getTime() < view.until ? view : undefined
  } catch {
    return undefined
  }
}

interface Shown extends EventSubject, Pick<StoredEvent, 'action'> {
  /** The id of an object, if the list of the looks at it is shown. The event itself is then about the organisation. */
  looksAt?: string | undefined
}

/**
 * Returns true if the shown data is part of a view that the call accepts, so that showing it needs no event of its own. Such data
 * belongs to the opened object or to that object's patient. If a patient was opened, data of the patient's objects, such as
 * deliveries, is part of the view too, except the activity log of these objects.
 */
export function isPartOfView(view: OpenView, withinLook: readonly LookSubject[], shown: Shown): boolean {
  const { action, subject, patient_id, looksAt } = shown
  if (!isLookAction(action) || !withinLook.some((type) => type === view.type)) return false
  if (view.id === subject.id || view.id === looksAt) return true
  return view.type === 'patient'
    ? view.id === patient_id && action !== 'activity.listed'
    : view.patient_id === subject.id
}
