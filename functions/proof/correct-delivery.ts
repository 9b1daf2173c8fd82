import type * as proofs from '#shared/api/proofs.ts'
import { parseCorrectablePath } from '#shared/model/correction.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import type { Correction } from '#shared/model/made-correction.ts'
import { fillDateInTheFutureText } from '#shared/rules/dates.ts'
import { toCents, toDollars } from '#shared/rules/money.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { changeAndPresentDelivery } from '../deliveries/change-delivery.ts'
import type { DecidedChange } from '../deliveries/compose-delivery-change.ts'
import { readHistory } from '../deliveries/history.ts'
import { todayOf } from '../deliveries/today.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { presentProof } from './present-proof.ts'
import { endsWithNewestHashes, readNewestHashes } from './read-record.ts'

/**
 * Corrects a fact of a completed delivery. The delivery gets the right value; the history keeps the signed value and every
 * correction.
 */
export const correctDelivery: Operation<typeof proofs.correctDelivery> = (request, services) => {
  const { body, caller } = request
  const { field, value, reason } = body
  return changeAndPresentDelivery(request, services, {
    decide(delivery) {
      if (delivery.status !== 'delivered')
        throw new AppError('conflict', `A delivery that is ${statusInWords(delivery.status)} cannot be corrected`)
      if (field.endsWith('fill_date') && String(value) > todayOf(caller, services))
        throw invalidFieldError('value', fillDateInTheFutureText)
      const { from, fields } = corrected(delivery, field, value)
      if (from === value) throw invalidFieldError('value', 'The record already says this')
      const correction = { field, from, to: value, reason }
      return {
        action: 'delivery.corrected',
        fields: { ...fields, ...ownCorrection(delivery, correction, { caller, services }) },
        historyNote: { correction },
      }
    },
    async present(next, added) {
      const [history, newestHashes] = await Promise.all([
        readHistory(services.table, caller, next),
        readNewestHashes(services.table, caller, next.id),
      ])
      // The event of this correction isn't written yet, so the newest hashes of the activity log are compared with the history
      // without the correction. If they match, `presentProof` doesn't need to compare them again.
      const newest = endsWithNewestHashes(newestHashes, history) ? [] : newestHashes
      return presentProof({ delivery: next, history: [...history, ...added], newest }, services.media)
    },
  })
}

/**
 * Returns the field that adds the correction to those listed at the driver's handover, if the driver has corrected an amount or
 * payment method of their own delivery.
 */
function ownCorrection(
  { pharmacist_id, own_corrections = [] }: StoredDelivery,
  correction: Correction,
  { caller, services }: { caller: Caller; services: Services },
): DecidedChange['fields'] {
  const isMoney = correction.field === 'amount' || correction.field === 'payment_method'
  if (!isMoney || caller.user.id !== pharmacist_id) return {}
  const made = { corrected_at: services.now().toISOString(), corrected_by_name: caller.user.full_name }
  return { own_corrections: [...own_corrections, { ...correction, ...made }] }
}

type FieldCorrection = Pick<DecidedChange, 'fields'> & { from: string | number | null }

/** Returns the current value of a field, and the fields of the delivery that change when the value becomes `to`. */
function corrected(delivery: StoredDelivery, field: string, to: string | number): FieldCorrection {
  const place = parseCorrectablePath(field)
  const { row, name } = place ?? { row: undefined, name: field }
  if (row !== undefined) return correctedRow(delivery, { row, name, to })
  switch (name) {
    case 'amount':
      return {
        from: delivery.amount === null ? null : toDollars(delivery.amount),
        fields: { amount: toCents(Number(to)) },
      }
    case 'payment_method':
      return { from: delivery.payment_method, fields: { payment_method: String(to) } }
    case 'signer_name':
      return { from: delivery.signer_name, fields: { signer_name: String(to) } }
    case 'signer_relationship':
      return { from: delivery.signer_relationship, fields: { signer_relationship: String(to) } }
    default:
      return { from: delivery.delivery_notes, fields: { delivery_notes: String(to) } }
  }
}

function correctedRow(
  { rx_information, former_rx_numbers = [] }: StoredDelivery,
  { row, name, to }: { row: number; name: string; to: string | number },
): FieldCorrection {
  const found = rx_information[row]
  if (!found) throw invalidFieldError('field', 'This prescription does not exist')
  const rows = (change: Partial<typeof found>) => ({
    rx_information: rx_information.map((other, i) => (i === row ? { ...other, ...change } : other)),
  })
  switch (name) {
    case 'fill_date':
      return { from: found.fill_date, fields: rows({ fill_date: String(to) }) }
    case 'fill_number':
      return { from: found.fill_number, fields: rows({ fill_number: Number(to) }) }
    default:
      return {
        from: found.rx_number,
        fields: {
          ...rows({ rx_number: String(to) }),
          former_rx_numbers: [...former_rx_numbers, { row, rx_number: found.rx_number }],
        },
      }
  }
}
