import type { LinkPurpose } from '#shared/model/account.ts'
import { flatKind, keyAt, type Partition, type Question } from '../key.ts'
import type { LinkSeed } from './link.ts'

export type LinkMailKind = Exclude<LinkPurpose, 'set_password'>

/** A mail that has yet to be sent. The address, the names and the link are filled in when it goes out. */
interface WaitingMail {
  id: string
  tenant_id: string
  /** The time at which it was written. Absent from a mail that somebody requested. */
  waiting_since?: string
  /** Until then the mail belongs to one worker; afterwards any may send it. */
  due_at: string
  /** The number of times that SES refused it. */
  refusals: number
}

/** A mail with a one-time link. */
export interface LinkMail extends WaitingMail, LinkSeed {
  kind: LinkMailKind
}

/** Tells an administrator which products their organisation has subscribed to. */
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

/** A mail to one person. */
export type PersonalMail = LinkMail | ProductsMail | ExportMail

/** The same news for administrators who did not fit into one transaction. A worker turns it into their mails. */
export interface ProductsNews extends WaitingMail {
  kind: 'products_news'
  products: string[]
  /** Administrators with ids up to this one have got their mails. */
  told_until: string
}

/**
 * A mail that somebody requested for this address. Its kind is decided when it goes out, so that the request takes the same time
 * whether or not the address has an account.
 */
export interface AskedMail extends Omit<WaitingMail, 'tenant_id'> {
  kind: 'asked'
  email: string
  purpose: 'verification' | 'reset'
}

/** Tells the owner of an account about a change to its sign-in. */
export interface NoticeMail extends Omit<WaitingMail, 'tenant_id'> {
  kind: 'notice'
  account_id: string
  notice: AccountNotice
  /**
   * Identifies the change that `This was not me` undoes: the id of a passkey or a Google account, or the time at which a password,
   * an app or a set of codes was set.
   */
  about?: string
}

export type AccountNotice =
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
export type AdministratorNews = 'new_administrator' | 'factors_reset'

/**
 * Tells an administrator that somebody else became one, or lost their two-step sign-in. Without a reader, a worker turns it into
 * mails to all administrators.
 */
export interface AdministratorMail extends WaitingMail {
  kind: AdministratorNews
  /** The user that the news is about. */
  user_id: string
  /** The user who did it, who gets no mail. */
  actor_id?: string
  reader_id?: string
  /** Administrators with ids up to this one have got their mails. */
  told_until?: string
}

/**
 * Something happened to a delivery. Whether its recipient is told, and what, is decided when the mail goes out. `planned`, `out`,
 * `done` and `next` are for its own door; `ended` turns into `done` and into the message to the next stop of the run.
 */
export interface RecipientMail extends WaitingMail {
  kind: 'recipient'
  cause: 'planned' | 'out' | 'ended' | 'done' | 'next'
  delivery_id: string
}

/**
 * The planning of a day, whose deliveries become messages to their recipients. A worker handles a part and writes the task again
 * for the rest, and then for the next day.
 */
export interface PlanningMail extends WaitingMail {
  kind: 'planning'
  date: string
  /** The progress: a status, and the sort key of the last row that was read. */
  after?: { status: 'pending' | 'unassigned' | 'assigned'; row: string }
}

/** A task of the outbox that tells recipients something, apart from the mails to people with accounts. */
export type RecipientTask = RecipientMail | PlanningMail

export type StoredMail = PersonalMail | ProductsNews | AskedMail | NoticeMail | AdministratorMail | RecipientTask

type ParkedMail = StoredMail & { expires_at_seconds: number }

const mailKind = flatKind<StoredMail>('mail')
const parkedMailKind = flatKind<ParkedMail>('parked mail')

/** There are enough partitions that none becomes hot when many mails wait. */
export const mailPartitions = Array.from(
  { length: 8 },
  (_, shard): Partition<StoredMail> => ({ pk: `MAIL#${shard}`, kind: mailKind }),
)

/**
 * Recipients' mails have partitions of their own, so that a morning's messages don't delay the mail of somebody who wants to sign
 * in.
 */
export const recipientPartitions = [...'abcdefgh'].map(
  (shard): Partition<StoredMail> => ({ pk: `MAIL#${shard}`, kind: mailKind }),
)

const isOfRecipient = (kind: StoredMail['kind']) => kind === 'recipient' || kind === 'planning'

/** The sort keys of mails and tasks that are due at `time` are at or before this one. */
export const dueUntil = (time: Date) => `${time.toISOString()}#~`

export const mailKeys = {
  mail({ id, due_at, kind }: Pick<StoredMail, 'id' | 'due_at' | 'kind'>) {
    const partitions = isOfRecipient(kind) ? recipientPartitions : mailPartitions
    return keyAt<StoredMail>(mailKind, partitions[Number.parseInt(id[0] ?? '0', 16) % 8]?.pk ?? '', `${due_at}#${id}`)
  },
  parkedMail: (id: string) => keyAt<ParkedMail>(parkedMailKind, 'MAIL#PARKED', id),
}

export const mailQuestions = (): Question[] => [
  {
    question: 'what is to be sent (in 8 partitions, by the id)',
    example: mailKeys.mail({ id: '0', due_at: 'due', kind: 'asked' }),
  },
  { question: 'what does SES not take', example: mailKeys.parkedMail('id') },
]
