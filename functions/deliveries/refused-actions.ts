import type * as attempts from '#shared/api/attempts.ts'
import type { BodyOf } from '#shared/api/contract.ts'
import type { RefusedActionKind } from '#shared/model/refused-action.ts'
import { signatureQuality } from '#shared/rules/signature-quality.ts'
import type { StoredDelivery, StoredUnsent } from '../data/entities/delivery.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { changeAndPresentDelivery, changeDelivery } from './change-delivery.ts'
import { countForDeliveryOrRefuse } from './count-for-delivery.ts'
import { maySeeDelivery, requirePersonOrManager } from './delivery-access.ts'
import { plausibleDeviceTime } from './device-time.ts'
import { refuseActionOutsideEndedSession } from './ended-session.ts'
import type { VisibilityRule } from './read-delivery.ts'
import { storePhoto, storeSignature, storeSignatureStrokes } from './store-media.ts'

const wasDriver = ({ user }: Caller, { former_people }: StoredDelivery) => former_people?.includes(user.id) === true

/** Earlier pharmacists find the delivery here, too, because it may have been reassigned since they were at the door. */
const findsDelivery: VisibilityRule = (caller, delivery) =>
  maySeeDelivery(caller, delivery) || wasDriver(caller, delivery)

/**
 * Throws a 403 unless the caller may report that the server refused an action at the door: the delivery's driver, its earlier drivers,
 * and those who manage deliveries.
 */
function requireDriverOrManager(caller: Caller, delivery: StoredDelivery): void {
  if (!wasDriver(caller, delivery)) requirePersonOrManager(caller, delivery.pharmacist_id)
}

/** How many actions of one delivery can wait for the pharmacy. A delivery is one item of the table, whose size is limited. */
const unsentLimit = 10

/** A report that replaces another one leaves no trace, but its pictures stay. A phone hands in an action once, or a few times. */
const recordLimit = { unverified: 20, verified: 200, noun: 'records from the door' }

type Report = BodyOf<typeof attempts.reportUnsent>

interface UnsentRequest {
  body: Report
  caller: Caller
  photo: Uint8Array | undefined
}

/** Stores the pictures of a completion, and returns the rest of what was recorded with their keys. */
async function storeCompletion({ body, caller, photo }: UnsentRequest, id: string, services: Services) {
  if (body.kind !== 'completion' || !body.completion) return undefined
  const { patient_signature, signature_strokes, delivery_photo, delivery_photo_key, ...recorded } = body.completion
  const [signature, strokes, storedPhoto] = await Promise.all([
    storeSignature(patient_signature, id, caller, services),
    storeSignatureStrokes(signature_strokes, id, caller, services),
    storePhoto({ photo, dataUrl: delivery_photo, photoKey: delivery_photo_key }, id, caller, services),
  ]).catch((error: unknown) => {
    throw aboutPart('completion', error)
  })
  const isDrawn = (recorded.signature_method ?? 'drawn') === 'drawn'
  const signature_quality = isDrawn ? signatureQuality(signature_strokes ?? []) : 'good'
  return { ...recorded, ...signature, ...strokes, ...storedPhoto, signature_quality }
}

/** Stores the photo of a failed attempt, and returns the rest of what was recorded with its key. */
async function storeAttempt({ body, caller, photo }: UnsentRequest, id: string, services: Services) {
  if (!body.attempt) return undefined
  const { reason, note, delivery_photo_key: photoKey } = body.attempt
  const storedPhoto = await storePhoto({ photo, photoKey }, id, caller, services).catch((error: unknown) => {
    throw aboutPart('attempt', error)
  })
  const { photo_key, photo_sha256 } = storedPhoto
  return { reason, note, ...(photo_key && { photo_key, photo_sha256 }) }
}

/** Returns a 422 about a picture of the action with the place that the picture has in this request. Other errors stay as they are. */
function aboutPart(part: 'completion' | 'attempt', error: unknown): unknown {
  if (!(error instanceof AppError) || typeof error.detail === 'string') return error
  return new AppError(
    error.code,
    error.detail.map((problem) => ({ ...problem, loc: ['body', part, ...problem.loc.slice(1)] })),
  )
}

