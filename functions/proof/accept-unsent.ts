import type * as attempts from '#shared/api/attempts.ts'
import { attemptText } from '#shared/model/attempt.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import { zonedTimeText } from '#shared/rules/dates.ts'
import { toCents } from '#shared/rules/money.ts'
import { isFinalStatus, transitionRefusalText } from '#shared/rules/transitions.ts'
import type { StoredDelivery, StoredUnsent } from '../data/entities/delivery.ts'
import { changeDelivery } from '../deliveries/change-delivery.ts'
import type { DecidedChange } from '../deliveries/compose-delivery-change.ts'
import { findUnsent } from '../deliveries/refused-actions.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { doorRecordFields } from './door-record.ts'

type Decision = Omit<DecidedChange, 'action'>

/** Says in a delivery's history who captured an action at the door and when. Who accepted it is the author of the history item. */
const capturedText = ({ reported_by, captured_at }: StoredUnsent, { tenant }: Caller) =>
  captured_at
    ? `captured by ${reported_by.full_name} on ${zonedTimeText(tenant.time_zone, new Date(captured_at))}`
    : `captured by ${reported_by.full_name}`

/**
 * Completes a delivery with the record of a driver who could not send it. The delivery, its money and its proof then belong to this
 * driver, even if the delivery has another driver by now.
 */
function completed(delivery: StoredDelivery, action: StoredUnsent, caller: Caller, services: Services): Decision {
  const { completion, captured_at, reported_by } = action
  if (!completion) throw new AppError('conflict', 'This record has no signature')
  const { status } = delivery
  if (isFinalStatus(status)) throw new AppError('conflict', transitionRefusalText(status, 'delivered'))
  const at = services.now().toISOString()
  const captured_by = { name: reported_by.full_name, email: '' }
  const { amount, delivery_notes, counseling_required } = completion
  const { signature_key, signature_sha256, strokes_key, strokes_sha256, signature_quality } = completion
  return {
    fields: {
      ...doorRecordFields(completion, caller, services),
      ...{ signature_key, signature_sha256, strokes_key, strokes_sha256, signature_quality, captured_at },
      ...(completion.clock_correction_seconds && {
        clock_correction_seconds: completion.clock_correction_seconds,
      }),
      ...(completion.photo_key && {
        photo_key: completion.photo_key,
        photo_sha256: completion.photo_sha256 ?? null,
        delivery_photo_content_type: completion.delivery_photo_content_type ?? null,
      }),
      pharmacist_id: reported_by.id,
      pharmacist_name: reported_by.full_name,
      captured_by,
      status: 'delivered',
      signature_timestamp: captured_at ?? at,
      counseling_required,
      amount: toCents(amount),
      delivery_notes: delivery_notes || delivery.delivery_notes,
      completed_at: at,
    },
    notes: `Completed with the record ${capturedText(action, caller)}`,
    historyNote: { captured_by },
  }
}

/** Adds an attempt that could not be sent. A package that is still out has failed with it. */
function attempted(delivery: StoredDelivery, action: StoredUnsent, caller: Caller, { now }: Services): Decision {
  const { status, attempts: earlier } = delivery
  if (!action.attempt) throw new AppError('conflict', 'This record has no reason')
  if (isFinalStatus(status)) throw new AppError('conflict', transitionRefusalText(status, 'failed'))
  const attempt = {
    ...action.attempt,
    attempted_at: now().toISOString(),
    captured_at: action.captured_at,
    attempted_by: action.reported_by.full_name,
  }
  return {
    fields: { attempts: [...earlier, attempt], ...(status === 'in_progress' && { status: 'failed' as const }) },
    notes: `${attemptText(attempt)}, ${capturedText(action, caller)}`,
    historyNote: {},
  }
}

function returned(delivery: StoredDelivery, action: StoredUnsent, caller: Caller, { now }: Services): Decision {
  const { status, returned_at } = delivery
  if (status !== 'failed') throw new AppError('conflict', `This delivery is ${statusInWords(status)}`)
  return {
    fields: returned_at ? {} : { returned_at: now().toISOString(), return_captured_at: action.captured_at },
    notes: `Brought back, ${capturedText(action, caller)}`,
    historyNote: {},
  }
}

const decisions = { completion: completed, attempt: attempted, return: returned }

export const acceptUnsent: Operation<typeof attempts.acceptUnsent> = (request, services) => {
  const { caller, params } = request
  return changeDelivery(request, services, (delivery) => {
    const { action, others } = findUnsent(delivery, params.unsent_id)
    const decision = decisions[action.kind](delivery, action, caller, services)
    return {
      ...decision,
      action: 'delivery.unsent_accepted',
      fields: { ...decision.fields, unsent: others },
      ignoresLimit: true,
    }
  })
}

export const discardUnsent: Operation<typeof attempts.discardUnsent> = (request, services) => {
  const { body, caller, params } = request
  return changeDelivery(request, services, (delivery) => {
    const { action, others } = findUnsent(delivery, params.unsent_id)
    return {
      action: 'delivery.unsent_discarded',
      fields: { unsent: others },
      notes: `Discarded the ${action.kind} ${capturedText(action, caller)}: ${body.reason}`,
      historyNote: {},
      ignoresLimit: true,
    }
  })
}
