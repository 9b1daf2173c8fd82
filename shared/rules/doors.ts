import type { DeliveryStatus } from '../model/delivery-statuses.ts'
import type { DoorState } from '../model/tracking.ts'
import { isEditableStatus } from './transitions.ts'

interface Packet {
  status: DeliveryStatus
  completed_at: string | null
  /** When the signature was given. That may have been hours before the server learned of it. */
  signature_timestamp: string | null
  attempts: readonly { attempted_at: string; captured_at: string | null }[]
}

/**
 * Returns the state that the packages of a door (one patient, one address and one day) have together. Once no package is open,
 * `at` is when the last one was delivered or, if none was delivered, when the last attempt was made. Undefined if there are no
 * packages or all of them are cancelled.
 */
export function findDoorState(packages: readonly Packet[]): { state: DoorState; at: string | null } | undefined {
  const has = (status: DeliveryStatus) => packages.filter((packet) => packet.status === status)
  if (has('in_progress').length > 0) return { state: 'out', at: null }
  if (packages.some(({ status }) => isEditableStatus(status))) return { state: 'planned', at: null }
  const delivered = has('delivered')
  if (delivered.length > 0) return { state: 'delivered', at: latest(delivered.map(completedAt)) }
  const failed = has('failed')
  if (failed.length > 0) return { state: 'missed', at: latest(failed.map(attemptedAt)) }
  return undefined
}

const completedAt = ({ signature_timestamp, completed_at }: Packet) => signature_timestamp ?? completed_at

function attemptedAt({ attempts }: Packet): string | null {
  const last = attempts.at(-1)
  return last ? (last.captured_at ?? last.attempted_at) : null
}

const latest = (times: readonly (string | null)[]) =>
  times.reduce((late, time) => (time !== null && (late === null || time > late) ? time : late), null)

/** The number of days among which a recipient may choose another day for the delivery. The first is tomorrow. */
export const rescheduleDayCount = 7

interface Wishes {
  notices: string
  deleted_at?: string | undefined
}

/**
 * Whether a recipient gets notices by mail or text. If the organisation's setting is `asked`, the patient must have chosen `email`
 * or `sms`; if it is `all`, the patient must not have chosen `none`; if it is `off`, no one gets notices. A patient who was deleted
 * gets none.
 */
export const shouldGetNotices = (
  { notices, deleted_at }: Wishes,
  { recipient_notices }: { recipient_notices: string },
) =>
  !deleted_at &&
  (recipient_notices === 'asked'
    ? notices === 'email' || notices === 'sms'
    : recipient_notices === 'all' && notices !== 'none')
