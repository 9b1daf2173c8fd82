import type * as recipientUpdates from '#shared/api/recipient-updates.ts'
import type { RecipientUpdates, SentNotice } from '#shared/model/notices.ts'
import { dayIn } from '#shared/rules/dates.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { noticesAbout, type StoredNotice } from '../data/entities/door.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { managesDeliveries } from '../deliveries/delivery-access.ts'
import { findDelivery } from '../deliveries/read-delivery.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { findOthersMailBlock } from '../mail/undeliverable-addresses.ts'
import { findOrPrepareDoor } from './find-door.ts'
import { noticeAddress } from './notice-address.ts'

/** Reads the notices that were sent to the recipient at a delivery's door. */
export const readUpdates: Operation<typeof recipientUpdates.readUpdates> = async (
  { caller, params, activity },
  services,
) => {
  const delivery = await findDelivery(caller, params, services)
  const patient = await services.table.get(caller.keys.patient(delivery.patient_id))
  const address = noticeAddress(patient, delivery, caller.tenant)
  const { door } = await findOrPrepareDoor(services, { tenant: caller.tenant, delivery, address })
  await activity.record({ action: 'delivery.read', ...aboutDelivery(delivery) })
  const stopped = await whyNoMoreNotices({ contact: delivery, patient }, caller, services)
  return { link_of: linkedDelivery(delivery, caller), stopped, updates: presentNotices(noticesAbout(door, delivery)) }
}

/** Returns the URL of a door's page. */
export const doorUrl = ({ appOrigin }: Pick<Services, 'appOrigin'>, token: string) => `${appOrigin}/t/${token}`

/** Returns the id of a delivery whose recipient's link the caller can get, or null. */
export const linkedDelivery = (delivery: StoredDelivery | undefined, { tenant, apiKey, ...caller }: Caller) =>
  delivery && tenant.recipient_notices !== 'off' && !apiKey && managesDeliveries({ ...caller, tenant })
    ? delivery.id
    : null

interface Recipient {
  contact: { email: string; phone: string }
  patient: StoredPatient | undefined
}

/**
 * Returns why a recipient gets no more notices: messages to the address or number are stopped (`UndeliverableAddress`), or the patient has
 * unsubscribed. Null if neither is the case.
 */
export async function whyNoMoreNotices(
  { contact, patient }: Recipient,
  { tenant }: Caller,
  services: Services,
): Promise<RecipientUpdates['stopped']> {
  const address = noticeAddress(patient, contact, tenant)
  const dead = address ? await findOthersMailBlock(services, address, tenant.id) : undefined
  const day = (instant: string) => dayIn(tenant.time_zone, new Date(instant))
  if (dead) return { reason: dead.reason, day: day(dead.since) }
  return patient?.notices_ended_at && patient.notices === 'none'
    ? { reason: 'unsubscribed', day: day(patient.notices_ended_at) }
    : null
}

/**
 * Converts notices to the response's form. `unknown` means that AWS's response has not come yet, that it did not come in
 * time, or that the worker was cut off before it came.
 */
export const presentNotices = (notices: readonly StoredNotice[]): SentNotice[] =>
  notices.map(({ kind, email, phone = '', at, state, reason = null }) => ({
    kind,
    email,
    phone,
    at,
    state: state === 'sending' ? 'unknown' : state,
    reason,
  }))
