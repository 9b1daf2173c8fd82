import type { LinkMail, LinkMailKind, PersonalMail, StoredOutboxItem } from '../data/entities/mail.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { put, remove, update, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { newLink, type UserLinkPurpose } from '../security/links.ts'
import { composeMail } from './compose-mail.ts'
import { findOthersMailBlock, findOwnMailBlock } from './dead-addresses.ts'

/**
 * How long the lease of a mail lasts, in milliseconds. Only the holder of the lease sends the mail; afterwards any worker may send
 * it.
 */
export const mailLeaseMs = 60_000

/**
 * Makes a new link for a user or, for a reset, for an account. Returns the mail that will bring the link, whose lease the caller
 * holds, and the fields to store with the user or account. Writes nothing.
 */
export async function newLinkMailWithFields<K extends LinkMailKind>(
  services: Services,
  kind: K,
  { tenant_id, id }: Pick<StoredUser, 'tenant_id' | 'id'>,
) {
  const { seed, fields } = await newLink(services.keys, kind, { tenant_id, holder_id: id }, services.now())
  const mail: LinkMail = { ...seed, ...leasedMailFields(services), kind }
  return { mail, fields }
}

/** Returns the common fields of a new mail whose lease the caller holds. */
export const leasedMailFields = (services: Services) => ({
  id: services.newId(),
  waiting_since: services.now().toISOString(),
  due_at: new Date(services.now().getTime() + mailLeaseMs).toISOString(),
  refusals: 0,
})

/** Returns the write that puts a mail into the outbox. Add it to the transaction of the change that causes the mail. */
export const mailWrite = (mail: StoredOutboxItem): Write => put(unscopedKeys.mail(mail), mail)

/**
 * Sends a mail whose lease the caller holds, and removes it from the outbox. If the mail is no longer of use, or if its address
 * gets no mails of this kind, the mail is removed without being sent. Returns whether it was sent.
 */
export async function sendMail(services: Services, mail: PersonalMail): Promise<boolean> {
  const message = await composeMail(services, mail)
  const isOwn = mail.kind === 'reset' || mail.kind === 'verification'
  const findReason = isOwn ? findOwnMailBlock : findOthersMailBlock
  const dead = message && (await findReason(services, message.to))
  if (message && !dead) await services.mailer.send(message)
  await services.table.write(remove(unscopedKeys.mail(mail)))
  if (dead) services.log.warn('mail dropped', { mail_id: mail.id, kind: mail.kind, reason: dead.reason })
  return Boolean(message && !dead)
}

/** Tries to send a new mail at once, and returns whether it was sent. If sending fails, the worker tries again later. */
export async function trySendingAtOnce(services: Services, mail: PersonalMail): Promise<boolean> {
  try {
    return await sendMail(services, mail)
  } catch (error) {
    const { name } = error instanceof Error ? error : new Error()
    services.log.warn('mail', { mail_id: mail.id, kind: mail.kind, error: name })
    return false
  }
}

interface NewUserLink {
  user: StoredUser
  /** More fields to set on the user together with the link. */
  fields?: Partial<StoredUser>
  /** More writes for the same transaction. */
  writes?: readonly Write[]
  /** Executes the transaction. It may add an event. */
  write?: (...writes: readonly Write[]) => Promise<void>
}

/**
 * Gives a new link to an active user who has not joined yet, and mails it. Returns whether the mail was sent at once. Throws
 * `OvertakenError` if the user has joined or was deactivated in the meantime; the caller must then decide again.
 */
export async function mailNewUserLink(
  services: Services,
  kind: UserLinkPurpose,
  { user, fields = {}, writes = [], write = (...all) => services.table.write(...all) }: NewUserLink,
): Promise<boolean> {
  const { mail, fields: link } = await newLinkMailWithFields(services, kind, user)
  await write(
    update(
      keysOf(user.tenant_id).user(user.id),
      { set: { ...fields, ...link } },
      { where: { is_active: true }, hasNot: ['account_id'], refused: () => new OvertakenError() },
    ),
    mailWrite(mail),
    ...writes,
  )
  return trySendingAtOnce(services, mail)
}
