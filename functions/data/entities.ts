import type { LinkPurpose } from '#shared/model/account.ts'
import type { Action, ActivityEvent, SubjectType } from '#shared/model/activity.ts'
import type { Delivery, HistoryItem, KeptRow } from '#shared/model/delivery.ts'
import type { Patient } from '#shared/model/patient.ts'
import type { MoneyByMethod } from '#shared/model/payment.ts'
import type { CallBackNote, Correction, Signed } from '#shared/model/proof.ts'
import type { Counted } from '#shared/model/run.ts'
import type { SecondStepMethod } from '#shared/model/second-step.ts'
import type { Choices } from '#shared/model/settings.ts'
import type { CompanyForm } from '#shared/model/sign-up.ts'
import type { Unanswered } from './unanswered.ts'

/** What lies in the table, as it lies there: money in whole cents, instants as ISO text, expiry in epoch seconds. */
export interface StoredTenant extends CompanyDetails, Choices, Unanswered {
  id: string
  name: string
  description: string
  subscribed_products: string[]
  /** Active administrators: never again 0 once there is one. */
  active_admins: number
  /** Raised by every change of the settings. */
  version: number
  created_at: string
}

/** What an organisation says of itself at sign-up, beside its name and description. */
interface CompanyDetails extends Pick<CompanyForm, 'phone_number' | 'domain' | 'business_type'> {
  metadata: Omit<CompanyForm['metadata'], 'company_description'>
}

/** A sign-up between its two steps. There is no tenant before the second, so that nothing can take it for one. */
export interface StoredSignUp {
  tenant: Omit<StoredTenant, 'subscribed_products'>
  user: StoredUser
  /** Of a registration. */
  password_hash: string | null
  /** The second step comes by then, or never. */
  expires_at_seconds: number
}

export interface StoredRole extends Unanswered {
  id: string
  name: string
  description: string
  is_system_role: boolean
  permissions: string[]
  /** How many users have it. */
  user_count: number
  /** The catalogue's name of a system role, whatever it was renamed to. */
  system_name?: string
}

/** Who has a role name: compared in lower case. */
export interface RoleName extends Unanswered {
  role_id: string
}

/** What is kept of a one-time link: not enough to make one. */
export interface StoredLink {
  /** SHA-256 of the token, base64url. */
  hash: string
  expires_at_seconds: number
}

/** A person in one organisation: invited, or waiting for the answer to a sign-up's mail, until an account joins as this user. */
export interface StoredUser extends Unanswered {
  id: string
  tenant_id: string
  /** The account that joined. */
  account_id?: string
  full_name: string
  email: string
  avatar_url: string | null
  is_tenant_admin: boolean
  is_active: boolean
  roles: string[]
  /** The inviter's name; null for the person who signed the organisation up. */
  invited_by: string | null
  invitation_link?: StoredLink
  verification_link?: StoredLink
  /** Sessions of another epoch have ended. */
  session_epoch: number
  /** Grows with every change that an administrator makes, and when the person joins. */
  version: number
  /** When they last used Carelane in this organisation, to a quarter of an hour. */
  last_seen_at?: string
  /** Deliveries assigned to this person or on their way with them; absent before the first. */
  open_deliveries?: number
  /** Hidden from everybody, until their deliveries are taken back. */
  deleted_at?: string
  created_at: string
}

/** A proven mailbox: one person, with a membership in each of their organisations. */
export interface StoredAccount {
  id: string
  email: string
  /** Sessions of another epoch have ended, in every organisation. */
  session_epoch: number
  /** The organisation that was used last. */
  last_tenant_id: string | null
  /** By what a sign-in goes on after its first step; absent or empty: the first step is all. It follows from the credentials. */
  second_step?: SecondStepMethod[]
  reset_link?: StoredLink
  set_password_link?: StoredLink
  created_at: string
}

/** An account is a user of this organisation. */
export interface StoredMembership {
  tenant_id: string
  user_id: string
}

/** What an account proves itself with. It lies apart, so that only the function that signs people in needs the right to read it. */
export interface StoredCredentials {
  /** Null: none was chosen yet. */
  password_hash: string | null
  /** Google's own name for the Google account that is connected. */
  google_sub?: string
  /** Sealed: the secret of an authenticator app that waits for its first code. */
  pending_totp?: string
  totp?: StoredTotp
  /** SHA-256 of the codes that were not used yet, base64url. */
  recovery_hashes?: string[]
  passkeys?: StoredPasskey[]
  /** Raised by every change of the second step, and by every use of a code or a passkey. */
  factors_version?: number
}

