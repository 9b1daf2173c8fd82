import type { ProductsMail, ProductsNews } from '../data/entities/mail.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { sortKeyAfter } from '../data/table.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { leasedMailFields, mailWrite } from './outbox.ts'

/**
 * How many mails one transaction writes. A transaction can write 100 items, and the other 20 are left for the rest of the change,
 * such as the tenant and its new roles.
 */
const mailsPerWrite = 80

interface News extends Pick<ProductsNews, 'tenant_id' | 'products'> {
  /** The users, in the order of their ids. The mails go to the administrators among them. */
  users: readonly StoredUser[]
}

/**
 * Makes the mails to the first 80 administrators among `users`; the caller holds the leases of these mails. Users who have not
 * joined get none, because anybody can sign an organisation up with a stranger's address and then subscribe products. Put all
 * writes into one transaction. If there are more administrators, the writes include a news item from which the worker makes the
 * remaining mails.
 */
export function prepareProductMails(
  services: Services,
  { users, ...news }: News,
): { mails: ProductsMail[]; writes: Write[] } {
  const readers = users.filter((user) => user.is_active && user.is_tenant_admin && user.account_id)
  const now = readers.slice(0, mailsPerWrite)
  const mails = now.map(
    ({ id }): ProductsMail => ({ ...leasedMailFields(services), ...news, kind: 'products_added', user_id: id }),
  )
  const last = readers.length > now.length ? now.at(-1) : undefined
  const rest: ProductsNews[] = last
    ? [{ ...leasedMailFields(services), ...news, kind: 'products_news', told_until: last.id }]
    : []
  return { mails, writes: [...mails, ...rest].map(mailWrite) }
}

/**
 * Replaces a news item by mails to the next administrators. If these are not all, also writes a news item for the remaining
 * administrators. This is a single transaction, so that nobody gets the news twice.
 */
export async function spreadProductNews(services: Services, news: ProductsNews): Promise<void> {
  const { tenant_id, products, told_until } = news
  const from = sortKeyAfter(told_until)
  const users = await services.table.queryAll(keysOf(tenant_id).users, { from, consistent: true })
  await services.table.write(
    remove(unscopedKeys.mail(news), { exists: true, refused: () => new OvertakenError() }),
    ...prepareProductMails(services, { tenant_id, products, users }).writes,
  )
}
