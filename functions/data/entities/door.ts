import type { NoticeKind } from '#shared/model/notices.ts'
import { flatKind, keyAt, type Question } from '../key.ts'

/** A message to a door. It is recorded before AWS is asked to send it, so that no message is sent twice. */
export interface StoredNotice {
  kind: NoticeKind
  /** '' if it was a text message. */
  email: string
  /** The number of a text message. */
  phone?: string
  at: string
  /** `sending`: AWS was asked and has not answered. If the state remains, the worker died in between. */
  state: 'sending' | 'sent' | 'bounced' | 'complained' | 'unknown'
  mail_id: string
}

/**
 * A door: the deliveries of one patient to one address on one day, which share one link for the recipient. Stored under the hash
 * of the link's token; the token itself is not stored.
 */
export interface StoredDoor {
  tenant_id: string
  patient_id: string
  /** The delivery for which the door was made. A door without any deliveries left learns from it what happened. */
  delivery_id: string
  date: string
  /** When its link ends. A door that was stored before doors had this field doesn't have it. */
  ends_at?: string
  /** The hash of its address. */
  place: string
  /** Raised by every write. */
  version: number
  /** The number of changes that the recipient has made with the link. */
  changes: number
  notices: StoredNotice[]
  expires_at_seconds: number
}

const doorKind = flatKind<StoredDoor>('door')

export const doorKeys = {
  /** `hash`: the hash of a token, made by `doorHash`. */
  door: (hash: string) => keyAt<StoredDoor>(doorKind, `DOOR#${hash}`, 'DOOR'),
}

export const doorQuestions = (): Question[] => [
  { question: 'which door is it whose link this is, and what was it told', example: doorKeys.door('hash') },
]
