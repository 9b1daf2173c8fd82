import type { LinkPurpose } from '#shared/model/account.ts'
import { at, flat, type Partition, type Question } from '../key.ts'
import type { LinkSeed } from './link.ts'

export type LinkMailKind = Exclude<LinkPurpose, 'set_password'>

/** A mail that has yet to be sent. Address, names and link are put in when it goes out. */
interface WaitingMail {
  id: string
  tenant_id: string
  /** When it was written; absent from a mail that somebody asked for. */
  waiting_since?: string
  /** From then on any run may send it: until then it is in the hands of one. */
  due_at: string
  /** How often SES refused it. */
  refusals: number
}

/** Brings a one-time link. */
export interface LinkMail extends WaitingMail, LinkSeed {
  kind: LinkMailKind
}

/** Tells an administrator what their organisation has subscribed to. */
export interface ProductsMail extends WaitingMail {
  kind: 'products_added'
  user_id: string
  products: string[]
}

/** Tells who asked for an export of all data that it is ready. */
export interface ExportMail extends WaitingMail {
  kind: 'export_ready'
  user_id: string
}

/** A mail to one person. */
export type PersonalMail = LinkMail | ProductsMail | ExportMail

/** The same for administrators beyond those that one transaction takes: to become their mails. */
export interface ProductsNews extends WaitingMail {
  kind: 'products_news'
  products: string[]
  /** Administrators up to this user id have their mails. */
  told_until: string
}

/**
 * Somebody asked for a mail to this address. What it will be is found out when it goes out, so that asking takes the same time whether
 * anybody has the address or not.
 */
export interface AskedMail extends Omit<WaitingMail, 'tenant_id'> {
  kind: 'asked'
  email: string
  purpose: 'verification' | 'reset'
}

/** Tells an account what has become of its sign-in. */
export interface NoticeMail extends Omit<WaitingMail, 'tenant_id'> {
  kind: 'notice'
  account_id: string
  notice: AccountNotice
  /** By what `This was not me` knows the thing that the mail tells of. */
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

/** What administrators are told of a person. */
export type AdministratorNews = 'new_administrator' | 'factors_reset'

/**
 * Tells an administrator that somebody else became one, or lost their two-step sign-in; without a reader it is to become the mails of
 * all of them.
 */
export interface AdministratorMail extends WaitingMail {
  kind: AdministratorNews
  /** Whom it is about. */
  user_id: string
  /** Who did it: not told. */
  actor_id?: string
  reader_id?: string
  /** Administrators up to this user id have their mails. */
  told_until?: string
}

/**
 * Something became of a delivery. What its recipient is to be told, if anything, is found out when it goes out: `planned`, `out` and
 * `done` speak to its own door, `next` too, and `ended` becomes a `done` and what the next stop of the run is told.
 */
export interface RecipientMail extends WaitingMail {
  kind: 'recipient'
  cause: 'planned' | 'out' | 'ended' | 'done' | 'next'
  delivery_id: string
}

/** The deliveries of a day become what their recipients are told; the rest of them the same again, then the day after. */
export interface PlanningMail extends WaitingMail {
  kind: 'planning'
  date: string
  /** How far it is: a status, and the sort key of the last row that was read. */
  after?: { status: 'pending' | 'unassigned' | 'assigned'; row: string }
}

/** A task of the outbox that tells recipients something, beside the mails of people who have accounts. */
export type RecipientTask = RecipientMail | PlanningMail

export type StoredMail = PersonalMail | ProductsNews | AskedMail | NoticeMail | AdministratorMail | RecipientTask

type ParkedMail = StoredMail & { expires_at_seconds: number }

const mailKind = flat<StoredMail>('mail')
const parkedMailKind = flat<ParkedMail>('parked mail')

/** Enough that no partition is hot when many mails wait. */
export const mailPartitions = Array.from(
  { length: 8 },
  (_, shard): Partition<StoredMail> => ({ pk: `MAIL#${shard}`, kind: mailKind }),
)

/** Those of recipients lie apart: the mails of a morning keep nobody waiting who wants to sign in. */
export const recipientPartitions = [...'abcdefgh'].map(
  (shard): Partition<StoredMail> => ({ pk: `MAIL#${shard}`, kind: mailKind }),
)

const isOfRecipient = (kind: StoredMail['kind']) => kind === 'recipient' || kind === 'planning'

/** Mails and tasks that are due at `time` lie at or before this. */
export const dueUntil = (time: Date) => `${time.toISOString()}#~`

export const mailKeys = {
  mail({ id, due_at, kind }: Pick<StoredMail, 'id' | 'due_at' | 'kind'>) {
    const partitions = isOfRecipient(kind) ? recipientPartitions : mailPartitions
    return at<StoredMail>(mailKind, partitions[Number.parseInt(id[0] ?? '0', 16) % 8]?.pk ?? '', `${due_at}#${id}`)
  },
  parkedMail: (id: string) => at<ParkedMail>(parkedMailKind, 'MAIL#PARKED', id),
}

export const mailQuestions = (): Question[] => [
  {
    question: 'what is to be sent (in 8 partitions, by the id)',
    example: mailKeys.mail({ id: '0', due_at: 'due', kind: 'asked' }),
  },
  { question: 'what does SES not take', example: mailKeys.parkedMail('id') },
]
