import { reportUnsent } from '#shared/api/attempts.ts'
import { call } from '../../../lib/api/call.ts'
import { CallError } from '../../../lib/api/call-error.ts'
import { formatShortDate } from '../../../lib/browser/format.ts'
import { forgetLostAction, lostActionsOf } from './sealed-actions.ts'

/** Whether a later try may have another outcome. */
const isTemporary = ({ status, isUnanswered }: CallError) => isUnanswered || [401, 408, 429].includes(status)

/** Tells the pharmacy that something which a user has recorded was deleted from this phone, because it was not sent for 30 days. */
export async function reportLostActions(userId: string): Promise<void> {
  for (const { deliveryId, kind, pressedAt, key } of await lostActionsOf(userId)) {
    try {
      await call(reportUnsent, {
        params: { id: deliveryId },
        headers: { 'idempotency-key': key },
        body: { kind, refusal: `Not sent, ${formatShortDate(pressedAt)}`, captured_at: pressedAt },
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isTemporary(error)) return
    }
    await forgetLostAction(key)
  }
}
