import type * as deliveries from '#shared/api/deliveries.ts'
import { zonedTimeText } from '#shared/rules/dates.ts'
import { toCents } from '#shared/rules/money.ts'
import { transitionRefusalText } from '#shared/rules/transitions.ts'
import { changeDelivery } from '../deliveries/change-delivery.ts'
import { refuseActionOutsideEndedSession } from '../deliveries/ended-session.ts'
import { hasPriorDeliveries } from '../deliveries/read-prior-deliveries.ts'
import { unsentReportRemovalFields } from '../deliveries/refused-actions.ts'
import { storePhoto, storeSignature, storeSignatureStrokes } from '../deliveries/store-media.ts'
import { planTakeOver } from '../deliveries/take-over.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { composeDoorRecord, firstDeliveryConfirmations, refuseUnconfirmedFirstDelivery } from './door-record.ts'

/**
 * Completes a delivery at the door with its signature, photo and amount. A patient's first delivery also needs the confirmations of
 * the HIPAA form and of the counselling, or the outcomes that `refuseUnconfirmedFirstDelivery` accepts instead.
 */
export const completeDelivery: Operation<typeof deliveries.completeDelivery> = (request, services) => {
  const { body, caller } = request
  refuseActionOutsideEndedSession(body.captured_at ?? body.signature_timestamp, caller, services.now())
  return changeDelivery(request, services, async (delivery) => {
    const { id, status, patient_id, delivery_notes } = delivery
    if (status !== 'in_progress') throw new AppError('conflict', transitionRefusalText(status, 'delivered'))
    const { hipaa_form_received, counseling_received } = firstDeliveryConfirmations(body)
    const isConfirmed = hipaa_form_received && counseling_received
    if (!isConfirmed && !(await hasPriorDeliveries(caller, patient_id, services)))
      refuseUnconfirmedFirstDelivery(body, caller)
    const recorded = composeDoorRecord(body, delivery, caller, services)
    const { sessionEndedAt } = caller

    const at = services.now().toISOString()
    const photo = { photo: request.photo, dataUrl: body.delivery_photo, photoKey: body.delivery_photo_key }
    const [signature, strokes, storedPhoto] = await Promise.all([
      storeSignature(body.patient_signature, id, caller, services),
      storeSignatureStrokes(body.signature_strokes, id, caller, services),
      storePhoto(photo, id, caller, services),
    ])
    return {
      action: 'delivery.completed',
      takeOver: planTakeOver(caller, delivery),
      fields: {
        ...signature,
        ...strokes,
        ...storedPhoto,
        ...recorded,
        ...unsentReportRemovalFields(delivery, caller, 'completion'),
        status: 'delivered',
        signature_timestamp: recorded.captured_at ?? at,
        ...(sessionEndedAt !== undefined && { session_ended_at: sessionEndedAt }),
        counseling_required: body.counseling_required,
        amount: toCents(body.amount),
        delivery_notes: body.delivery_notes || delivery_notes,
        completed_at: at,
      },
      notes: [body.notes || 'Delivery completed', ...endText(caller)].join('. '),
    }
  })
}

/** Says in the history that the record arrived after the session in which it was signed. */
const endText = ({ sessionEndedAt, tenant }: Caller) =>
  sessionEndedAt
    ? [`Signed before the session was ended on ${zonedTimeText(tenant.time_zone, new Date(sessionEndedAt))}`]
    : []
