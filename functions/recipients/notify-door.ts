import type { NoticeKind, NotSentReason } from '#shared/model/notices.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { findDoorState, shouldGetNotices } from '#shared/rules/doors.ts'
import { isQuietHour, nextNonQuietTime, plannedNoticeTime, rangeStage } from '#shared/rules/notices.ts'
import { isStateNumber } from '#shared/rules/state-area-codes.ts'
import { stopKey } from '#shared/rules/stops.ts'
import { doorWrite } from '../data/doors.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { noticesAbout, placesOf, type StoredDoor, type StoredNotice } from '../data/entities/door.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Services } from '../http/services.ts'
import { mailWrite } from '../mail/outbox.ts'
import type { RecipientNoticeTask } from '../mail/recipient-tasks.ts'
import { findOthersMailBlock } from '../mail/undeliverable-addresses.ts'
import { type Allowance, runWithinAllowance } from '../security/throttle.ts'
import { type FoundDoor, findDoorOf, findOrPrepareDoor, readDoorDetails, storeDoor } from './find-door.ts'
import { budgetUsedUpError, takeFromBudget } from './message-budget.ts'
import { getsTexts, noticeAddress, sentNoticeAddress } from './notice-address.ts'
import { type NoticeToSend, sendRecipientNotice } from './send-recipient-notice.ts'
import { findUpcomingStop } from './upcoming-stop.ts'

const aDay = { seconds: 86_400, detail: 'Too many updates' }

/**
 * Limits how many notices one address or number gets from one organisation within 24 hours, so that no organisation can use up
 * another's.
 */
const toAddress: Allowance = { ...aDay, what: 'updates-to-address', times: 12 }

/** Limits how many notices one address or number gets within 24 hours from all organisations together. */
const toAddressFromAll: Allowance = { ...aDay, what: 'updates-to-address-from-all', times: 60 }

/**
 * Carries out a task about one delivery. Sends the recipient the notice that fits the packages at the delivery's door as they are
 * now, and removes the task. Sends nothing if the task's cause is no longer true, if the address or number already had this kind of
 * notice for this door or one that makes it superfluous, or if the recipient gets no notices. If a limit or a missing verification
 * prevents the notice, the door says so. In quiet hours, a notice about when a delivery arrives is put off until they end, and any other is dropped.
 */
export const notifyDoor = (services: Services, mail: RecipientNoticeTask, tenant: StoredTenant): Promise<void> =>
  retryIfOvertaken(async () => {
    const notice = await findNotice(services, mail, tenant)
    if (notice && isQuietHour(tenant, services.now()) && isAboutArrival(notice.kind)) {
      const due_at = nextNonQuietTime(tenant, services.now()).toISOString()
      return services.table.write(
        remove(unscopedKeys.mail(mail), { exists: true, refused: () => new OvertakenError() }),
        mailWrite({ ...mail, due_at, waiting_since: due_at }),
      )
    }
    if (!notice) return services.table.write(remove(unscopedKeys.mail(mail)))
    const reason = (await whyNotAllowed(services, tenant, notice)) ?? (await sendWithinLimits(services, mail, notice))
    if (reason) await recordNotSent(services, mail, { notice, reason })
  })

/**
 * Returns why nothing may be sent to this reader at all: the number is none to which texts may go, or the organisation isn't verified
 * and the address belongs to none of its own people. These must have joined, which proves that the mailbox is theirs.
 */
async function whyNotAllowed(
  { table }: Services,
  tenant: StoredTenant,
  { way, address }: NoticeToSend,
): Promise<NotSentReason | undefined> {
  if (way === 'text' && !isStateNumber(address)) return 'number'
  if (tenant.verified_at !== undefined) return undefined
  if (way === 'text') return 'unverified'
  const keys = keysOf(tenant.id)
  const holder = await table.get(keys.address(address))
  const user = holder && (await table.get(keys.user(holder.user_id)))
  return user?.is_active && user.account_id !== undefined ? undefined : 'unverified'
}

