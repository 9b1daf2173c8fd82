import { findActiveUser, readAccount } from '../data/accounts.ts'
import type {
  AccountNoticeKind,
  AccountNoticeMail,
  PersonNewsKind,
  PersonNewsMail,
  StoredOutboxItem,
} from '../data/entities/mail.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { sortKeyAfter } from '../data/table.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { newNotMeToken } from '../security/not-me-tokens.ts'
import { findOwnMailBlock } from './dead-addresses.ts'
import { accountNoticeContents } from './letters/account-notice.ts'
import { factorsResetMail } from './letters/factors-reset.ts'
import { newAdministratorMail } from './letters/new-administrator.ts'
import { nameSafeForMail } from './name-safe-for-mail.ts'
import { leasedMailFields, mailWrite } from './outbox.ts'
import { type MailContents, renderMail } from './render-mail.ts'

/** Returns the common fields of a mail that the worker sends in its next run. */
export const dueMailFields = ({ newId, now }: Pick<Services, 'newId' | 'now'>) => {
  const at = now().toISOString()
  return { id: newId(), waiting_since: at, due_at: at, refusals: 0 }
}

/** Returns the write for a notice to an account's owner. Add it to the transaction of the change that the notice reports. */
export const accountNoticeWrite = (
  services: Pick<Services, 'newId' | 'now'>,
  { account_id, notice, about }: { account_id: string; notice: AccountNoticeKind; about?: string | undefined },
): Write =>
  mailWrite({ ...dueMailFields(services), kind: 'notice', account_id, notice, ...(about !== undefined && { about }) })

interface News {
  news: PersonNewsKind
  /** The person whom the news is about. */
  user: StoredUser
  /** The person who made the change, if this person is to get no mail. */
  actor?: StoredUser
}

export const isPersonNewsMail = (mail: StoredOutboxItem): mail is PersonNewsMail =>
  mail.kind === 'new_administrator' || mail.kind === 'factors_reset'

/**
 * Returns the write for a mail that the worker turns into one mail to each active administrator who has joined the organisation,
 * except `user` and `actor`.
 */
export const personNewsMailWrite = (services: Services, { news, user, actor }: News): Write =>
  mailWrite({
    ...dueMailFields(services),
    kind: news,
    tenant_id: user.tenant_id,
    user_id: user.id,
    ...(actor && { actor_id: actor.id }),
  })

/**
 * Sends a notice to an account's owner and removes it from the outbox. If the account has no active user, or if mail to its address
 * has bounced for good in the last half year, the notice is removed without being sent.
 */
export async function sendAccountNotice(services: Services, mail: AccountNoticeMail): Promise<void> {
  const known = await readAccount(services.table, mail.account_id)
  const user = known && (await findActiveUser(services.table, known))
  if (user) {
    const letter = accountNoticeContents(mail.notice, { name: nameSafeForMail(user.full_name, 'there') })
    const token = await newNotMeToken(services.keys, mail, services.now())
    await deliver(services, user.email, {
      letter,
      link: `${services.appOrigin}/not-me?token=${encodeURIComponent(token)}`,
    })
  }
  await services.table.write(remove(unscopedKeys.mail(mail)))
}

async function deliver(services: Services, to: string, { letter, link }: { letter: MailContents; link: string }) {
  if (await findOwnMailBlock(services, to)) return
  await services.mailer.send({ to, ...renderMail(letter, link) })
}

/** How many administrators get their mails in one transaction. */
const mailsPerWrite = 80

export async function processPersonNewsMail(services: Services, mail: PersonNewsMail): Promise<void> {
  await (mail.reader_id === undefined ? spread(services, mail) : sendToReader(services, mail, mail.reader_id))
}

/**
 * Replaces the mail by one mail to each of the next administrators. If these are not all, also writes a mail like this one for the
 * remaining administrators. This is a single transaction, so that nobody gets the news twice.
 */
async function spread(services: Services, mail: PersonNewsMail): Promise<void> {
  const { kind, tenant_id, user_id, actor_id, told_until } = mail
  const from = told_until && sortKeyAfter(told_until)
  const users = await services.table.queryAll(keysOf(tenant_id).users, { from, consistent: true })
  const readers = users.filter(
    ({ id, is_active, is_tenant_admin, account_id }) =>
      is_active && is_tenant_admin && account_id && id !== user_id && id !== actor_id,
  )
  const now = readers.slice(0, mailsPerWrite)
  const last = readers.length > now.length ? now.at(-1) : undefined
  const common = { kind, tenant_id, user_id, ...(actor_id !== undefined && { actor_id }) }
  const mails = now.map(({ id }): PersonNewsMail => ({ ...dueMailFields(services), ...common, reader_id: id }))
  const rest: PersonNewsMail[] = last ? [{ ...leasedMailFields(services), ...common, told_until: last.id }] : []
  await services.table.write(
    remove(unscopedKeys.mail(mail), { exists: true, refused: () => new OvertakenError() }),
    ...[...mails, ...rest].map(mailWrite),
  )
}

const letters = { new_administrator: newAdministratorMail, factors_reset: factorsResetMail }

async function sendToReader(services: Services, mail: PersonNewsMail, readerId: string): Promise<void> {
  const keys = keysOf(mail.tenant_id)
  const wanted = [keys.user(readerId), keys.user(mail.user_id), keys.tenant] as const
  const [reader, user, tenant] = await services.table.getAll(wanted, { consistent: true })
  const isNews = mail.kind === 'factors_reset' || (user?.is_active && user.is_tenant_admin)
  if (reader?.is_active && reader.is_tenant_admin && user && isNews && tenant) {
    const letter = letters[mail.kind]({
      name: nameSafeForMail(reader.full_name, 'there'),
      tenant: nameSafeForMail(tenant.name, 'an organisation'),
      person: nameSafeForMail(user.full_name, 'Someone'),
    })
    await deliver(services, reader.email, { letter, link: `${services.appOrigin}/admin/users` })
  }
  await services.table.write(remove(unscopedKeys.mail(mail)))
}
