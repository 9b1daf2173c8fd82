import type * as deliveries from '#shared/api/deliveries.ts'
import { photoLimitBytes, photoTooLargeText } from '#shared/model/completion.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { changeAndPresentDelivery } from '../deliveries/change-delivery.ts'
import { photoUploadKey } from '../deliveries/store-media.ts'
import { planTakeOver } from '../deliveries/take-over.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { usageDayOf } from '../security/day-quotas.ts'

/** How many uploads of photos one delivery may have on a day, before and after its organisation is verified. */
const uploadsPerDay = { unverified: 4, verified: 40 }

async function countPhotoUploadOrRefuse({ table, now }: Services, tenant: StoredTenant, id: string): Promise<void> {
  const { day, end } = usageDayOf(tenant, now())
  const most = tenant.verified_at === undefined ? uploadsPerDay.unverified : uploadsPerDay.verified
  const key = unscopedKeys.attempts('photo uploads', JSON.stringify([tenant.id, id, day]))
  const count = await table.countTry(key, Math.floor(end.getTime() / 1000))
  if (count <= most) return
  const retryAfterSeconds = Math.max(1, Math.ceil((end.getTime() - now().getTime()) / 1000))
  throw new AppError('tooMany', `A delivery can have ${most} photo uploads a day. Try again tomorrow.`, {
    retryAfterSeconds,
  })
}

/**
 * Prepares the upload of a photo that is too large for a request to a Lambda. The client uploads the photo to S3 directly, and
 * names its key when it completes the delivery. If the delivery is someone else's, the caller takes it over now, unless the caller
 * manages deliveries.
 */
export const requestPhotoUpload: Operation<typeof deliveries.requestPhotoUpload> = (request, services) => {
  const { body, caller } = request
  if (body.size > photoLimitBytes) throw new AppError('tooLarge', photoTooLargeText)
  return changeAndPresentDelivery(request, services, {
    decide(delivery) {
      if (delivery.status !== 'in_progress')
        throw new AppError('conflict', 'A photo can only be added to a delivery in progress')
      const taking = planTakeOver(caller, delivery)
      return taking && { action: 'delivery.assigned', fields: {}, takeOver: taking }
    },
    async present({ id, version }) {
      await countPhotoUploadOrRefuse(services, caller.tenant, id)
      const photo_key = photoUploadKey(caller, id, services.newId())
      return { ...(await services.media.upload(photo_key, body.content_type)), photo_key, version }
    },
  })
}