/** Stores with the door that a notice was not sent, unless it says so already, and removes the task. */
async function recordNotSent(
  { table, now }: Services,
  mail: RecipientNoticeTask,
  { notice, reason }: { notice: NoticeToSend; reason: NotSentReason },
): Promise<void> {
  const { found, isNew, kind, address, way } = notice
  const { hash, door } = found
  const done = remove(unscopedKeys.mail(mail))
  const isKnown = door.notices.some((one) => one.kind === kind && one.reason === reason)
  if (isKnown) return table.write(done)
  const to = way === 'text' ? { email: '', phone: address } : { email: address }
  const stored: StoredNotice = { kind, ...to, at: now().toISOString(), state: 'not_sent', reason, mail_id: mail.id }
  const next = { ...door, version: door.version + 1, notices: [...door.notices, stored] }
  await table.write(doorWrite({ hash, door, isNew }, next), done)
}

const isAboutArrival = (kind: NoticeKind) => kind === 'planned' || kind === 'moved' || kind === 'confirmed'

/** Finds the notice that a task leads to. Undefined if it leads to none. */
async function findNotice(
  services: Services,
  mail: RecipientNoticeTask,
  tenant: StoredTenant,
): Promise<NoticeToSend | undefined> {
  const { table } = services
  const keys = keysOf(tenant.id)
  const delivery = await table.get(keys.delivery(mail.delivery_id))
  if (!delivery || delivery.deleted_at) return undefined
  const patient = await table.get(keys.patient(delivery.patient_id))
  if (!patient || !shouldGetNotices(patient, tenant)) return undefined
  const address = noticeAddress(patient, delivery, tenant)
  const way = getsTexts(patient, delivery, tenant) ? 'text' : 'email'
  if (!address || (way === 'text' && !services.texter)) return undefined
  const prepared = await findOrPrepareDoor(services, { tenant, delivery, address })
  // A new door is stored with its first notice.
  const { token, isNew, ...stored } = prepared.isNew ? prepared : await storeDoor(services, prepared)
  const found = await readDoorDetails(services, stored)
  if (!found) return undefined
  const kind = await noticeOf(mail, { found, door: found.door, delivery, address }, services)
  const sentNotices = noticesAbout(found.door, delivery)
  const { time_zone } = tenant
  if (!kind || wasSent(sentNotices, { kind, address, date: found.door.date, time_zone, now: services.now() }))
    return undefined
  if (isQuietHour(tenant, services.now()) && !isAboutArrival(kind)) return undefined
  if (await findOthersMailBlock(services, address, tenant.id)) return undefined
  return { found, isNew, delivery, token, kind, address, way }
}

interface Reader {
  door: StoredDoor
  delivery: StoredDelivery
  address: string
}

/** Returns the last notice that told a reader when the packages at a door arrive. */
const lastArrivalNotice = ({ notices }: StoredDoor, address: string) =>
  notices.findLast((notice) => sentNoticeAddress(notice) === address && notice.time_range !== undefined)

/** Whether the reader of a door still believes in the day or time range that the task's delivery had before it moved. */
async function believesOldTime({ from }: RecipientNoticeTask, { door, delivery, address }: Reader, services: Services) {
  if (!from) return false
  const here = lastArrivalNotice(door, address)
  const isTrueHere = here?.time_range === delivery.time_range
  const { date, place, was_asked } = from
  if (date === door.date && placesOf(delivery).includes(place)) return (was_asked || here !== undefined) && !isTrueHere
  const { door: old } = await findDoorOf(services, door.tenant_id, { date, place, reader: address })
  const before = old && lastArrivalNotice(old, address)
  return (was_asked || before !== undefined) && !(isTrueHere && here.at >= (before?.at ?? ''))
}

