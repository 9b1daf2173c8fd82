import type { StoredOutboxItem } from '../data/entities/mail.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import type { LetterFields, LetterKind } from './letters.ts'

/**
 * How long the lease of a mail lasts, in milliseconds. Only the holder of the lease sends the mail; afterwards any worker may send
 * it.
 */
export const mailLeaseMs = 60_000

type Needs = Pick<Services, 'newId' | 'now'>

/** Returns the common fields of a new mail that the worker sends in its next run. */
export const dueNow = ({ newId, now }: Needs) => {
  const at = now().toISOString()
  return { id: newId(), waiting_since: at, due_at: at, refusals: 0 }
}

/** Returns the common fields of a new mail whose lease the caller holds. */
export const leasedMailFields = (services: Needs) => ({
  ...dueNow(services),
  due_at: new Date(services.now().getTime() + mailLeaseMs).toISOString(),
})

/** Returns the write that puts an item into the outbox. Add it to the transaction of the change that causes the item. */
export const mailWrite = (mail: StoredOutboxItem): Write => put(unscopedKeys.mail(mail), mail)

/**
 * Returns the write of a letter that the worker sends in its next run or, if `fields` say when, later. Add it to the transaction of
 * the change that causes the letter.
 */
export const letterWrite = <K extends LetterKind>(
  services: Needs,
  kind: K,
  fields: LetterFields<K> & Partial<Pick<StoredOutboxItem, 'due_at' | 'waiting_since'>>,
): Write => mailWrite({ ...dueNow(services), ...fields, kind })
