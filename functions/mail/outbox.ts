import type { LinkMail, LinkMailKind, PersonalMail, StoredMail, StoredUser } from '../data/entities.ts'
import { keysOf, unscopedKeys } from '../data/keys.ts'
import { Overtaken } from '../data/overtaken.ts'
import { setting } from '../data/setting.ts'
import type { Write } from '../data/table.ts'
import type { House } from '../http/house.ts'
import { newLink } from '../security/links.ts'
import { composeMail } from './compose-mail.ts'
import { findDead } from './dead-addresses.ts'

/** Who holds a mail has so long to send it; then others may. */
export const leaseMs = 60_000

/** A new link of a user, and the mail that brings it, held by who makes it. */
export async function newLinkMail(house: House, kind: LinkMailKind, user: Pick<StoredUser, 'tenant_id' | 'id'>) {
  const { seed, fields } = await newLink(house.keys, kind, user, house.now())
  const mail: LinkMail = { ...seed, ...held(house), kind }
  return { mail, fields }
}

/** A new mail in the hands of who makes it. */
export const held = (house: House) => ({
  id: house.newId(),
  due_at: new Date(house.now().getTime() + leaseMs).toISOString(),
  refusals: 0,
})

/** Belongs into the transaction of what causes the mail. */
export const mailWrite = (mail: StoredMail): Write => ({ key: unscopedKeys.mail(mail), put: mail })

/**
 * Sends a mail that the caller holds, and forgets it; one whose link is void meanwhile, or whose address is dead, is only
 * forgotten. Answers whether it went out.
 */
export async function sendMail(house: House, mail: PersonalMail): Promise<boolean> {
  const message = await composeMail(house, mail)
  const dead = message && (await findDead(house, message.to))
  if (message && !dead) await house.mailer.send(message)
  await house.table.write({ key: unscopedKeys.mail(mail), remove: true })
  if (dead) house.log.warn('mail dropped', { mail_id: mail.id, kind: mail.kind, reason: dead.reason })
  return Boolean(message && !dead)
}

/** Sends a new mail right away, if SES takes it now: else the worker will. */
export async function sendAtOnce(house: House, mail: PersonalMail): Promise<boolean> {
  try {
    return await sendMail(house, mail)
  } catch (error) {
    const { name } = error instanceof Error ? error : new Error()
    house.log.warn('mail', { mail_id: mail.id, kind: mail.kind, error: name })
    return false
  }
}

/**
 * Gives an active user a new link and mails it, `fields` being set with it. Answers whether it went out at once; who is not active
 * any more is to be decided on anew.
 */
export async function sendLink(
  house: House,
  kind: LinkMailKind,
  { user, fields = {} }: { user: StoredUser; fields?: Partial<StoredUser> },
): Promise<boolean> {
  const { mail, fields: link } = await newLinkMail(house, kind, user)
  const { update, names, values } = setting({ ...fields, ...link })
  await house.table.write(
    {
      key: keysOf(user.tenant_id).user(user.id),
      update,
      condition: 'is_active = :yes',
      names,
      values: { ...values, ':yes': true },
      refused: () => new Overtaken(),
    },
    mailWrite(mail),
  )
  return sendAtOnce(house, mail)
}
