import type { LinkPurpose } from '#shared/model/account.ts'
import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'
import type { LinkSeed } from './link.ts'

export type LinkMailKind = Exclude<LinkPurpose, 'set_password'>

/**
 * A mail that has yet to be sent, or a task that leads to mails or text messages. It has ids in the place of a mail's names, link
 * and address, which are filled in at the moment of sending; only a `RequestedMail` has its address.
 */
interface WaitingMail {
  id: string
  tenant_id: string
  /**
   * When the wait began: when the mail was written or, for a task about recipients, the time for which it is planned. A
   * `RequestedMail` has none.
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

/** A mail with a one-time link. */
export interface LinkMail extends WaitingMail, LinkSeed {
  kind: LinkMailKind
}

/** Tells an administrator which products have just been added to their organisation's subscription. */
export interface ProductsMail extends WaitingMail {
  kind: 'products_added'
  user_id: string
  products: string[]
}

/** Tells the person who asked for an export of all data that it is ready. */
export interface ExportMail extends WaitingMail {
  kind: 'export_ready'
  user_id: string
}

/**
 * A mail to one user, whose contents `composeMail` composes. The mails about a change to an account or to another person are
 * composed in `notices.ts`.
 */
export type PersonalMail = LinkMail | ProductsMail | ExportMail

/** News about products for the administrators whose mails didn't fit into one transaction. A worker turns it into their mails. */
export interface ProductsNews extends WaitingMail {
  kind: 'products_news'
  products: string[]
  /** The progress: the mails for administrators with ids up to this one have been written. */
  told_until: string
}

/**
 * A mail that somebody requested for an address. Its kind is decided when it is sent, so that the request takes equally long
 * whether or not the address has an account.
 */
export interface RequestedMail extends Omit<WaitingMail, 'tenant_id'> {
  kind: 'asked'
  email: string
  purpose: 'verification' | 'reset'
}

/** Tells the owner of an account about a change to its sign-in. */
export interface AccountNoticeMail extends Omit<WaitingMail, 'tenant_id'> {
  kind: 'notice'
  account_id: string
  notice: AccountNoticeKind
  /**
   * Identifies the change that the link `This was not me` undoes: the id of a passkey or a Google account, or the time at which a
   * password, an app or a set of codes was set.
   */
  about?: string
}

export type AccountNoticeKind =
  | 'password_changed'
  | 'password_reset'
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'google_connected'
  | 'factors_reset'

/** News about a person for administrators. */
export type PersonNewsKind = 'new_administrator' | 'factors_reset'

/**
 * Tells an administrator that another person became an administrator, or that another person's second step was reset. If
 * `reader_id` is absent, a worker turns the item into one mail to each of the other administrators.
 */
export interface PersonNewsMail extends WaitingMail {
  kind: PersonNewsKind
  /** The user whom the news is about. */
  user_id: string
  /** The user who made the change. This user gets no mail. */
  actor_id?: string
  reader_id?: string
  /** The progress: the mails for administrators with ids up to this one have been written. */
  told_until?: string
}

/**
 * A task to decide whether a delivery's recipient gets a notice, and which. `cause` says why: the delivery was planned, went out,
 * is done, or is at the run's next stop. `ended` says that the delivery is no longer on its way; the worker replaces this task by
 * one with the cause `done` for the same delivery, and by one with the cause `next` for each door of the run's next stop.
 */
export interface RecipientNoticeTask extends WaitingMail {
  kind: 'recipient'
  cause: 'planned' | 'out' | 'ended' | 'done' | 'next'
  delivery_id: string
}

/**
 * A task that turns a day's deliveries into notices to their recipients. A worker handles some of them and writes the task again
 * for the rest of the day, and then for the next day.
 */
export interface PlanningTask extends WaitingMail {
  kind: 'planning'
  date: string
  /** The progress: the status that is being read, and the sort key after which to continue. */
  after?: { status: 'pending' | 'unassigned' | 'assigned'; row: string }
}

/** A task about notices to recipients. These people have no accounts. */
export type RecipientTask = RecipientNoticeTask | PlanningTask

export type StoredOutboxItem =
  | PersonalMail
  | ProductsNews
  | RequestedMail
  | AccountNoticeMail
  | PersonNewsMail
  | RecipientTask

type ParkedMail = StoredOutboxItem & { expires_at_seconds: number }

const mailKind = flatKind<StoredOutboxItem>('mail')
const parkedMailKind = flatKind<ParkedMail>('parked mail')

/** The partitions of waiting mails. The mails are spread over several partitions, so that none becomes hot when many mails wait. */
export const mailPartitions = Array.from(
  { length: 8 },
  (_, shard): Partition<StoredOutboxItem> => ({ pk: `MAIL#${shard}`, kind: mailKind }),
)

/**
 * The partitions of waiting tasks about notices to recipients. They are separate from those of the mails, so that a morning's many
 * notices don't delay a mail that somebody needs to sign in.
 */
export const recipientTaskPartitions = [...'abcdefgh'].map(
  (shard): Partition<StoredOutboxItem> => ({ pk: `MAIL#${shard}`, kind: mailKind }),
)

const isOfRecipient = (kind: StoredOutboxItem['kind']) => kind === 'recipient' || kind === 'planning'

/** Returns an upper bound for the sort keys of the mails and tasks that are due at `time`. */
export const dueUpperBound = (time: Date) => `${time.toISOString()}#~`

export const mailKeys = {
  mail({ id, due_at, kind }: Pick<StoredOutboxItem, 'id' | 'due_at' | 'kind'>) {
    const partitions = isOfRecipient(kind) ? recipientTaskPartitions : mailPartitions
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
    question: 'what is to be sent (in 8 partitions, by the id)',
    example: mailKeys.mail({ id: '0', due_at: 'due', kind: 'asked' }),
  },
  { question: 'what does SES not take', example: mailKeys.parkedMail('id') },
]
