import * as z from 'zod/mini'
import type { LookSubject } from '#shared/api/contract.ts'
import type { EventSubject } from '#shared/model/activity.ts'
import { isLookAction } from '#shared/model/activity.ts'
import { lazy } from '#shared/model/lazy.ts'
import type { StoredEvent } from '../data/entities/event.ts'
import { decryptText, encryptText } from '../security/sealing.ts'
import type { Caller } from './operation.ts'
import type { Services } from './services.ts'

/** For how many milliseconds after a page was opened the page's other reads count as the same look. */
const lookMs = 600_000

const openLookShape = lazy(() =>
  z.object({ type: z.string(), id: z.string(), patient_id: z.nullable(z.string()), until: z.number() }),
)

/**
 * A look is one opening of a page. Its first read records an event; the page's other reads name the look and record no further
 * event.
 */
export type OpenLook = z.output<ReturnType<typeof openLookShape>>

const ownerOf = ({ tenant, user, sessionId }: Caller) => `look#${tenant.id}#${user.id}#${sessionId}`

/**
 * Encrypts a look, so that the caller can send it with the other requests of the page. The look cannot be forged, and is useless to
 * any other caller or session.
 */
export function sealLook(
  { subject, patient_id }: EventSubject,
  caller: Caller,
  { keys, now }: Services,
): Promise<string> {
  const look: OpenLook = { type: subject.type, id: subject.id ?? '', patient_id, until: now().getTime() + lookMs }
  return encryptText(keys, JSON.stringify(look), ownerOf(caller))
}

/**
 * Reads the look that a request names. Returns undefined if the look is missing, expired or forged; the request then records an
 * event of its own.
 */
export async function readLook(
  header: string | undefined,
  caller: Caller,
  { keys, now }: Services,
): Promise<OpenLook | undefined> {
  if (!header) return undefined
  try {
    const look = openLookShape().parse(JSON.parse(await decryptText(keys, header, ownerOf(caller))))
    return now().getTime() < look.until ? look : undefined
  } catch {
    return undefined
  }
}

interface Shown extends EventSubject, Pick<StoredEvent, 'action'> {
  /** The id of an object, if the list of the looks at it is shown. The event itself is then about the organisation. */
  looksAt?: string | undefined
}

/**
 * Returns true if the shown data is part of a look that the call accepts, so that showing it needs no event of its own. Such data
 * belongs to the opened object or to that object's patient. If a patient was opened, data of the patient's objects, such as
 * deliveries, is part of the look too, except the activity log of these objects.
 */
export function isPartOfLook(look: OpenLook, withinLook: readonly LookSubject[], shown: Shown): boolean {
  const { action, subject, patient_id, looksAt } = shown
  if (!isLookAction(action) || !withinLook.some((type) => type === look.type)) return false
  if (look.id === subject.id || look.id === looksAt) return true
  return look.type === 'patient'
    ? look.id === patient_id && action !== 'activity.listed'
    : look.patient_id === subject.id
}
