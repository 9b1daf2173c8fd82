import type { NoticeKind } from '#shared/model/notices.ts'
import { at, flat, type Question } from '../key.ts'

/** A notice of a door: claimed before SES is asked to send it, so that none is sent twice. */
export interface StoredNotice {
  kind: NoticeKind
  email: string
  at: string
  /** `sending`: SES was asked and has not answered. Where that stays so, the run that asked has ended. */
  state: 'sending' | 'sent' | 'bounced' | 'complained' | 'unknown'
  mail_id: string
}

/** One patient, address and day. It lies under the hash of the token of its link, which nobody keeps. */
export interface StoredDoor {
  tenant_id: string
  patient_id: string
  /** The delivery for which it was made: by it, a door that has none any more knows what became of it. */
  delivery_id: string
  date: string
  /** The hash of its address. */
  place: string
  /** Raised by every write. */
  version: number
  /** How often the recipient has changed something by the link. */
  changes: number
  notices: StoredNotice[]
  expires_at_seconds: number
}

const doorKind = flat<StoredDoor>('door')

export const doorKeys = {
  /** `hash`: of a token, as `doorHash` makes it. */
  door: (hash: string) => at<StoredDoor>(doorKind, `DOOR#${hash}`, 'DOOR'),
}

export const doorQuestions = (): Question[] => [
  { question: 'which door is it whose link this is, and what was it told', example: doorKeys.door('hash') },
]
