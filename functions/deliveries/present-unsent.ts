import type { RefusedAction } from '#shared/model/refused-action.ts'
import type { StoredUnsent } from '../data/entities/delivery.ts'
import type { MediaBucket } from '../files/media.ts'

/** Converts an action that was handed to the pharmacy to the form that responses have, without the URLs of its pictures. */
export function presentUnsent({ completion, attempt, unsent_id = '', ...report }: StoredUnsent): RefusedAction {
  const isRecorded = completion !== undefined || attempt !== undefined
  return {
    unsent_id,
    kind: report.kind,
    refusal: report.refusal,
    captured_at: report.captured_at,
    reported_at: report.reported_at,
    reported_by: report.reported_by,
    record: isRecorded
      ? {
          signer_name: completion?.signer_name || null,
          signer_relationship: completion?.signer_relationship ?? null,
          photo_id: completion?.photo_id
            ? { checked: completion.photo_id.checked, kind: completion.photo_id.kind ?? null }
            : null,
          hipaa_form_outcome: completion?.hipaa_form_outcome ?? (completion?.hipaa_form_received ? 'given' : null),
          hipaa_form_reason: completion?.hipaa_form_reason || null,
          counseling_outcome: completion?.counseling_outcome ?? (completion?.counseling_received ? 'accepted' : null),
          signature_method: completion ? (completion.signature_method ?? 'drawn') : null,
          amount: completion?.amount ?? null,
          payment_method: completion?.payment_method ?? null,
          delivery_notes: completion?.delivery_notes ?? '',
          reason: attempt?.reason ?? null,
          note: attempt?.note ?? '',
          signature: null,
          photo: null,
        }
      : null,
  }
}

/** Converts an action to the form that a delivery's response has, with signed URLs of its signature and photo. */
export async function presentUnsentWithPictures(stored: StoredUnsent, media: MediaBucket): Promise<RefusedAction> {
  const action = presentUnsent(stored)
  const address = (key: string | null | undefined) => (key ? media.address(key) : null)
  const [signature, photo] = await Promise.all([
    address(stored.completion?.signature_key),
    address(stored.completion?.photo_key ?? stored.attempt?.photo_key),
  ])
  return { ...action, record: action.record && { ...action.record, signature, photo } }
}