/** Returns the kind of notice that fits the door's packages as they are now. Undefined if this cause cannot lead to it. */
async function noticeOf(
  mail: RecipientNoticeTask,
  { found, delivery, address }: Reader & { found: FoundDoor },
  services: Services,
): Promise<NoticeKind | undefined> {
  const { cause } = mail
  const { deliveries, door, tenant } = found
  const stage = findDoorState(deliveries)?.state
  if (cause === 'planned') {
    const now = services.now()
    if (stage !== 'planned' || rangeStage(tenant.time_zone, delivery, now) === 'ended') return undefined
    if (await believesOldTime(mail, { door, delivery, address }, services)) return 'moved'
    const today = dayIn(tenant.time_zone, now)
    return door.date === today || door.date === addDays(today, 1) ? 'planned' : undefined
  }
  if (cause === 'confirmed') {
    const isAhead = stage === 'planned' && rangeStage(tenant.time_zone, delivery, services.now()) !== 'ended'
    return isAhead ? 'confirmed' : undefined
  }
  if (cause === 'out' || cause === 'next') {
    if (stage !== 'out') return undefined
    return (await isNextStop(found, services)) ? 'next' : cause === 'out' ? 'out' : undefined
  }
  return stage === 'delivered' || stage === 'missed' ? stage : undefined
}

async function isNextStop({ deliveries, tenant }: FoundDoor, services: Services): Promise<boolean> {
  const out = deliveries.filter(({ status }) => status === 'in_progress')
  const [own] = out
  if (!own) return false
  const { first } = await findUpcomingStop(services, tenant.id, own)
  return first !== undefined && out.some((one) => stopKey(one) === stopKey(first))
}

/**
 * For each kind of notice, the kinds that make it superfluous once one of them has been sent. Whether a notice of a new day or time
 * is superfluous is decided by `believesOldTime`.
 */
const overtaking: Readonly<Record<NoticeKind, readonly NoticeKind[]>> = {
  planned: ['planned', 'out', 'next', 'delivered', 'missed'],
  moved: [],
  confirmed: [],
  out: ['out', 'next'],
  next: ['next'],
  delivered: ['delivered'],
  missed: ['missed', 'delivered'],
}

interface Candidate {
  kind: NoticeKind
  address: string
  date: string
  time_zone: string
  now: Date
}

/** For how long one notice that a day stays as planned answers for all packages of a door, in milliseconds. */
const answeredTogetherMs = 10 * 60_000

function wasSent(notices: readonly StoredNotice[], { kind, address, date, time_zone, now }: Candidate): boolean {
  const remindsAt = plannedNoticeTime(time_zone, date).toISOString()
  const lately = new Date(now.getTime() - answeredTogetherMs).toISOString()
  return notices
    .filter((notice) => notice.state !== 'not_sent' && sentNoticeAddress(notice) === address)
    .some(
      (notice) =>
        overtaking[kind].includes(notice.kind) ||
        // Who was told of the day when others are reminded of theirs needs no reminder.
        (kind === 'planned' && (notice.kind === 'moved' || notice.kind === 'confirmed') && notice.at >= remindsAt) ||
        (kind === 'confirmed' && notice.kind === kind && notice.at >= lately),
    )
}

/**
 * Sends a notice, if the limits for the address and the organisation's budget allow it. Otherwise returns the reason. If sending
 * fails and the task will be tried again, the notice counts nowhere.
 */
async function sendWithinLimits(
  services: Services,
  mail: RecipientNoticeTask,
  notice: NoticeToSend,
): Promise<NotSentReason | undefined> {
  const { tenant } = notice.found
  const of = [
    [toAddress, JSON.stringify([tenant.id, notice.address])],
    [toAddressFromAll, notice.address],
  ] as const
  const usedUp = budgetUsedUpError()
  const write = async () => {
    const giveBack = await takeFromBudget(services, tenant, usedUp)
    await sendRecipientNotice(services, mail, notice).catch(async (error: unknown) => {
      await giveBack()
      throw error
    })
  }
  try {
    await runWithinAllowance(services.table, services.now(), { of, write })
    return undefined
  } catch (error) {
    if (error === usedUp) return 'budget'
    if (error instanceof AppError && error.code === 'tooMany') return 'address_limit'
    throw error
  }
}
