import { findActiveUser, readAccount } from '../data/accounts.ts'
import type { AccountNotice, AdministratorMail, NoticeMail } from '../data/entities/mail.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { Overtaken } from '../data/overtaken.ts'
import { justAfter } from '../data/table.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { findDead } from './dead-addresses.ts'
import { held, mailWrite } from './outbox.ts'
import { plainName } from './plain-name.ts'
import { accountNotice } from './templates/account-notice.ts'
import { newAdministrator } from './templates/new-administrator.ts'
import { type Letter, renderMail } from './templates/render-mail.ts'

/** A mail that the worker sends with its next run. */
const due = ({ newId, now }: Services) => {
  const at = now().toISOString()
  return { id: newId(), waiting_since: at, due_at: at, refusals: 0 }
}

/** Belongs into the transaction of what the account is told of. */
export const noticeWrite = (services: Services, account_id: string, notice: AccountNotice): Write =>
  mailWrite({ ...due(services), kind: 'notice', account_id, notice })

/** The same, of a person who became an administrator: it becomes the mails of the others. */
export const administratorWrite = (services: Services, { tenant_id, id }: StoredUser): Write =>
  mailWrite({ ...due(services), kind: 'new_administrator', tenant_id, user_id: id })

/** Sends a notice, and forgets it; one whose account is nobody's, or whose address is dead, is only forgotten. */
export async function sendNotice(services: Services, mail: NoticeMail): Promise<void> {
  const known = await readAccount(services.table, mail.account_id)
  const user = known && (await findActiveUser(services.table, known))
  if (user) {
    const letter = accountNotice(mail.notice, { name: plainName(user.full_name, 'there') })
    await deliver(services, user.email, { letter, link: `${services.appOrigin}/account` })
  }
  await services.table.write(remove(unscopedKeys.mail(mail)))
}

async function deliver(services: Services, to: string, { letter, link }: { letter: Letter; link: string }) {
  if (await findDead(services, to)) return
  await services.mailer.send({ to, ...renderMail(letter, link) })
}

/** Mails that one transaction makes. */
const mailsPerWrite = 80

export async function tellAdministrators(services: Services, mail: AdministratorMail): Promise<void> {
  await (mail.reader_id === undefined ? spread(services, mail) : sendToReader(services, mail, mail.reader_id))
}

/** Becomes the mails of the next readers, and what is left the same again: all at once, so that nobody is told twice. */
async function spread(services: Services, mail: AdministratorMail): Promise<void> {
  const { tenant_id, user_id, told_until } = mail
  const from = told_until && justAfter(told_until)
  const users = await services.table.queryAll(keysOf(tenant_id).users, { from, consistent: true })
  const readers = users.filter(
    (user) => user.is_active && user.is_tenant_admin && user.account_id && user.id !== user_id,
  )
  const now = readers.slice(0, mailsPerWrite)
  const last = readers.length > now.length ? now.at(-1) : undefined
  const common = { kind: 'new_administrator', tenant_id, user_id } as const
  const mails = now.map(({ id }): AdministratorMail => ({ ...due(services), ...common, reader_id: id }))
  const rest: AdministratorMail[] = last ? [{ ...held(services), ...common, told_until: last.id }] : []
  await services.table.write(
    remove(unscopedKeys.mail(mail), { exists: true, refused: () => new Overtaken() }),
    ...[...mails, ...rest].map(mailWrite),
  )
}

async function sendToReader(services: Services, mail: AdministratorMail, readerId: string): Promise<void> {
  const keys = keysOf(mail.tenant_id)
  const wanted = [keys.user(readerId), keys.user(mail.user_id), keys.tenant] as const
  const [reader, user, tenant] = await services.table.getAll(wanted, { consistent: true })
  if (reader?.is_active && reader.is_tenant_admin && user?.is_active && user.is_tenant_admin && tenant) {
    const facts = {
      name: plainName(reader.full_name, 'there'),
      tenant: plainName(tenant.name, 'an organisation'),
      administrator: plainName(user.full_name, 'Someone'),
    }
    await deliver(services, reader.email, {
      letter: newAdministrator(facts),
      link: `${services.appOrigin}/admin/users`,
    })
  }
  await services.table.write(remove(unscopedKeys.mail(mail)))
}
