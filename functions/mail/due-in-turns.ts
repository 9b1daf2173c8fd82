import { dueUpperBound, type StoredOutboxItem } from '../data/entities/mail.ts'
import type { Partition } from '../data/key.ts'
import type { Services } from '../http/services.ts'
import { isLetterMail, letterOf } from './letters.ts'

/** How many pages are read at most. A page has up to a megabyte, which is some thousands of waiting items. */
const mostPages = 6

/**
 * Reads the items of a partition that are due, in the order in which they should be served: first what people need to sign in and
 * to notice that someone misuses their account, then the others. Both go by turns, one item of each organization after the other and
 * each organization's oldest first. So no one waits behind another organization's thousand.
 */
export async function readDueInTurns(
  { table, now }: Services,
  partition: Partition<StoredOutboxItem>,
): Promise<StoredOutboxItem[]> {
  const due: StoredOutboxItem[] = []
  let pages = 0
  for await (const page of table.queryPages(partition, { to: dueUpperBound(now()), consistent: true })) {
    due.push(...page)
    pages++
    if (pages === mostPages) break
  }
  const others = due.filter((item) => !isForSignIn(item))
  return [...inTurns(due.filter(isForSignIn)), ...inTurns(others)]
}

/** Requested mails lead to a sign-in, and letters about the reader's own account say what was done with it. */
const isForSignIn = (item: StoredOutboxItem) =>
  item.kind === 'requested' ||
  item.kind === 'revocation' ||
  (isLetterMail(item) && letterOf(item.kind).isAboutOwnAccount)

/**
 * Takes one item of each organization, then the next of each, until none is left. Each item that belongs to no organization has a
 * turn of its own.
 */
function inTurns(items: readonly StoredOutboxItem[]): StoredOutboxItem[] {
  const queues = [...Map.groupBy(items, ({ tenant_id, id }) => tenant_id ?? id).values()]
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue.slice(turn, turn + 1))).flat()
}
