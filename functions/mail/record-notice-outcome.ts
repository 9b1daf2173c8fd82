import * as z from 'zod/mini'
import { systemActor } from '#shared/model/activity.ts'
import { changeNotice } from '../data/doors.ts'
import { enterTenant } from '../data/scope.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { keysOf } from '../data/table-keys.ts'
import { openEventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'

/**
 * The SES tags of the mail of a notice to a recipient: the hash of the door with which the notice is stored, the id of the notice's
 * task, and the id of the delivery. SES returns them with its feedback, so that the notice can be identified.
 */
export interface NoticeTags extends Record<string, string> {
  door: string
  mail: string
  delivery: string
  tenant: string
}

const tag = z.tuple([z.string()])

/** SES sends each tag as a list of values. */
const noticeFeedback = z.object({
  detail: z.object({ mail: z.object({ tags: z.object({ door: tag, mail: tag, delivery: tag }) }) }),
})

/**
 * Records what became of the mail of a notice to a recipient: it was sent although AWS gave no answer in time, it bounced or it was
 * reported as unwanted. This is stored with the notice's door and, if the delivery still exists, as an event. Does nothing if the
 * mail was not such a notice, if its door is gone, or if the notice's outcome is known already.
 */
export async function recordNoticeOutcome(
  services: Services,
  event: unknown,
  state: 'sent' | 'bounced' | 'complained',
): Promise<void> {
  const { data } = z.safeParse(noticeFeedback, event)
  if (!data) return
  const {
    door: [hash],
    mail: [mail_id],
    delivery: [delivery_id],
  } = data.detail.mail.tags
  await changeNotice(services.table, {
    hash,
    mail_id,
    change(notice) {
      const isOpen = notice.state === 'sending' || (notice.state === 'sent' && state !== 'sent')
      return isOpen ? { ...notice, state } : notice
    },
    async write(doorWrite, { kind }, { tenant_id }) {
      enterTenant(tenant_id)
      const delivery = await services.table.get(keysOf(tenant_id).delivery(delivery_id))
      if (!delivery) return services.table.write(doorWrite)
      const own = { tenantId: tenant_id, actor: systemActor }
      const action = state === 'sent' ? 'notice.sent' : 'notice.bounced'
      const activity = openEventRecorder(services, own, { event: action, place: null, requestId: mail_id })
      const changes = [
        { field: 'update', ...(state === 'sent' ? { from: null, to: kind } : { from: kind, to: state }) },
      ]
      await activity.record({ action, ...aboutDelivery(delivery), changes }, doorWrite)
    },
  })
}
