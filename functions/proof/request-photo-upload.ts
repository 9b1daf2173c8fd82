import type * as deliveries from '#shared/api/deliveries.ts'
import { photoLimitBytes, photoTooLargeText } from '#shared/model/completion.ts'
import { changeAndPresentDelivery } from '../deliveries/change-delivery.ts'
import { countForDeliveryOrRefuse } from '../deliveries/count-for-delivery.ts'
import { photoUploadKey } from '../deliveries/store-media.ts'
import { planTakeOver } from '../deliveries/take-over.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'

const uploadLimit = { unverified: 4, verified: 40, noun: 'photo uploads' }

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
      await countForDeliveryOrRefuse(services, caller, { id, limit: uploadLimit })
      const photo_key = photoUploadKey(caller, id, services.newId())
      return { ...(await services.media.upload(photo_key, body.content_type)), photo_key, version }
    },
  })
}
