import type * as deliveries from '#shared/api/deliveries.ts'
import { firstDeliveryUnconfirmed } from '#shared/model/delivery.ts'
import { toCents } from '#shared/rules/money.ts'
import { transitionRefusal } from '#shared/rules/transitions.ts'
import { AppError, invalidField } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { changeDelivery } from './change-delivery.ts'
import { hasPriorDeliveries } from './read-prior-deliveries.ts'
import { storePhoto, storeSignature } from './store-media.ts'

/** At the door: signature, photo, amount and, for a patient's first delivery, both confirmations. */
export const completeDelivery: Operation<typeof deliveries.completeDelivery> = (request, services) => {
  const { body, caller, photo } = request
  return changeDelivery(request, services, async ({ id, status, patient_id, delivery_notes }) => {
    if (status !== 'in_progress') throw new AppError('conflict', transitionRefusal(status, 'delivered'))
    const confirmed = body.hipaa_form_received && body.counseling_received
    if (!confirmed && !(await hasPriorDeliveries(caller, patient_id, services)))
      throw invalidField(
        body.hipaa_form_received ? 'counseling_received' : 'hipaa_form_received',
        firstDeliveryUnconfirmed,
      )

    const signature_key = await storeSignature(body.patient_signature, id, caller, services)
    const kept = await storePhoto(
      { photo, dataUrl: body.delivery_photo, photoKey: body.delivery_photo_key },
      id,
      caller,
      services,
    )
    const at = services.now().toISOString()
    return {
      action: 'delivery.completed',
      fields: {
        ...kept,
        status: 'delivered',
        signature_key,
        signature_timestamp: body.signature_timestamp ?? at,
        hipaa_form_received: body.hipaa_form_received,
        counseling_received: body.counseling_received,
        counseling_required: body.counseling_required,
        amount: toCents(body.amount),
        payment_method: body.payment_method ?? (body.amount === 0 ? 'none' : null),
        delivery_notes: body.delivery_notes || delivery_notes,
        completed_at: at,
      },
      notes: body.notes || 'Delivery completed',
    }
  })
}
