import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/**
 * A mail that has yet to be sent, or a task that leads to mails or text messages. It has ids in the place of names, links and
 * addresses, which are filled in at the moment of sending; only the request for a mail has its address. The further fields depend
 * on `kind`: `functions/mail/letters.ts` has those of the letters, and the tasks have theirs beside the code that carries them out.
 */
export interface StoredOutboxItem {
  id: string
  kind: string
  /** Absent if the item belongs to an account or an address, and not to an organization. */
  tenant_id?: string
  /**
   * When the wait began: when the mail was written or, for a task about recipients, the time for which it is planned. The request
   * for a mail has none.
   */
  waiting_since?: string
  /** Any worker may send the mail from this time on. A worker that claims the mail leases it by moving this time ahead. */
  due_at: string
  /**
   * How many times the sending has failed for a reason of this mail's own, which is neither temporary nor one that stops all
   * messages.
   */
  refusals: number
}

type ParkedMail = StoredOutboxItem & { expires_at_seconds: number }

const mailKind = flatKind<StoredOutboxItem>('outbox item')
const parkedMailKind = flatKind<ParkedMail>('parked email')

/** The partitions of waiting mails. The mails are spread over several partitions, so that none becomes hot when many mails wait. */
export const mailPartitions = Array.from(
  { length: 8 },
  (_, shard): Partition<StoredOutboxItem> => ({ pk: `MAIL#${shard}`, kind: mailKind }),
)

/**
 * The partitions of waiting tasks about notices to recipients. They are separate from those of the mails, so that a morning's many
 * notices don't delay a mail that someone needs to sign in.
 */
export const recipientTaskPartitions = [...'abcdefgh'].map(
  (shard): Partition<StoredOutboxItem> => ({ pk: `MAIL#${shard}`, kind: mailKind }),
)

const isAboutRecipients = (kind: string) => kind === 'recipient' || kind === 'planning'

/** Returns an upper bound for the sort keys of the mails and tasks that are due at `time`. */
export const dueUpperBound = (time: Date) => `${time.toISOString()}#~`

export const mailKeys = {
  mail({ id, due_at, kind }: Pick<StoredOutboxItem, 'id' | 'due_at' | 'kind'>) {
    const partitions = isAboutRecipients(kind) ? recipientTaskPartitions : mailPartitions
    return keyAt<StoredOutboxItem>(
      mailKind,
      partitions[Number.parseInt(id[0] ?? '0', 16) % 8]?.pk ?? '',
      `${due_at}#${id}`,
    )
  },
  parkedMail: (id: string) => keyAt<ParkedMail>(parkedMailKind, 'MAIL#PARKED', id),
}

export const mailAccessPatterns = (): AccessPattern[] => [
  {
    question: 'what is due to be sent (in 8 partitions, by ID)',
    example: mailKeys.mail({ id: '0', due_at: 'due', kind: 'requested' }),
  },
  { question: 'which emails did SES reject', example: mailKeys.parkedMail('id') },
]
