import { createHash } from 'node:crypto'
import { type DeliveryStatus, deliveryListColumns } from '#shared/model/delivery.ts'
import type {
  Attempts,
  DeadAddress,
  EmailOwner,
  IdempotencyRecord,
  ParkedMail,
  RoleName,
  SearchEntry,
  StoredDelivery,
  StoredMail,
  StoredPatient,
  StoredRole,
  StoredSession,
  StoredSignUp,
  StoredTenant,
  StoredUser,
} from './entities.ts'

/**
 * The table on one screen. Every key of a tenant starts with `T#<tenant id>`; ids are UUIDs of one length, so that no
 * tenant's prefix can be the start of another's.
 *
 * | entity | pk | sk | question |
 * |---|---|---|---|
 * | tenant | T#t | TENANT | who is this organisation, what does it subscribe to |
 * | sign-up | T#t#SIGNUP | SIGNUP | what will this organisation be, once its products are chosen |
 * | role | T#t | ROLE#id | which permissions: tenant and all roles are one query |
 * | role name | T#t#ROLENAMES | lower-cased name | is this name taken |
 * | user | T#t#USERS | id | who is this caller; who works here |
 * | session | T#t#SESSIONS | id | is this sign-in still good |
 * | delivery, with its history | T#t#D#id | DELIVERY | one delivery, in one read |
 * | patient | T#t#PT#id | PATIENT | one patient; has he open or delivered deliveries |
 * | patient found by word | T#t#PS#first character | word#id | whose words start with … |
 * | patient by name | T#t#PN | name#id | the directory in order |
 * | idempotency record | T#t#IDEMPOTENCY#user#key | ANSWER | was this request answered before |
 * | unscoped: e-mail | EMAIL#address | EMAIL | whose account is this |
 * | unscoped: mail | MAIL#0 to MAIL#7 | due#id | what is to be sent |
 * | unscoped: parked mail | MAIL#PARKED | id | what SES will not take |
 * | unscoped: dead address | MAIL#DEAD | hash of the address | does mail to it come back |
 * | unscoped: attempts | LIMIT#what#hash | ATTEMPTS | how often lately |
 *
 * | index | pk | sk | question |
 * |---|---|---|---|
 * | by_status | T#t#S#status | date#slot#id | deliveries of a status, by day |
 * | by_pharmacist | T#t#P#pharmacist or -#status | date#slot#id | the same of one pharmacist, or of none |
 * | by_patient | T#t#PD#patient | date#slot#id | a patient's deliveries (keys only: a status change costs it nothing) |
 */
export const tableDesign = {
  partition: 'pk',
  sort: 'sk',
  ttl: 'expires_at_seconds',
  indexes: [
    { name: 'by_status', partition: 'status_pk', sort: 'list_sk', projection: deliveryListColumns },
    { name: 'by_pharmacist', partition: 'pharmacist_pk', sort: 'list_sk', projection: deliveryListColumns },
    { name: 'by_patient', partition: 'patient_pk', sort: 'list_sk', projection: 'KEYS_ONLY' },
  ],
} as const

export type IndexName = (typeof tableDesign)['indexes'][number]['name']

/** Where an item lies; the type parameter says what lies there. */
export interface Key<T> {
  pk: string
  sk: string
  readonly entity?: T
}

const at = <T>(pk: string, sk: string): Key<T> => ({ pk, sk })

/** Every key of one tenant. */
export function keysOf(tenantId: string) {
  const tenant = `T#${tenantId}`
  return {
    tenantPartition: tenant,
    tenant: at<StoredTenant>(tenant, 'TENANT'),
    signUp: at<StoredSignUp>(`${tenant}#SIGNUP`, 'SIGNUP'),
    role: (id: string) => at<StoredRole>(tenant, `ROLE#${id}`),
    roleName: (name: string) => at<RoleName>(`${tenant}#ROLENAMES`, name.normalize('NFC').toLowerCase()),
    usersPartition: `${tenant}#USERS`,
    user: (id: string) => at<StoredUser>(`${tenant}#USERS`, id),
    session: (id: string) => at<StoredSession>(`${tenant}#SESSIONS`, id),
    delivery: (id: string) => at<StoredDelivery>(`${tenant}#D#${id}`, 'DELIVERY'),
    patient: (id: string) => at<StoredPatient>(`${tenant}#PT#${id}`, 'PATIENT'),
    searchPartition: (word: string) => `${tenant}#PS#${[...word][0] ?? ''}`,
    searchEntry: (word: string, id: string) => at<SearchEntry>(`${tenant}#PS#${[...word][0] ?? ''}`, `${word}#${id}`),
    namePartition: `${tenant}#PN`,
    nameEntry: (name: string, id: string) => at<SearchEntry>(`${tenant}#PN`, `${name}#${id}`),
    idempotency: (userId: string, key: string) =>
      at<IdempotencyRecord>(`${tenant}#IDEMPOTENCY#${userId}#${key}`, 'ANSWER'),
    statusPartition: (status: DeliveryStatus) => `${tenant}#S#${status}`,
    pharmacistPartition: (pharmacistId: string | null, status: DeliveryStatus) =>
      `${tenant}#P#${pharmacistId ?? '-'}#${status}`,
    patientPartition: (patientId: string) => `${tenant}#PD#${patientId}`,
  }
}
export type TenantKeys = ReturnType<typeof keysOf>

/** Inside a day: by slot, then by id. */
export const listSortKey = (delivery: { delivery_date: string; time_range: string; id: string }) =>
  `${delivery.delivery_date}#${delivery.time_range.slice(0, 5)}#${delivery.id}`

/** Sort keys of one day, and of all days before it, lie between these. */
export const dayStart = (date: string) => `${date}#`
export const dayEnd = (date: string) => `${date}#~`

/** Enough that no partition is hot when many mails wait. */
export const mailPartitions = Array.from({ length: 8 }, (_, shard) => `MAIL#${shard}`)

/** Mails that are due at `time` lie at or before this. */
export const dueUntil = (time: Date) => `${time.toISOString()}#~`

const unscopedStarts = ['EMAIL#', 'MAIL#', 'LIMIT#']

/** Whether a run of this tenant, or of none yet, may name a partition of the table or of an index. */
export function isWithin(partition: string, tenantId: string | undefined): boolean {
  if (unscopedStarts.some((start) => partition.startsWith(start))) return true
  const tenant = `T#${tenantId}`
  return tenantId !== undefined && (partition === tenant || partition.startsWith(`${tenant}#`))
}

/** Keys outside any tenant: what has to be asked before the caller's tenant is known. */
export const unscopedKeys = {
  email: (email: string) => at<EmailOwner>(`EMAIL#${email}`, 'EMAIL'),
  mail: ({ id, due_at }: StoredMail) =>
    at<StoredMail>(mailPartitions[Number.parseInt(id[0] ?? '0', 16) % 8] ?? '', `${due_at}#${id}`),
  parkedMail: (id: string) => at<ParkedMail>('MAIL#PARKED', id),
  /** In hexadecimal, as an operator gets it from `sha256sum`. */
  deadAddress: (address: string) => at<DeadAddress>('MAIL#DEAD', createHash('sha256').update(address).digest('hex')),
  attempts: (what: string, subject: string) =>
    at<Attempts>(`LIMIT#${what}#${createHash('sha256').update(subject).digest('base64url')}`, 'ATTEMPTS'),
}
