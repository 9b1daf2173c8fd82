import type { recordAttempt, returnPackage } from '#shared/api/attempts.ts'
import type { SentBodyOf } from '#shared/api/contract.ts'
import type { completeDelivery } from '#shared/api/deliveries.ts'
import type { UploadedPhoto } from '../../photo/photo-form.ts'
import type { CompletionDraft } from './completion-draft-store.ts'

/** The values entered at the door. If the server refuses the completion, the form shows these values again. */
export type EnteredDoorValues = Pick<CompletionDraft, 'values' | 'strokes' | 'signedAt'>

interface Photographed {
  photo?: File | null
  /** Where the photo was uploaded, if it is too large for the request itself. */
  uploaded?: UploadedPhoto
}

interface Completion extends Photographed {
  kind: 'completion'
  photo: File | null
  data: SentBodyOf<typeof completeDelivery>
  entered: EnteredDoorValues
}

export type DoorActionContent =
  | Completion
  | ({ kind: 'attempt'; body: SentBodyOf<typeof recordAttempt> } & Photographed)
  | { kind: 'return'; body: SentBodyOf<typeof returnPackage> }

/**
 * Something that a person did with a package: a completion or a failed attempt at a door, or a return to the pharmacy. It may be
 * sent several times, but must be recorded exactly once.
 */
export interface DoorAction {
  /** The idempotency key, which is sent with every attempt so that the server recognises a repeat. */
  key: string
  userId: string
  deliveryId: string
  patientName: string
  /**
   * The version of the delivery to which the action applies. It is replaced when the server accepts an earlier action of this person on
   * the delivery. Undefined if the action applies to any version.
   */
  version: number | undefined
  /** When the person confirmed the action, by the phone's clock, corrected if it is wrong, in ISO format. */
  pressedAt: string
  work: DoorActionContent
  /**
   * The session's access token when the action was done. With it, the action can be handed to the pharmacy after the session has ended,
   * even if the person was deactivated.
   */
  token?: string
  /** The server's reason, if it refused the action. */
  refusal?: string
  /** Whether the pharmacy has been informed of the refusal. */
  isReported?: true
}

/** The part of an action that screens show. */
export type ShownAction = Pick<
  DoorAction,
  'key' | 'deliveryId' | 'patientName' | 'pressedAt' | 'refusal' | 'isReported'
> & {
  kind: DoorActionContent['kind']
  /** Present only for a failed attempt. */
  attempt?: SentBodyOf<typeof recordAttempt>
}

export const toShownAction = ({
  key,
  deliveryId,
  patientName,
  pressedAt,
  refusal,
  isReported,
  work,
}: DoorAction): ShownAction => ({
  ...{ key, deliveryId, patientName, pressedAt, kind: work.kind },
  ...(refusal !== undefined && { refusal }),
  ...(isReported && { isReported }),
  ...(work.kind === 'attempt' && { attempt: work.body }),
})
