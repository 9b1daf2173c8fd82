import type * as deliveries from '#shared/api/deliveries.ts'
import { firstDeliveryUnconfirmedText, type StatusChange, signatureMissingText } from '#shared/model/completion.ts'
import {
  canChangeStatus,
  isAssignedOrStarted,
  pharmacistNeededText,
  transitionRefusalText,
} from '#shared/rules/transitions.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import { notForApiKeysError } from '../http/authenticate-api-key.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { type ChangeDecider, changeDelivery } from './change-delivery.ts'
import { managesDeliveries, throwManagersOnly } from './delivery-access.ts'
import { hasPriorDeliveries } from './read-prior-deliveries.ts'
import { refuseMissingHandoverFields } from './refuse-missing-fields.ts'
import { storePhoto, storeSignature } from './store-media.ts'

export const changeStatus: Operation<typeof deliveries.changeStatus> = (request, services) =>
  changeDelivery(request, services, statusChangeDecider(request, services))

interface StatusRequest {
  body: StatusChange
  caller: Caller
  photo?: Uint8Array | undefined
}

/** Returns the function that decides a change of status. The change may apply to one delivery or to many. */
export const statusChangeDecider =
  ({ body, caller, photo }: StatusRequest, services: Services): ChangeDecider =>
  async (delivery) => {
    const delivered = body.status === 'delivered'
    // An API key may not report a delivery as delivered or add a signature or a photo, because a program wasn't at the door.
    if (caller.apiKey && (delivered || body.patient_signature || body.delivery_photo_key || photo))
      throw notForApiKeysError()
    refuseTransition(delivery, body, caller)
    if (delivered && delivery.signature_required && !body.patient_signature && !delivery.signature_key)
      throw invalidFieldError('patient_signature', signatureMissingText)
    if (delivered && !(await hasPriorDeliveries(caller, delivery.patient_id, services)))
      throw invalidFieldError('status', firstDeliveryUnconfirmedText)
    // This request has no fields for the record of the handover, such as the signer's name. If the settings require one of them,
    // the delivery has to be completed with `completeDelivery` instead.
    if (delivered) refuseMissingHandoverFields({ amount: 0 }, { delivery, settings: caller.tenant, field: 'status' })

    const at = services.now().toISOString()
    const signature = body.patient_signature && {
      ...(await storeSignature(body.patient_signature, delivery.id, caller, services)),
      signature_timestamp: at,
    }
    const storedPhoto = await storePhoto({ photo, photoKey: body.delivery_photo_key }, delivery.id, caller, services)
    return {
      action: 'delivery.status_changed',
      fields: {
        ...signature,
        ...storedPhoto,
        status: body.status,
        delivery_notes: body.delivery_notes || delivery.delivery_notes,
        ...(delivered && { completed_at: at }),
      },
      notes: body.notes,
    }
  }

/**
 * Throws a 403 unless the caller manages deliveries or starts one of their own deliveries. Throws a 409 if the current status does
 * not allow the change, or if the new status needs a pharmacist and the delivery has none.
 */
function refuseTransition(delivery: StoredDelivery, { status }: StatusChange, caller: Caller) {
  const isManager = managesDeliveries(caller)
  const startsOwn = status === 'in_progress' && delivery.pharmacist_id === caller.user.id
  if (!isManager && !startsOwn) throwManagersOnly()
  if (!canChangeStatus(delivery.status, status, isManager))
    throw new AppError('conflict', transitionRefusalText(delivery.status, status))
  if (isAssignedOrStarted(status) && !delivery.pharmacist_id) throw new AppError('conflict', pharmacistNeededText)
}
