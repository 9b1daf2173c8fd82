import type { LinkMail, LinkMailKind, PersonalMail, StoredMail } from '../data/entities/mail.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { Overtaken } from '../data/overtaken.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { put, remove, update, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { newLink, type UserPurpose } from '../security/links.ts'
import { composeMail } from './compose-mail.ts'
import { refusesOthersMail, refusesOwnMail } from './dead-addresses.ts'

/** A run that holds a mail has so long to send it; then others may. */
export const leaseMs = 60_000

/** A new link of a user, or of an account for a reset, and the mail that brings it, held by the run that makes it. */
export async function newLinkMail<K extends LinkMailKind>(
  services: Services,
  kind: K,
  { tenant_id, id }: Pick<StoredUser, 'tenant_id' | 'id'>,
) {
  const { seed, fields } = await newLink(services.keys, kind, { tenant_id, holder_id: id }, services.now())
  const mail: LinkMail = { ...seed, ...held(services), kind }
  return { mail, fields }
}

/** A new mail in the hands of the run that makes it. */
export const held = (services: Services) => ({
  id: services.newId(),
  waiting_since: services.now().toISOString(),
  due_at: new Date(services.now().getTime() + leaseMs).toISOString(),
  refusals: 0,
})

/** Belongs into the transaction of what causes the mail. */
export const mailWrite = (mail: StoredMail): Write => put(unscopedKeys.mail(mail), mail)

/**
 * Sends a mail that the caller holds, and forgets it; one whose link is void meanwhile, or whose address is dead, is only
 * forgotten. Answers whether it went out.
 */
export async function sendMail(services: Services, mail: PersonalMail): Promise<boolean> {
  const message = await composeMail(services, mail)
  const isOwn = mail.kind === 'reset' || mail.kind === 'verification'
  const findReason = isOwn ? refusesOwnMail : refusesOthersMail
  const dead = message && (await findReason(services, message.to))
  if (message && !dead) await services.mailer.send(message)
  await services.table.write(remove(unscopedKeys.mail(mail)))
  if (dead) services.log.warn('mail dropped', { mail_id: mail.id, kind: mail.kind, reason: dead.reason })
  return Boolean(message && !dead)
}

/** Sends a new mail right away, if SES takes it now: else the worker will. */
export async function sendAtOnce(services: Services, mail: PersonalMail): Promise<boolean> {
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
  /** Set together with the link. */
  fields?: Partial<StoredUser>
  /** Written in the same transaction. */
  writes?: readonly Write[]
  /** Writes the transaction, perhaps with the event that tells of it. */
  write?: (...writes: readonly Write[]) => Promise<void>
}

/**
 * Gives an active user who has not joined a new link and mails it. Answers whether it went out at once; a user who joined or was
 * deactivated meanwhile is to be decided on anew.
 */
export async function sendLink(
  services: Services,
  kind: UserPurpose,
  { user, fields = {}, writes = [], write = (...all) => services.table.write(...all) }: NewUserLink,
): Promise<boolean> {
  const { mail, fields: link } = await newLinkMail(services, kind, user)
  await write(
    update(
      keysOf(user.tenant_id).user(user.id),
      { set: { ...fields, ...link } },
      { where: { is_active: true }, hasNot: ['account_id'], refused: () => new Overtaken() },
    ),
    mailWrite(mail),
    ...writes,
  )
  return sendAtOnce(services, mail)
}
