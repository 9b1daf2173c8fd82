import * as z from 'zod/mini'
import type { LookedAt } from '#shared/api/contract.ts'
import { isLook } from '#shared/model/activity.ts'
import { lazy } from '#shared/model/lazy.ts'
import type { StoredEvent } from '../data/entities/event.ts'
import type { About } from '../data/subjects.ts'
import { seal, unseal } from '../security/sealing.ts'
import type { Caller } from './operation.ts'
import type { Services } from './services.ts'

/** So long a look counts as still going on. */
const lookMs = 600_000

const openLookShape = lazy(() =>
  z.object({ type: z.string(), id: z.string(), patient_id: z.nullable(z.string()), until: z.number() }),
)

/** A look that has just left its event: what belongs to the same opening of a page leaves no second one. */
export type OpenLook = z.output<ReturnType<typeof openLookShape>>

const ownerOf = ({ tenant, user, sessionId }: Caller) => `look#${tenant.id}#${user.id}#${sessionId}`

/** What the caller sends with the calls that belong to this look. Nobody else can make one, or use it. */
export function sealLook({ subject, patient_id }: About, caller: Caller, { keys, now }: Services): Promise<string> {
  const look: OpenLook = { type: subject.type, id: subject.id ?? '', patient_id, until: now().getTime() + lookMs }
  return seal(keys, JSON.stringify(look), ownerOf(caller))
}

/** The look that a call says it belongs to. Undefined for one that is over or that we did not seal: the call then leaves its own. */
export async function readLook(
  header: string | undefined,
  caller: Caller,
  { keys, now }: Services,
): Promise<OpenLook | undefined> {
  if (!header) return undefined
  try {
    const look = openLookShape().parse(JSON.parse(await unseal(keys, header, ownerOf(caller))))
    return now().getTime() < look.until ? look : undefined
  } catch {
    return undefined
  }
}

interface Shown extends About, Pick<StoredEvent, 'action'> {
  /** The thing whose looks are shown, where the event is about the organisation. */
  looksAt?: string | undefined
}

/** Whether what is shown is of the thing that was opened, of its patient or, where a patient was opened, of that patient's things. */
export function belongsTo(look: OpenLook, withinLook: readonly LookedAt[], shown: Shown): boolean {
  const { action, subject, patient_id, looksAt } = shown
  if (!isLook(action) || !withinLook.some((type) => type === look.type)) return false
  if (look.id === subject.id || look.id === looksAt) return true
  return look.type === 'patient'
    ? look.id === patient_id && action !== 'activity.listed'
    : look.patient_id === subject.id
}
