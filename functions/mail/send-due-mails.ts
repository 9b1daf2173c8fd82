import { mailPartitions, recipientTaskPartitions, type StoredOutboxItem } from '../data/entities/mail.ts'
import type { Partition } from '../data/key.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { runInTenant, runOutsideTenants } from '../data/scope.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, remove, type Write } from '../data/writes.ts'
import { isTemporaryFailure } from '../failures/temporary-failures.ts'
import type { Services } from '../http/services.ts'
import { readDueInTurns } from './due-in-turns.ts'
import { isLetterMail } from './letters.ts'
import { mailLeaseMs } from './outbox.ts'
import { sendRequestedMail } from './requested-mail.ts'
import { sendLetter } from './send-letter.ts'

/** How many items a worker serves before it looks again at what is due, so that new items take their turn. */
const roundSize = 25

/**
 * How long a worker goes on claiming mails, in milliseconds. It claims none after that, so that its function isn't cut off between
 * sending a mail and removing it.
 */
const runMs = 12_000

/**
 * After this many failures in a row that are temporary or affect all messages, the remaining mails of the partition wait for the
 * worker's next run.
 */
const patience = 3

/** SES's errors for a mail that it will never accept. */
const finalRefusal = /^(MessageRejected|InvalidParameterValue|ValidationError)/

/** Errors that affect all messages, such as a used-up spending limit for texts. They last until an operator has acted. */
const shutOut = /^(AccessDenied|AccountSendingPaused|ConfigurationSetSendingPaused|ServiceQuotaExceeded)/

/** The number of refusals after which a mail is set aside. After the earlier ones it is tried again, in 2, 4, 8 and 16 minutes. */
const mostRefusals = 5

/** For how many seconds a mail that was set aside is kept for inspection. */
const parkedSeconds = 30 * 86_400

/**
 * Sends the mails that are due and carries out the tasks, until the time for a run is over. Parallel workers share them. After a
 * failure that is temporary or affects all messages, a mail is due again a minute after it was claimed. Any other failure counts as
 * a refusal of the single mail, and the other mails are still sent.
 */
export async function sendDueMails(
  services: Services,
  tasks: Tasks,
  partitions: readonly Partition<StoredOutboxItem>[] = [...mailPartitions, ...recipientTaskPartitions],
): Promise<void> {
  await Promise.all(partitions.map((partition) => runOutsideTenants(() => sendFrom(services, partition, tasks))))
}

/**
 * Carries out an item of the outbox that is no letter, and removes it. The type is taken from a method, because TypeScript compares
 * the parameters of methods in both directions and so accepts functions for items of a single kind.
 */
type CarryOut = { carryOut(services: Services, item: StoredOutboxItem): Promise<unknown> }['carryOut']

/** How each kind of item that is no letter is carried out. */
type Tasks = Readonly<Record<string, CarryOut>>

async function sendFrom(services: Services, partition: Partition<StoredOutboxItem>, tasks: Tasks): Promise<void> {
  const end = services.now().getTime() + runMs
  let failures = 0
  for (;;) {
    const due = await readDueInTurns(services, partition)
    if (due.length === 0) return
    for (const found of due.slice(0, roundSize)) {
      if (services.now().getTime() > end) return
      const mail = await reschedule(services, found, mailLeaseMs)
      if (!mail) continue
      const error = await sendOn(services, mail, tasks).then(
        () => undefined,
        (reason: unknown) => (reason instanceof Error ? reason : new Error()),
      )
      const isDown = error && (isTemporaryFailure(error) || shutOut.test(error.name))
      if (error && !isDown) await refuse(services, mail, error.name)
      if (isDown) services.log.warn('mail', lineOf(mail, error.name))
      failures = isDown ? failures + 1 : 0
      if (failures === patience) return
    }
  }
}

const lineOf = ({ id, kind, refusals }: StoredOutboxItem, error: string) => ({ mail_id: id, kind, error, refusals })

async function sendOn(services: Services, mail: StoredOutboxItem, tasks: Tasks): Promise<void> {
  const { kind, tenant_id } = mail
  const carryOut: CarryOut | undefined = isLetterMail(mail)
    ? sendLetter
    : { requested: sendRequestedMail, ...tasks }[kind]
  if (!carryOut) throw new Error('An item of the outbox has an unknown kind')
  await (tenant_id === undefined ? carryOut(services, mail) : runInTenant(tenant_id, () => carryOut(services, mail)))
}

/** Delays a refused mail, or sets it aside if it was refused too often or SES will never accept it. */
async function refuse(services: Services, mail: StoredOutboxItem, error: string): Promise<void> {
  const refused = { ...mail, refusals: mail.refusals + 1 }
  if (refused.refusals < mostRefusals && !finalRefusal.test(error)) {
    services.log.warn('mail', lineOf(mail, error))
    await reschedule(services, refused, 2 ** refused.refusals * 60_000)
    return
  }
  services.log.error('mail parked', lineOf(refused, error))
  const expires_at_seconds = Math.floor(services.now().getTime() / 1000) + parkedSeconds
  await move(services, mail, put(unscopedKeys.parkedMail(mail.id), { ...refused, expires_at_seconds }))
}

/**
 * Makes a mail due again after `ms` milliseconds. Until then, this worker has the lease. Returns undefined if another worker has
 * claimed the mail.
 */
async function reschedule(
  services: Services,
  mail: StoredOutboxItem,
  ms: number,
): Promise<StoredOutboxItem | undefined> {
  const next = { ...mail, due_at: new Date(services.now().getTime() + ms).toISOString() }
  const isMoved = await move(services, mail, put(unscopedKeys.mail(next), next))
  return isMoved ? next : undefined
}

async function move(services: Services, mail: StoredOutboxItem, to: Write) {
  try {
    await services.table.write(
      remove(unscopedKeys.mail(mail), { exists: true, refused: () => new OvertakenError() }),
      to,
    )
    return true
  } catch (error) {
    if (error instanceof OvertakenError) return false
    throw error
  }
}
