import type { ProductsMail, ProductsNews } from '../data/entities/mail.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { Overtaken } from '../data/overtaken.ts'
import { justAfter } from '../data/table.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { held, mailWrite } from './outbox.ts'

/** A transaction takes 100 items, the tenant and its new roles among them. */
const mailsPerWrite = 80

interface News extends Pick<ProductsNews, 'tenant_id' | 'products'> {
  /** In the order of their ids. */
  users: readonly StoredUser[]
}

/**
 * The mails for the first of the administrators among `users`, in the hands of the run that makes them. Those who have not joined get
 * none: anybody can subscribe an organisation that they have signed up with a stranger's address. The writes belong into one
 * transaction: they hold what is left to be told, for the worker.
 */
export function productNews(services: Services, { users, ...news }: News): { mails: ProductsMail[]; writes: Write[] } {
  const readers = users.filter((user) => user.is_active && user.is_tenant_admin && user.account_id)
  const now = readers.slice(0, mailsPerWrite)
  const mails = now.map(({ id }): ProductsMail => ({ ...held(services), ...news, kind: 'products_added', user_id: id }))
  const last = readers.length > now.length ? now.at(-1) : undefined
  const rest: ProductsNews[] = last ? [{ ...held(services), ...news, kind: 'products_news', told_until: last.id }] : []
  return { mails, writes: [...mails, ...rest].map(mailWrite) }
}

/** Turns news into the mails of its next readers, and what is left into news again: all at once, so that nobody is told twice. */
export async function spreadNews(services: Services, news: ProductsNews): Promise<void> {
  const { tenant_id, products, told_until } = news
  const from = justAfter(told_until)
  const users = await services.table.queryAll(keysOf(tenant_id).users, { from, consistent: true })
  await services.table.write(
    remove(unscopedKeys.mail(news), { exists: true, refused: () => new Overtaken() }),
    ...productNews(services, { tenant_id, products, users }).writes,
  )
}
