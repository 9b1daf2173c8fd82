import { systemActor } from '#shared/model/activity.ts'
import { changeNotice, doorWrite } from '../data/doors.ts'
import type { StoredNotice } from '../data/entities/door.ts'
import type { PhoneProblem } from '../data/entities/undeliverable-address.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { conditionCheck, remove } from '../data/writes.ts'
import { openEventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import type { RecipientNoticeTask } from '../mail/recipient-tasks.ts'
import type { NoticeTags } from '../mail/record-notice-outcome.ts'
import { markAddressesDead } from '../mail/undeliverable-addresses.ts'
import { composeNoticeMail, composeNoticeText, type DoorNotice } from './compose-notice.ts'

export interface NoticeToSend extends DoorNotice {
  /** Whether the door is not in the table yet. */
  isNew: boolean
  way: 'email' | 'text'
  /** The e-mail address or the phone number. */
  address: string
}

/**
 * Sends a notice and removes its task from the outbox. The notice is stored with the door before AWS is called. So if the worker is
 * cut off in between, the notice is not sent a second time, although it may never have been sent. A number that AWS refuses gets no
 * more notices for half a year.
 */
export async function sendRecipientNotice(
  services: Services,
  mail: RecipientNoticeTask,
  notice: NoticeToSend,
): Promise<void> {
  const { table } = services
  const { found, delivery, kind, address } = notice
  const its = { hash: found.hash, mail_id: mail.id }
  await claim(services, mail, notice)
  let problem: PhoneProblem | undefined
  try {
    problem = await handOver(services, notice, {
      door: found.hash,
      mail: mail.id,
      delivery: delivery.id,
      tenant: found.tenant.id,
    })
  } catch (error) {
    // AWS may have accepted the message although its response didn't come in time, so the notice isn't sent again.
    if (isUnanswered(error)) return table.write(remove(unscopedKeys.mail(mail)))
    await changeNotice(table, { ...its, change: () => undefined, write: (write) => table.write(write) })
    throw error
  }
  const at = services.now().toISOString()
  if (problem) await markAddressesDead(services, [address], { reason: problem, since: at, tenantId: found.tenant.id })
  const own = { tenantId: found.tenant.id, actor: systemActor }
  const action = problem ? 'notice.bounced' : 'notice.sent'
  const activity = openEventRecorder(services, own, { event: action, place: null, requestId: mail.id })
  const changes = [{ field: 'update', ...(problem ? { from: kind, to: 'bounced' } : { from: null, to: kind }) }]
  await changeNotice(table, {
    ...its,
    // The mail may have been delivered or have bounced already, so only a notice that is still `sending` gets a new state.
    change: (stored) =>
      stored.state === 'sending' ? { ...stored, state: problem ? 'bounced' : 'sent' } : { ...stored },
    // Its delivery may have been recorded as an event already.
    write: (write, { state }) =>
      activity.record(
        state === 'sent' ? [] : { action, ...aboutDelivery(delivery), changes },
        write,
        remove(unscopedKeys.mail(mail)),
      ),
  })
}

/** Stores the notice with its door. Fails if another worker has claimed the task, or if the door has changed since it was read. */
async function claim(services: Services, mail: RecipientNoticeTask, notice: NoticeToSend): Promise<void> {
  const { found, isNew, kind, address, way, delivery } = notice
  const { hash, door } = found
  const to = way === 'text' ? { email: '', phone: address } : { email: address }
  const { time_range } = delivery
  const stored: StoredNotice = {
    kind,
    ...to,
    at: services.now().toISOString(),
    ...(kind !== 'delivered' && kind !== 'missed' && { time_range }),
    state: 'sending',
    mail_id: mail.id,
  }
  const claimed = { ...door, version: door.version + 1, notices: [...door.notices, stored] }
  const mine = conditionCheck(unscopedKeys.mail(mail), { exists: true, refused: () => new OvertakenError() })
  await services.table.write(doorWrite({ hash, door, isNew }, claimed), mine)
}

/** Hands a notice to SES or to the SMS service. If the number can no longer get text messages, returns the reason. */
async function handOver(services: Services, notice: NoticeToSend, tags: NoticeTags): Promise<PhoneProblem | undefined> {
  const { way, delivery, address } = notice
  if (way === 'text') {
    if (!services.texter) throw new Error('This environment sends no text messages')
    return services.texter.send({ to: address, text: composeNoticeText(services, notice) })
  }
  await services.mailer.send({ ...composeNoticeMail(services, notice), to: delivery.email, tags })
  return undefined
}

const isUnanswered = (error: unknown) =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
