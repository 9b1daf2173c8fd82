import type { recordAttempt } from '#shared/api/attempts.ts'
import type { completeDelivery } from '#shared/api/deliveries.ts'
import { endedSessionHeader } from '#shared/api/ended-session-header.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { call } from '../../../lib/api/call.ts'
import { CallError } from '../../../lib/api/call-error.ts'
import { buildPhotoForm, ifMatchHeader, type PhotoFormInput } from '../../photo/photo-form.ts'

interface Sending extends PhotoFormInput {
  idempotencyKey: string
  /** The last access token of the session in which it was signed, if that session has ended since. */
  endedSession?: string | undefined
}

/**
 * Completes a delivery, or records a failed attempt, with its photo. What was signed in a session that was ended since is sent for
 * that session, so that the record says so. If the server does not accept that, it is sent for the present session. A repeat with
 * the same idempotency key after a lost response does not record it twice.
 */
export async function sendWithPhoto(
  entry: typeof completeDelivery | typeof recordAttempt,
  { idempotencyKey, endedSession, ...sending }: Sending,
): Promise<Delivery> {
  const { form, version } = await buildPhotoForm(sending)
  sending.control?.signal?.throwIfAborted()
  const post = async (more: Record<string, string> = {}) =>
    (
      await call(entry, {
        params: { id: sending.delivery.id },
        form,
        headers: { 'idempotency-key': idempotencyKey, ...ifMatchHeader(version), ...more },
        ...(sending.control && { control: sending.control }),
      })
    ).body
  if (endedSession === undefined) return post()
  try {
    return await post({ [endedSessionHeader]: endedSession })
  } catch (error) {
    // For example, the session expired by itself, or ended more than a day ago.
    if (error instanceof CallError && (error.status === 401 || error.status === 403)) return post()
    throw error
  }
}