/** An authenticator app. */
interface StoredTotp {
  /** Sealed. */
  secret: string
  /** The step of time of the last code that was taken. */
  last_step: number
}

export interface StoredPasskey {
  id: string
  /** The device's own name for it, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  counter: number
  transports: string[]
  name: string
  created_at: string
  last_used_at: string | null
}

/** One sign-in. Its refresh tokens follow from seed, generation and the signing key `kid`: none of them lies here. */
export interface StoredSession {
  id: string
  account_id: string
  tenant_id: string
  user_id: string
  /** The user's and the account's at sign-in. */
  epoch: number
  account_epoch: number
  seed: string
  kid: string
  /** How often the refresh token was rotated. */
  generation: number
  rotated_at: string
  created_at: string
  /** Absent from sessions of releases before it, until they are next refreshed. */
  last_used_at?: string
  /** What the person signed in with, and where they were last. */
  device?: string
  place?: string
  expires_at_seconds: number
}

/** A session of the first release lies in its tenant's partition, and becomes one of its account when it is next refreshed. */
export type FirstReleaseSession = Omit<StoredSession, 'account_id' | 'tenant_id' | 'account_epoch' | 'created_at'> &
  Partial<Pick<StoredSession, 'account_id'>>

type PresignedFields = 'patient_signature' | 'delivery_photo_url' | 'delivery_photo'
/** Found with every answer, by the settings and the day of the moment. */
type FoundFields = 'return_by' | 'return_state'

export interface StoredDelivery extends Omit<Delivery, PresignedFields | FoundFields> {
  return_from: string | null
  /** The clock of the device that said that a failed package is back. */
  return_captured_at?: string | null
  signature_key: string | null
  signature_sha256: string | null
  /** The recorded points of the signature. */
  strokes_key: string | null
  strokes_sha256: string | null
  photo_key: string | null
  photo_sha256: string | null
  /** When it was last on its way; absent before the first time, and where that was before it was kept. */
  started_at?: string
  /** The pharmacy's own note, which the one of a completion does not replace. */
  order_notes: string
  /** How many changes its history tells of. */
  history_count: number
  /** The hash of the newest history item; absent until the first change by a release that knows chains. */
  chain_head?: string
  /** Numbers that corrections replaced, by the row of the prescription: the delivery is found by them as well. */
  former_rx_numbers?: { row: number; rx_number: string }[]
  /** The beginning of the history, oldest first, where the first release wrote it: the rest lies in items of its own. */
  history?: StoredHistoryItem[]
  /** Hidden from everybody, and kept for the record. */
  deleted_at?: string
}

/**
 * One change of status or person, one correction or one call to the patient. A chain of hashes goes through all of them, over exactly
 * what lies in the table: a field that is added here may never get a default.
 */
export interface StoredHistoryItem extends HistoryItem {
  /** The delivery's version that the change made; 0 in what the first release wrote. */
  version: number
  /** Whose delivery it was and became, by name, where that changed. */
  person?: { from: string | null; to: string | null }
  /** Of the item that says `delivered`: what was signed for, as it is answered. */
  signed?: Signed
  correction?: Correction
  call_back?: CallBackNote
  /** The hash of the item before; null in the first. Absent, like `hash`, in what older releases wrote. */
  prev?: string | null
  /** SHA-256 over the canonical JSON of the item without it, in hexadecimal. */
  hash?: string
}

/** A delivery whose counselling waits for a call. */
export interface CallBackEntry {
  delivery_id: string
  due_at: string
}

/** A delivery under the day on which it was delivered, which is the organisation's day of that moment. */
export interface DeliveredEntry {
  delivery_id: string
  day: string
  completed_at: string
}

/** A list row as the indexes hold it. */
export type StoredDeliveryRow = KeptRow

/** One person's deliveries of one day. Which they are, the deliveries say: there is no item before something is said of the run itself. */
export interface StoredRun {
  /** Raised by every call on the run. */
  version: number
  /** Raised by every write: those of its deliveries, too. */
  writes: number
  /** Ids of deliveries, some of which may not be on the run any more. */
  order: string[]
  /** Packages that went out since the last close, some of them twice. */
  went_out: string[]
  /** There from a close to its confirmation. */
  resting?: true
  /** Oldest first. */
  closings: StoredClosing[]
}

export interface Person {
  id: string
  full_name: string
}

export interface StoredClosing {
  closed_by: Person
  closed_at: string
  counted: Counted
  note: string
  confirmed_by: Person | null
  confirmed_at: string | null
  confirmed_counted: Counted | null
  reason: string
  /** What was delivered or brought back since the close before. */
  delivery_ids: string[]
  expected: number
  /** As of the confirmation; until then, as of the close. */
  collected: MoneyByMethod
}

/** A delivery under one of its prescription numbers. What becomes of the delivery changes nothing here. */
export interface RxEntry {
  delivery_id: string
  /** As it was typed. */
  rx_number: string
}

/** A delivery among those of its person, under what it is searched by. */
export interface OwnEntry {
  delivery_id: string
}

export interface StoredPatient extends Patient {
  open_deliveries: number
  /** A delivery to this patient was delivered once: it never becomes false again. */
  has_delivered: boolean
  deleted_at?: string
}

/** A patient under one of their words: the whole row, so that a search is one query. */
export interface SearchEntry extends Patient {
  words: string[]
}

export interface IdempotencyRecord {
  request_hash: string
  status: number
  /** The JSON text of the first answer. */
  answer: string
  expires_at_seconds: number
}

/** Whose account an address is. */
export interface EmailOwner {
  account_id: string
}

/** In the first release an address led to a user, whether the mailbox was proven or not; with an expiry, to a sign-up. */
export interface FirstReleaseOwner {
  email: string
  tenant_id: string
  user_id: string
  expires_at_seconds?: number
}

/** Fields of a user in the first release: they are the account's now. */
export interface FirstReleaseUser extends StoredUser, Pick<StoredAccount, 'reset_link' | 'set_password_link'> {
  is_verified: boolean
  password_hash: string | null
  link_use?: string
}

/** Somebody whose mail waits to be answered: several of one address wait beside each other. */
export interface WaitingPerson extends Unanswered {
  tenant_id: string
  user_id: string
  /** Of a registration that brought its password: it tells its owner that the mail comes first, and is void after that. */
  password_hash?: string
  created_at: string
}

/** Who has an address in one organisation. */
export interface AddressHolder extends Unanswered {
  user_id: string
}

/** An ID token of Google that was taken. */
export interface UsedToken {
  expires_at_seconds: number
}

/** What a link's token follows from, the signing key `kid` aside. */
export interface LinkSeed {
  /** The organisation that the mail speaks of. */
  tenant_id: string
  /** The user whose link it is; the account, for links that are about its password. */
  holder_id: string
  nonce: string
  kid: string
}

export type LinkMailKind = Exclude<LinkPurpose, 'set_password'>

/** A mail that has yet to be sent. Address, names and link are put in when it goes out. */
interface WaitingMail {
  id: string
  tenant_id: string
  /** When it was written; absent from mails of releases before it. */
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

/** A mail to one person. */
export type PersonalMail = LinkMail | ProductsMail

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
}

export type AccountNotice =
  | 'password_changed'
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'google_connected'

/** Tells an administrator that somebody else became one; without a reader it is to become the mails of all of them. */
export interface AdministratorMail extends WaitingMail {
  kind: 'new_administrator'
  /** Who became one. */
  user_id: string
  reader_id?: string
  /** Administrators up to this user id have their mails. */
  told_until?: string
}

export type StoredMail = PersonalMail | ProductsNews | AskedMail | NoticeMail | AdministratorMail

export type ParkedMail = StoredMail & { expires_at_seconds: number }

/** Deliveries are to be taken back from a user, or from all who hold a role, as far as they can no longer deliver. */
export interface TakingBack {
  id: string
  tenant_id: string
  user_id?: string
  role_id?: string
  since: string
  /** From then on any run may do it: until then it is in the hands of one. */
  due_at: string
}

/** An address that gets no mail until then. Whose it is does not stand here. */
export interface DeadAddress {
  reason: 'bounce' | 'complaint'
  since: string
  expires_at_seconds: number
}

/** What somebody did or looked at. Nothing changes it once it is written. */
export interface StoredEvent extends ActivityEvent {
  action: Action
  subject: ActivityEvent['subject'] & { type: SubjectType }
}

export interface Attempts {
  /** One text for each: its time in milliseconds, base 36, and what tells it from others of that moment. */
  tries: ReadonlySet<string>
  expires_at_seconds: number
}

/** Says that an organisation is there to stay. */
export interface OrganisationEntry {
  tenant_id: string
}

/** How far an operators' migration got in one segment of the table. */
export interface MigrationProgress {
  /** The last key that was looked at; absent once the segment is done. */
  position?: Record<string, unknown>
  seen: number
  changed: number
  finished_at?: string
}
