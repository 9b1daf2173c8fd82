import type * as deliveries from '#shared/api/deliveries.ts'
import { photoLimitBytes, photoTooLarge } from '#shared/model/completion.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { findDelivery } from '../deliveries/read-delivery.ts'
import { uploadKey } from '../deliveries/store-media.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'

/** A photo too large for a Lambda's request goes straight to S3; the completion then names its key. */
export const requestPhotoUpload: Operation<typeof deliveries.requestPhotoUpload> = async (
  { caller, params, body, activity },
  services,
) => {
  if (body.size > photoLimitBytes) throw new AppError('tooLarge', photoTooLarge)
  const delivery = await findDelivery(caller, params, services)
  const { id, status } = delivery
  if (status !== 'in_progress') throw new AppError('conflict', 'A photo can only be added to a delivery in progress')
  await activity.record({ action: 'delivery.read', ...aboutDelivery(delivery) })
  const photo_key = uploadKey(caller, id, services.newId())
  return { ...(await services.media.upload(photo_key, body.content_type)), photo_key }
}
