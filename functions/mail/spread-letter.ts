import type { StoredUser } from '../data/entities/user.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { sortKeyAfter } from '../data/sort-keys.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import type { LetterMail } from './letters.ts'
import { dueNow, mailWrite } from './outbox.ts'

/** How many administrators get their copies in one transaction, which can write 100 items. */
const copiesPerWrite = 80

type SpreadMail = LetterMail & { tenant_id: string }

/**
 * Replaces a mail to all administrators by one copy for each. If these are too many for one transaction, it also writes a mail like
 * this one for the rest. It is a single transaction, so that no one gets two copies. Users who have not joined get none, because
 * anybody can sign an organization up with a stranger's address.
 */
export async function spreadLetter(services: Services, mail: SpreadMail): Promise<void> {
  const { spread_until, ...letter } = mail
  const { readers, isLast } = await nextReaders(services, mail)
  const copies = readers.map((reader_id): LetterMail => ({ ...letter, ...dueNow(services), reader_id }))
  const rest = isLast ? [] : [{ ...letter, ...dueNow(services), spread_until: readers.at(-1) ?? '' }]
  await services.table.write(
    remove(unscopedKeys.mail(mail), { exists: true, refused: () => new OvertakenError() }),
    ...[...copies, ...rest].map(mailWrite),
  )
}

async function nextReaders({ table }: Services, { tenant_id, except = [], spread_until }: SpreadMail) {
  const isReader = ({ id, is_active, is_tenant_admin, account_id }: StoredUser) =>
    is_active && is_tenant_admin && account_id !== undefined && !except.includes(id)
  const from = spread_until && sortKeyAfter(spread_until)
  const readers: string[] = []
  for await (const users of table.queryPages(keysOf(tenant_id).users, { from, consistent: true })) {
    readers.push(...users.filter(isReader).map(({ id }) => id))
    if (readers.length > copiesPerWrite) break
  }
  return { readers: readers.slice(0, copiesPerWrite), isLast: readers.length <= copiesPerWrite }
}
