import type { StoredUser } from '../data/entities/user.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { keysOf } from '../data/table-keys.ts'
import { update, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { type MailedLinkPurpose, newLink, type UserLinkPurpose } from '../security/links.ts'
import { leasedMailFields, mailWrite } from './outbox.ts'
import { trySendingAtOnce } from './send-letter.ts'

/**
 * Makes a new link for a user or, for a reset, for an account. Returns the mail that will bring the link, whose lease the caller
 * holds, and the fields to store with the user or account. Writes nothing.
 */
export async function newLinkMailWithFields<K extends MailedLinkPurpose>(
  services: Services,
  kind: K,
  { tenant_id, id }: Pick<StoredUser, 'tenant_id' | 'id'>,
) {
  const { seed, fields } = await newLink(services.keys, kind, { tenant_id, holder_id: id }, services.now())
  const mail = { ...seed, ...leasedMailFields(services), kind }
  return { mail, fields }
}

interface NewUserLink {
  user: StoredUser
  /** More fields to set on the user together with the link. */
  fields?: Partial<StoredUser>
  /** More writes for the same transaction. */
  writes?: readonly Write[]
  /** Executes the transaction. It may add an event. */
  write?: (...writes: readonly Write[]) => Promise<void>
  /** Whether a person waits for the mail to be sent. */
  isAwaited?: boolean
}

/**
 * Gives a new link to an active user who has not joined yet, and mails it. Returns whether the mail was sent at once. Throws
 * `OvertakenError` if the user has joined or was deactivated in the meantime; the caller must then decide again.
 */
export async function mailNewUserLink(
  services: Services,
  kind: UserLinkPurpose,
  { user, fields = {}, writes = [], write = (...all) => services.table.write(...all), isAwaited = true }: NewUserLink,
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
  return trySendingAtOnce(services, mail, isAwaited)
}