const hasRecord = ({ completion, attempt }: StoredUnsent) => completion !== undefined || attempt !== undefined

/** Whether a new report replaces an earlier one: both are records of the same action, or the earlier one has nothing that could be lost. */
const isReplacedBy = (next: StoredUnsent) => (action: StoredUnsent) =>
  action.kind === next.kind &&
  action.reported_by.id === next.reported_by.id &&
  (!hasRecord(action) || (hasRecord(next) && action.captured_at === next.captured_at))

/**
 * Stores an action at the door (a completion, an attempt or a return) that the server refused, for the pharmacy to decide. The response
 * says nothing about the delivery, because the caller may no longer be allowed to see it.
 */
export const reportUnsent: Operation<typeof attempts.reportUnsent> = (request, services) => {
  const { body, caller } = request
  const now = services.now()
  refuseActionOutsideEndedSession(body.captured_at, caller, now)
  const unsent_id = services.newId()
  let isCounted = false
  return changeAndPresentDelivery(request, services, {
    isFor: findsDelivery,
    async decide(delivery) {
      requireDriverOrManager(caller, delivery)
      const { started_at, ...ever } = delivery
      // A request that is decided again, because someone else wrote in between, counts once.
      if (!isCounted && (body.completion || body.attempt))
        await countForDeliveryOrRefuse(services, caller, { id: delivery.id, limit: recordLimit })
      isCounted = true
      const completion = await storeCompletion(request, delivery.id, services)
      const attempt = await storeAttempt(request, delivery.id, services)
      const action: StoredUnsent = {
        unsent_id,
        kind: body.kind,
        refusal: body.refusal,
        // The delivery may have been started again since, so any time after its creation is possible.
        captured_at: plausibleDeviceTime(body.captured_at, ever, now),
        reported_at: now.toISOString(),
        reported_by: { id: caller.user.id, full_name: caller.user.full_name },
        ...(completion && { completion }),
        ...(body.kind === 'attempt' && attempt && { attempt }),
      }
      const others = delivery.unsent?.filter((other) => !isReplacedBy(action)(other)) ?? []
      if (others.length >= unsentLimit) throw new AppError('conflict', 'Too many records wait for the pharmacy')
      const same_since_version = delivery.same_since_version ?? delivery.version
      return { action: 'delivery.unsent_reported', fields: { unsent: [...others, action], same_since_version } }
    },
    present: () => ({ unsent_id }),
  })
}

/** Removes the reports without a record. A record is accepted or discarded for itself, so that nothing signed is lost by a press. */
export const settleUnsent: Operation<typeof attempts.settleUnsent> = (request, services) =>
  changeDelivery(request, services, ({ unsent = [] }) => {
    const left = unsent.filter(hasRecord)
    return left.length < unsent.length ? { action: 'delivery.unsent_settled', fields: { unsent: left } } : undefined
  })

/** Finds an action that waits for the pharmacy. Throws a 409 if there is none, because someone else has decided about it. */
export function findUnsent({ unsent = [] }: StoredDelivery, unsentId: string) {
  const action = unsent.find(({ unsent_id }) => unsent_id === unsentId)
  if (!action) throw new AppError('conflict', 'This record was already accepted or discarded')
  return { action, others: unsent.filter((other) => other !== action) }
}

/**
 * Returns the fields that drop the caller's report of a refused action of this kind, so that no one looks into the report once the action
 * has succeeded after all. Add these fields to every write of such an action.
 */
export const unsentReportRemovalFields = (
  { unsent }: StoredDelivery,
  { user }: Caller,
  kind: RefusedActionKind,
): Partial<StoredDelivery> =>
  unsent?.length ? { unsent: unsent.filter((action) => action.kind !== kind || action.reported_by.id !== user.id) } : {}
