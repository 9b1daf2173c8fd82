import type { NoticeKind } from '#shared/model/notices.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { findDoorState, shouldGetNotices } from '#shared/rules/doors.ts'
import { isQuietHour, nextNonQuietTime } from '#shared/rules/notices.ts'
import { stopKey } from '#shared/rules/stops.ts'
import type { StoredDoor } from '../data/entities/door.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Services } from '../http/services.ts'
import { mailWrite } from '../mail/outbox.ts'
import type { RecipientNoticeTask } from '../mail/recipient-tasks.ts'
import { findOthersMailBlock } from '../mail/undeliverable-addresses.ts'
import { type Allowance, runWithinAllowance } from '../security/throttle.ts'
import { type FoundDoor, findOrPrepareDoor, readDoorDetails } from './find-door.ts'
import { noticeAddress, prefersTexts, sentNoticeAddress } from './notice-address.ts'
import { type NoticeToSend, sendRecipientNotice } from './send-recipient-notice.ts'
import { findUpcomingStop } from './upcoming-stop.ts'

/** Limits how many notices one address or number gets within 24 hours, for all its deliveries together. */
const toAddress: Allowance = { what: 'updates-to-address', times: 12, seconds: 86_400, detail: 'Too many updates' }

/**
 * Carries out a task about one delivery. Sends the recipient the notice that fits the packages at the delivery's door as they are
 * now (a door is one patient's packages to one address on one day), and removes the task. Sends nothing if the task's cause is no
 * longer true, if the address or number already had this kind of notice for this door or one that makes it superfluous, or if the
 * recipient gets no notices or has had the most that `toAddress` allows. In quiet hours, a notice that a delivery is planned is put
 * off until they end, and any other is dropped.
 */
export async function notifyDoor(services: Services, mail: RecipientNoticeTask, tenant: StoredTenant): Promise<void> {
  const { table } = services
  const forget = () => table.write(remove(unscopedKeys.mail(mail)))
  const delivery = await table.get(keysOf(tenant.id).delivery(mail.delivery_id))
  if (!delivery || delivery.deleted_at) return forget()
  const { token, isNew, ...kept } = await findOrPrepareDoor(services, tenant, delivery)
  const found = await readDoorDetails(services, kept)
  if (!found?.patient || !shouldGetNotices(found.patient, tenant)) return forget()
  const address = noticeAddress(found.patient, delivery)
  if (!address || (prefersTexts(found.patient) && !services.texter)) return forget()
  const now = services.now()
  const kind = await noticeOf(mail, found, services)
  if (kind && isQuietHour(tenant.time_zone, now)) {
    if (kind !== 'planned') return forget()
    const due_at = nextNonQuietTime(tenant.time_zone, now).toISOString()
    return table.write(
      remove(unscopedKeys.mail(mail), { exists: true, refused: () => new OvertakenError() }),
      mailWrite({ ...mail, due_at, waiting_since: due_at }),
    )
  }
  if (!kind || wasTold(found.door, kind, address)) return forget()
  if (await findOthersMailBlock(services, address)) return forget()
  const notice = { found, isNew, delivery, token, kind, address }
  if (!(await sendWithinLimit(services, mail, notice))) await forget()
}

/** Returns the kind of notice that fits the door's packages as they are now. Undefined if this cause cannot lead to it. */
async function noticeOf(
  { cause }: RecipientNoticeTask,
  found: FoundDoor,
  services: Services,
): Promise<NoticeKind | undefined> {
  const { deliveries, door, tenant } = found
  const stage = findDoorState(deliveries)?.state
  const today = dayIn(tenant.time_zone, services.now())
  if (cause === 'planned') {
    const isSoon = door.date === today || door.date === addDays(today, 1)
    return stage === 'planned' && isSoon ? 'planned' : undefined
  }
  if (cause === 'out' || cause === 'next') {
    if (stage !== 'out') return undefined
    return (await isNextStop(found, services)) ? 'next' : cause === 'out' ? 'out' : undefined
  }
  return stage === 'delivered' || stage === 'missed' ? stage : undefined
}

async function isNextStop({ deliveries, tenant }: FoundDoor, services: Services): Promise<boolean> {
  const own = deliveries.find(({ status }) => status === 'in_progress')
  if (!own) return false
  const { first } = await findUpcomingStop(services, tenant.id, own)
  return first !== undefined && stopKey(first) === stopKey(own)
}

/** For each kind of notice, the kinds that make it superfluous once one of them has been sent. */
const overtaking: Readonly<Record<NoticeKind, readonly NoticeKind[]>> = {
  planned: ['planned', 'out', 'next', 'delivered', 'missed'],
  out: ['out', 'next'],
  next: ['next'],
  delivered: ['delivered'],
  missed: ['missed', 'delivered'],
}

const wasTold = ({ notices }: StoredDoor, kind: NoticeKind, address: string) =>
  notices.some((notice) => sentNoticeAddress(notice) === address && overtaking[kind].includes(notice.kind))

/**
 * Sends a notice. Returns false, without sending it, if the address or number has had the most notices that `toAddress` allows. If
 * sending fails and the task will be tried again, the notice does not count.
 */
async function sendWithinLimit(services: Services, mail: RecipientNoticeTask, notice: NoticeToSend): Promise<boolean> {
  const of = [[toAddress, notice.address]] as const
  try {
    await runWithinAllowance(services.table, services.now(), {
      of,
      write: () => sendRecipientNotice(services, mail, notice),
    })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'tooMany') return false
    throw error
  }
}
