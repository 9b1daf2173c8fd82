import type { NoticeKind, NotSentReason } from '#shared/model/notices.ts'
import { addressKey, stopKey } from '#shared/rules/stops.ts'
import { type AccessPattern, flatKind, keyAt } from '../key.ts'
import type { StoredDelivery } from './delivery.ts'
import { hashForKey } from './hash-of.ts'

/** A message to the recipient at a door. It is recorded before AWS is asked to send it, so that no message is sent twice. */
export interface StoredNotice {
  kind: NoticeKind
  /** The address of a mail. Empty for a text message. */
  email: string
  /** The phone number of a text message. */
  phone?: string
  at: string
  /** The time range that the door's packages had when the notice said when they arrive. */
  time_range?: string
  /**
   * `sending`: the request to AWS has had no response yet. If this state remains, the response did not come in time or the worker
   * died while it waited.
   */
  state: 'sending' | 'sent' | 'bounced' | 'complained' | 'not_sent'
  /** Why a message was not sent. */
  reason?: NotSentReason
  mail_id: string
}

/**
 * A door: the deliveries to one address on one day whose recipients read the same mailbox or phone, such as the residents of a home
 * whose nurse gets the e-mails. They share one link and one set of notices. The item is stored under the hash of the link's token;
 * the token itself isn't stored.
 */
export interface StoredDoor {
  tenant_id: string
  /** The patient for whom the door was created. */
  patient_id: string
  /** The other patients whose deliveries share the door. */
  other_patient_ids?: string[]
  /** The delivery for which the door was created. If no delivery is left at the door, the link shows what happened to this one. */
  delivery_id: string
  date: string
  /** When the door's link ends. */
  ends_at: string
  /** The hash of the door's address. */
  place: string
  /** Raised by every change of the door. */
  version: number
  /** The number of changes that the recipient has made with the link. */
  changes: number
  notices: StoredNotice[]
  /** When a member of the organisation last got the link, and who. Absent if no one did. */
  copied?: { at: string; by: string }
  expires_at_seconds: number
}

/**
 * Returns the notices at a door that are about a delivery. Those before it was planned again are about the completion that was
 * recorded by mistake, so they have said nothing about this one yet.
 */
export const noticesAbout = (
  { notices }: Pick<StoredDoor, 'notices'>,
  { again_of, created_at }: Pick<StoredDelivery, 'again_of' | 'created_at'>,
): StoredNotice[] => (again_of ? notices.filter(({ at }) => at >= created_at) : notices)

/** The patients whose deliveries share the door. */
export const patientIdsOf = ({ patient_id, other_patient_ids = [] }: StoredDoor) => [patient_id, ...other_patient_ids]

type Place = Parameters<typeof stopKey>[0]

/**
 * Returns the hash of the place where a delivery's door is. The unit does not count: who reads one mailbox for several rooms of a
 * building is told once, even before anyone has said that the building is one stop.
 */
export const placeOf = (delivery: Place) => hashForKey(addressKey({ ...delivery, apt_suite_building: '' }))

/** Returns the place of a delivery's door and, second, the place that it had in releases in which the unit counted. */
export const placesOf = (delivery: Place) => [placeOf(delivery), hashForKey(stopKey(delivery))] as const

const doorKind = flatKind<StoredDoor>('door')

export const doorKeys = {
  /** `hash` is the hash of the link's token, made by `hashOfDoorToken`. */
  door: (hash: string) => keyAt<StoredDoor>(doorKind, `DOOR#${hash}`, 'DOOR'),
}

export const doorAccessPatterns = (): AccessPattern[] => [
  { question: 'which door has this link, and which notices were sent', example: doorKeys.door('hash') },
]
