import type { DeliveryStatus } from '../model/delivery.ts'
import type { DoorState } from '../model/tracking.ts'
import { isEditable } from './transitions.ts'

interface Packet {
  status: DeliveryStatus
  completed_at: string | null
  attempts: readonly { attempted_at: string }[]
}

/** Where the packages of a door are together, and since when of those that came to an end. Undefined of a door that has none. */
export function doorStage(packages: readonly Packet[]): { state: DoorState; at: string | null } | undefined {
  const has = (status: DeliveryStatus) => packages.filter((packet) => packet.status === status)
  if (has('in_progress').length > 0) return { state: 'out', at: null }
  if (packages.some(({ status }) => isEditable(status))) return { state: 'planned', at: null }
  const delivered = has('delivered')
  if (delivered.length > 0) return { state: 'delivered', at: latest(delivered.map(({ completed_at }) => completed_at)) }
  const failed = has('failed')
  if (failed.length > 0)
    return { state: 'missed', at: latest(failed.map(({ attempts }) => attempts.at(-1)?.attempted_at ?? null)) }
  return undefined
}

const latest = (times: readonly (string | null)[]) =>
  times.reduce((late, time) => (time !== null && (late === null || time > late) ? time : late), null)

/** Days among which a recipient chooses: they begin tomorrow. */
export const daysToChoose = 7

interface Wishes {
  notices: string
  deleted_at?: string | undefined
}

/** Whether a patient is told anything: as they want it, or else as the organisation does. */
export const isTold = ({ notices, deleted_at }: Wishes, { recipient_notices }: { recipient_notices: string }) =>
  !deleted_at &&
  (recipient_notices === 'asked' ? notices === 'email' : recipient_notices === 'all' && notices !== 'none')
