import type * as notices from '#shared/api/notices.ts'
import type { DeliveryUpdates, SentNotice } from '#shared/model/notices.ts'
import { dayIn } from '#shared/rules/dates.ts'
import type { StoredDoor } from '../data/entities/door.ts'
import { decideAnew } from '../data/overtaken.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { findDelivery } from '../deliveries/read-delivery.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { refusesOthersMail } from '../mail/dead-addresses.ts'
import { doorOf, doorWrite } from './find-door.ts'

/**
 * Reads the notices that the recipient was sent. If the organisation sends notices, this also creates the door, so that its link
 * can be copied.
 */
export const readUpdates: Operation<typeof notices.readUpdates> = ({ caller, params, activity }, services) =>
  decideAnew(async () => {
    const { tenant } = caller
    const delivery = await findDelivery(caller, params, services)
    const isOn = tenant.recipient_notices !== 'off'
    const [kept, stopped] = await Promise.all([
      doorOf(services, tenant, delivery),
      whyStopped(delivery, caller, services),
    ])
    await activity.record(
      { action: 'delivery.read', ...aboutDelivery(delivery) },
      ...(isOn && kept.isNew ? [doorWrite(kept)] : []),
    )
    return { link: isOn ? linkOf(services, kept.token) : null, stopped, updates: presentNotices(kept.door) }
  })

/** The URL of a door's page. */
export const linkOf = ({ appOrigin }: Pick<Services, 'appOrigin'>, token: string) => `${appOrigin}/t/${token}`

/** Why a recipient gets no more notices: their address is dead, or they unsubscribed. */
async function whyStopped(
  { email, patient_id }: { email: string; patient_id: string },
  { tenant, keys }: Caller,
  services: Services,
): Promise<DeliveryUpdates['stopped']> {
  const [dead, patient] = await Promise.all([
    email ? refusesOthersMail(services, email.toLowerCase()) : undefined,
    services.table.get(keys.patient(patient_id)),
  ])
  const day = (instant: string) => dayIn(tenant.time_zone, new Date(instant))
  if (dead) return { reason: dead.reason, day: day(dead.since) }
  return patient?.notices_ended_at && patient.notices === 'none'
    ? { reason: 'unsubscribed', day: day(patient.notices_ended_at) }
    : null
}

/** The notices in the response's form. A notice is `unknown` if the worker was cut off before SES responded. */
const presentNotices = ({ notices }: StoredDoor): SentNotice[] =>
  notices.map(({ kind, email, at, state }) => ({ kind, email, at, state: state === 'sending' ? 'unknown' : state }))
