import type * as recipientUpdates from '#shared/api/recipient-updates.ts'
import { doorWrite } from '../data/doors.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { findDelivery } from '../deliveries/read-delivery.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { findOrPrepareDoor, storeDoor } from './find-door.ts'
import { noticeAddress } from './notice-address.ts'
import { doorUrl } from './read-updates.ts'

/**
 * Gives the link to the recipient's page, and stores the door if it is new. Anyone who has the link can act as the recipient, so the
 * door remembers who got it: what is done by the link soon afterwards says so.
 */
export const copyRecipientLink: Operation<typeof recipientUpdates.copyRecipientLink> = (
  { caller, params, activity },
  services,
) =>
  retryIfOvertaken(async () => {
    const { tenant, user } = caller
    const delivery = await findDelivery(caller, params, services)
    if (tenant.recipient_notices === 'off') throw new AppError('conflict', 'Your organization sends no updates')
    const patient = await services.table.get(caller.keys.patient(delivery.patient_id))
    const address = noticeAddress(patient, delivery, caller.tenant)
    const prepared = await findOrPrepareDoor(services, { tenant, delivery, address })
    // A new door is stored with the name of the caller.
    const { token, ...found } = prepared.isNew ? prepared : await storeDoor(services, prepared)
    const copied = { at: services.now().toISOString(), by: user.full_name }
    await activity.record(
      { action: 'recipient.link_copied', ...aboutDelivery(delivery) },
      doorWrite(found, { ...found.door, version: found.door.version + 1, copied }),
    )
    return { url: doorUrl(services, token) }
  })
