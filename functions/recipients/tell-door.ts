import { system } from '#shared/model/activity.ts'
import type { NoticeKind } from '#shared/model/notices.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { doorStage, isTold } from '#shared/rules/doors.ts'
import { afterQuiet, isQuiet } from '#shared/rules/notices.ts'
import { changeNotice, doorWrite } from '../data/doors.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredDoor, StoredNotice } from '../data/entities/door.ts'
import type { RecipientMail } from '../data/entities/mail.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { Overtaken } from '../data/overtaken.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { check, remove } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import { openRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { refusesOthersMail } from '../mail/dead-addresses.ts'
import { mailWrite } from '../mail/outbox.ts'
import type { NoticeTags } from '../mail/record-bounce.ts'
import { type Allowance, whileAllowed } from '../security/throttle.ts'
import { composeNotice } from './compose-notice.ts'
import { doorOf, type FoundDoor, readDoor } from './find-door.ts'
import { stopsBefore } from './present-door.ts'

/** The limit of updates to one address in a day, for all its deliveries together. */
const toAddress: Allowance = { what: 'updates-to-address', times: 12, seconds: 86_400, detail: 'Too many updates' }

/**
 * Sends the notice that is true for a door now, once for each address. The notice is stored with the door before SES is called. If
 * the worker is cut off in between, nobody knows whether the notice was sent, but it is never sent twice. A notice that is no
 * longer true is dropped.
 */
export async function tellDoor(services: Services, mail: RecipientMail, tenant: StoredTenant): Promise<void> {
  const { table } = services
  const forget = () => table.write(remove(unscopedKeys.mail(mail)))
  const delivery = await table.get(keysOf(tenant.id).delivery(mail.delivery_id))
  if (!delivery || delivery.deleted_at || !delivery.email) return forget()
  const { token, isNew, ...kept } = await doorOf(services, tenant, delivery)
  const found = await readDoor(services, kept)
  if (!found?.patient || !isTold(found.patient, tenant)) return forget()
  const now = services.now()
  const kind = await noticeOf(mail, found, services)
  if (kind && isQuiet(tenant.time_zone, now)) {
    if (kind !== 'planned') return forget()
    const due_at = afterQuiet(tenant.time_zone, now).toISOString()
    return table.write(
      remove(unscopedKeys.mail(mail), { exists: true, refused: () => new Overtaken() }),
      mailWrite({ ...mail, due_at, waiting_since: due_at }),
    )
  }
  const email = delivery.email.toLowerCase()
  if (!kind || wasTold(found.door, kind, email)) return forget()
  if (await refusesOthersMail(services, email)) return forget()
  const notice = { found, isNew, delivery, token, kind, email }
  if (!(await sendWithinLimit(services, mail, notice))) await forget()
}

/** The notice to send: what is true for the door now, among the kinds that this cause may lead to. */
async function noticeOf(
  { cause }: RecipientMail,
  found: FoundDoor,
  services: Services,
): Promise<NoticeKind | undefined> {
  const { deliveries, door, tenant } = found
  const stage = doorStage(deliveries)?.state
  const today = dayIn(tenant.time_zone, services.now())
  if (cause === 'planned') {
    const isSoon = door.date === today || door.date === addDays(today, 1)
    return stage === 'planned' && isSoon ? 'planned' : undefined
  }
  if (cause === 'out' || cause === 'next') {
    if (stage !== 'out') return undefined
    const isNext = (await stopsBefore(found, services)) === 0
    return isNext ? 'next' : cause === 'out' ? 'out' : undefined
  }
  return stage === 'delivered' || stage === 'missed' ? stage : undefined
}

/** Each kind of notice with the kinds that make it obsolete if one of them was sent before. */
const overtaking: Readonly<Record<NoticeKind, readonly NoticeKind[]>> = {
  planned: ['planned', 'out', 'next', 'delivered', 'missed'],
  out: ['out', 'next'],
  next: ['next'],
  delivered: ['delivered'],
  missed: ['missed', 'delivered'],
}

const wasTold = ({ notices }: StoredDoor, kind: NoticeKind, email: string) =>
  notices.some((notice) => notice.email === email && overtaking[kind].includes(notice.kind))

/** Returns false if the address has had too many updates. One that SES didn't take doesn't count: it is tried again. */
async function sendWithinLimit(services: Services, mail: RecipientMail, notice: NoticeToSend): Promise<boolean> {
  const of = [[toAddress, notice.email]] as const
  try {
    await whileAllowed(services.table, services.now(), { of, write: () => send(services, mail, notice) })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'tooMany') return false
    throw error
  }
}

interface NoticeToSend {
  found: FoundDoor
  /** Whether the door is not in the table yet. */
  isNew: boolean
  delivery: StoredDelivery
  token: string
  kind: NoticeKind
  email: string
}

async function send(
  services: Services,
  mail: RecipientMail,
  { found, isNew, delivery, token, kind, email }: NoticeToSend,
): Promise<void> {
  const { table, mailer, now } = services
  const { hash, door, tenant } = found
  const notice: StoredNotice = { kind, email, at: now().toISOString(), state: 'sending', mail_id: mail.id }
  const claimed = { ...door, version: door.version + 1, notices: [...door.notices, notice] }
  const mine = check(unscopedKeys.mail(mail), { exists: true, refused: () => new Overtaken() })
  await table.write(doorWrite({ hash, door, isNew }, claimed), mine)
  const message = composeNotice(services, { found, delivery, token, kind })
  const tags: NoticeTags = { door: hash, mail: mail.id, delivery: delivery.id }
  const its = { hash, mail_id: mail.id }
  try {
    await mailer.send({ ...message, to: delivery.email, tags })
  } catch (error) {
    // SES may have accepted the message even though it didn't respond in time, so this notice is never sent again.
    if (isUnanswered(error)) return table.write(remove(unscopedKeys.mail(mail)))
    await changeNotice(table, { ...its, change: () => undefined, write: (write) => table.write(write) })
    throw error
  }
  const own = { tenantId: tenant.id, actor: system }
  const activity = openRecorder(services, own, { event: 'notice.sent', place: null, requestId: mail.id })
  const changes = [{ field: 'update', from: null, to: kind }]
  const sent = { action: 'notice.sent', ...aboutDelivery(delivery), changes } as const
  await changeNotice(table, {
    ...its,
    // The mail may have bounced already.
    change: (stored) => ({ ...stored, state: stored.state === 'sending' ? 'sent' : stored.state }),
    write: (write) => activity.record(sent, write, remove(unscopedKeys.mail(mail))),
  })
}

const isUnanswered = (error: unknown) =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
