import type { recordAttempt, returnPackage } from '#shared/api/attempts.ts'
import type { SentBodyOf } from '#shared/api/contract.ts'
import type { completeDelivery } from '#shared/api/deliveries.ts'
import type { Uploaded } from '../../photo/photo-form.ts'
import type { CompletionDraft } from './completion-drafts.ts'

/** What was entered at the door, to go on with where the server refuses the completion. */
export type Entered = Pick<CompletionDraft, 'values' | 'strokes' | 'signedAt'>

interface Completion {
  kind: 'completion'
  data: SentBodyOf<typeof completeDelivery>
  photo: File | null
  /** Where a photo lies that was too large for the request. */
  uploaded?: Uploaded
  entered: Entered
}

export type Work =
  | Completion
  | { kind: 'attempt'; body: SentBodyOf<typeof recordAttempt> }
  | { kind: 'return'; body: SentBodyOf<typeof returnPackage> }

/** One thing that a person did at a door, to be told to the server once. */
export interface Act {
  /** Sent with every attempt, so that the server knows a repeat. */
  key: string
  userId: string
  deliveryId: string
  patientName: string
  /** The version of the delivery that the person saw; undefined where they act on whatever it has become. */
  version: number | undefined
  /** By the phone's clock, ISO: when the act was confirmed first. */
  pressedAt: string
  work: Work
  /** Why the server refused it, in its own words. */
  refusal?: string
  /** The pharmacy was told of the refusal. */
  isReported?: true
}

/** What screens show of an act. */
export type ActNote = Pick<Act, 'key' | 'deliveryId' | 'patientName' | 'pressedAt' | 'refusal' | 'isReported'> & {
  kind: Work['kind']
  /** Of an attempt. */
  attempt?: SentBodyOf<typeof recordAttempt>
}

export const noteOf = ({ key, deliveryId, patientName, pressedAt, refusal, isReported, work }: Act): ActNote => ({
  ...{ key, deliveryId, patientName, pressedAt, kind: work.kind },
  ...(refusal !== undefined && { refusal }),
  ...(isReported && { isReported }),
  ...(work.kind === 'attempt' && { attempt: work.body }),
})
