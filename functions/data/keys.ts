import { createHash } from 'node:crypto'
import type { Action } from '#shared/model/activity.ts'
import type { DeliveryStatus } from '#shared/model/delivery.ts'
import { rxPrefix } from '#shared/rules/prescriptions.ts'
import { slipStart } from '#shared/rules/slip-codes.ts'
import { isOpen } from '#shared/rules/transitions.ts'
import type {
  AddressHolder,
  Attempts,
  CallBackEntry,
  DeadAddress,
  DeliveredEntry,
  EmailOwner,
  FirstReleaseOwner,
  FirstReleaseSession,
  FirstReleaseUser,
  IdempotencyRecord,
  MigrationProgress,
  OrganisationEntry,
  OwnEntry,
  ParkedMail,
  RoleName,
  RxEntry,
  SearchEntry,
  StoredAccount,
  StoredCredentials,
  StoredDelivery,
  StoredDeliveryRow,
  StoredEvent,
  StoredHistoryItem,
  StoredMail,
  StoredMembership,
  StoredPatient,
  StoredRole,
  StoredRun,
  StoredSession,
  StoredSignUp,
  StoredTenant,
  StoredUser,
  TakingBack,
  UsedToken,
  WaitingPerson,
} from './entities.ts'
import { type Kind, kinds } from './kinds.ts'

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
 * | address | T#t#ADDRESSES | e-mail | does somebody here have this address |
 * | session of the first release | T#t#SESSIONS | id | what was this sign-in |
 * | delivery | T#t#D#id | DELIVERY | one delivery |
 * | history item | T#t#D#id | H#number | what happened to this delivery, in order |
 * | run | T#t#RUNS#date | user id | what is known of the day's runs beside their deliveries |
 * | prescription entry | T#t#RX#first 3 characters | number#delivery | which deliveries has a prescription been on |
 * | name of a person's delivery | T#t#OWN#person#NAMES | patient's name, from one of its words on, #hit key | which of theirs are for a patient who is called … |
 * | number of a person's delivery | T#t#OWN#person#RX | number#delivery | which of theirs has a prescription been on |
 * | delivered | T#t#DONE#month | day#time#id | what was delivered on these days |
 * | call-back | T#t#CALLS | due#id | which patients wait for a call |
 * | event | T#t#EVENTS#subject, or -actor without one | time#id | who did what with this subject, and who looked |
 * | patient | T#t#PT#id | PATIENT | one patient, and whether open or delivered deliveries exist |
 * | patient found by word | T#t#PS#first character | word#id | whose words start with … |
 * | patient by name | T#t#PN | name#id | the directory in order |
 * | idempotency record | T#t#IDEMPOTENCY#user#key | ANSWER | was this request answered before |
 * | unscoped: e-mail | EMAIL#address | EMAIL | whose account is this |
 * | unscoped: account | ACCOUNT#a | ACCOUNT | who is this, in every organisation |
 * | unscoped: membership | ACCOUNT#a | MEMBER#tenant | which user is the account there: with the account in one query |
 * | unscoped: session | ACCOUNT#a | SESSION#id | is this sign-in still good; where is the account signed in |
 * | unscoped: credentials | CREDENTIALS#a | CREDENTIALS | what proves that it is them |
 * | unscoped: waiting person | WAITING#address | time#user | whose mail to this address waits to be answered |
 * | unscoped: Google account | GOOGLE#sub | GOOGLE | whose account is this Google account connected with |
 * | unscoped: used token | USED#hash | USED | was this ID token taken before |
 * | unscoped: organisation entry | ORGANISATIONS | tenant | which organisations are there |
 * | unscoped: mail | MAIL#0 to MAIL#7 | due#id | what is to be sent |
 * | unscoped: parked mail | MAIL#PARKED | id | what SES will not take |
 * | unscoped: taking back | TASK#0 | due#id | from whom are deliveries to be taken back |
 * | unscoped: dead address | MAIL#DEAD | hash of the address | does mail to it come back |
 * | unscoped: attempts | LIMIT#what#hash | ATTEMPTS | how often lately |
 * | operators: migration | MIGRATION#name | SEGMENT#number | how far did this migration get |
 *
 * | index | pk | sk | question |
 * |---|---|---|---|
 * | rows_by_status | T#t#S#status | date#slot#id | deliveries of a status, by day |
 * | rows_by_pharmacist | T#t#P#pharmacist or -#status | date#slot#id | the same of one pharmacist, or of none |
 * | by_patient | T#t#PD#patient | date#slot#id | a patient's deliveries (keys only: a status change costs it nothing) |
 * | hits_by_patient | T#t#PF#patient | the hit key: 0#date#slot#id, or 1#… with the days backwards | their open deliveries, then the latest |
 * | by_code | T#t#DC#first 8 characters of the id | date#slot#id | which delivery is this slip's (keys only) |
 * | events_in_time | T#t#E | time#id | what happened in the organisation |
 * | events_by_patient | T#t#EP#patient | time#id | what happened to a patient and their deliveries, and who looked |
 * | events_by_actor | T#t#EU#actor | time#id | what did this person do and see |
 * | events_by_action | T#t#EA#action | time#id | who did this |
 * | events_by_actor_action | T#t#EUA#actor#action | time#id | when did this person do this |
 * | events_by_patient_actor, …_action, …_actor_action | T#t#EPU#…, EPA#…, EPUA#patient#actor#action | time#id | the same of one patient |
 * | events_by_subject_actor, …_action, …_actor_action | T#t#ESU#…, ESA#…, ESUA#subject#actor#action | time#id | the same of one subject |
 *
 * What an index projects cannot be changed while the table is in use: each projects one map, `row` or `event`, so that it never has
 * to. How the former ones were replaced: `functions/decisions/list-indexes.md`. What a question to the events costs: `functions/decisions/events.md`.
 */
const ofEvents = { sort: 'sk', projection: ['event'] } as const

/** No partition takes as many events as the one of all of them: whoever watches that one sees first what these can take. */
const coolerThan = { ...ofEvents, coolerThan: 'events_in_time' } as const

/** `by`: what an event needs to have a row here. Of a subject, the events lie in a partition of the table itself. */
const eventIndexes = [
  { name: 'events_in_time', partition: 'event_pk', by: [], ...ofEvents },
  { name: 'events_by_patient', partition: 'event_patient_pk', by: ['patient'], ...coolerThan },
  { name: 'events_by_actor', partition: 'event_actor_pk', by: ['actor'], ...coolerThan },
  { name: 'events_by_action', partition: 'event_action_pk', by: ['action'], ...coolerThan },
  { name: 'events_by_actor_action', partition: 'event_actor_action_pk', by: ['actor', 'action'], ...coolerThan },
  { name: 'events_by_patient_actor', partition: 'event_patient_actor_pk', by: ['patient', 'actor'], ...coolerThan },
  { name: 'events_by_patient_action', partition: 'event_patient_action_pk', by: ['patient', 'action'], ...coolerThan },
  {
    name: 'events_by_patient_actor_action',
    partition: 'event_patient_actor_action_pk',
    by: ['patient', 'actor', 'action'],
    ...coolerThan,
  },
  { name: 'events_by_subject_actor', partition: 'event_subject_actor_pk', by: ['subject', 'actor'], ...coolerThan },
  { name: 'events_by_subject_action', partition: 'event_subject_action_pk', by: ['subject', 'action'], ...coolerThan },
  {
    name: 'events_by_subject_actor_action',
    partition: 'event_subject_actor_action_pk',
    by: ['subject', 'actor', 'action'],
    ...coolerThan,
  },
] as const

/** What events are asked for by, all of it together; an actor of `null` is the system. */
interface EventFilters {
  subject?: string | undefined
  patient?: string | undefined
  actor?: string | null | undefined
  action?: Action | undefined
}

/** In the order in which keys have them, each with its letter there. */
const eventParts = [
  ['subject', 'S'],
  ['patient', 'P'],
  ['actor', 'U'],
  ['action', 'A'],
] as const

const partsOf = (filters: EventFilters) => eventParts.filter(([part]) => filters[part] !== undefined)

export const tableDesign = {
  partition: 'pk',
  sort: 'sk',
  ttl: 'expires_at_seconds',
  indexes: [
    { name: 'rows_by_status', partition: 'status_pk', sort: 'list_sk', projection: ['row'] },
    { name: 'rows_by_pharmacist', partition: 'pharmacist_pk', sort: 'list_sk', projection: ['row'] },
    { name: 'by_patient', partition: 'patient_pk', sort: 'list_sk', projection: 'KEYS_ONLY' },
    { name: 'hits_by_patient', partition: 'hit_pk', sort: 'hit_sk', projection: ['row'] },
    { name: 'by_code', partition: 'code_pk', sort: 'list_sk', projection: 'KEYS_ONLY' },
    ...eventIndexes,
  ],
} as const

export type IndexName = (typeof tableDesign)['indexes'][number]['name']

/** Where an item lies. */
export interface Place {
  readonly pk: string
  readonly sk: string
}

/**
 * The key of an item. `T` is what lies there; `F` the fields that lie there under their own names, which conditions and updates may
 * name.
 */
export interface Key<T, F = T> extends Place {
  readonly kind: Kind<T>
  readonly fields?: F
}

/** What a query asks: the items of one partition, of the table or of an index. */
export interface Partition<T> {
  readonly pk: string
  readonly kind: Pick<Kind<T>, 'read'>
  readonly index?: IndexName
  /** The sort keys of these items start with it. */
  readonly prefix?: string
}

const at = <T>(kind: Kind<T>, pk: string, sk: string): Key<T> => ({ kind, pk, sk })

/** Every key of one tenant. */
export function keysOf(tenantId: string) {
  const tenant = `T#${tenantId}`
  const deliveryPk = (id: string) => `${tenant}#D#${id}`
  const rows = (index: IndexName, pk: string): Partition<StoredDeliveryRow> => ({ index, pk, kind: kinds.deliveryRow })
  const statusPk = (status: DeliveryStatus) => `${tenant}#S#${status}`
  const pharmacistPk = (id: string | null, status: DeliveryStatus) => `${tenant}#P#${id ?? '-'}#${status}`
  const patientPk = (patientId: string) => `${tenant}#PD#${patientId}`
  const hitPk = (patientId: string) => `${tenant}#PF#${patientId}`
  const codePk = (id: string) => `${tenant}#DC#${slipStart(id)}`
  const keysOnly = (index: IndexName, pk: string) => ({ index, pk, kind: nothing })
  const deliveryKind = kinds.delivery((delivery) =>
    delivery.deleted_at
      ? {}
      : {
          status_pk: statusPk(delivery.status),
          pharmacist_pk: pharmacistPk(delivery.pharmacist_id, delivery.status),
          patient_pk: patientPk(delivery.patient_id),
          hit_pk: hitPk(delivery.patient_id),
          hit_sk: hitSortKey(delivery),
          code_pk: codePk(delivery.id),
          list_sk: listSortKey(delivery),
        },
  )
  const rxPk = (rx: string) => `${tenant}#RX#${rxPrefix(rx)}`
  const ownPk = (person: string, what: 'NAMES' | 'RX') => `${tenant}#OWN#${person}#${what}`
  const donePk = (month: string) => `${tenant}#DONE#${month}`
  const eventsOfSubject = (subject: string): Partition<StoredEvent> => ({
    pk: `${tenant}#EVENTS#${subject}`,
    kind: eventKind,
  })
  const eventPk = (filters: EventFilters) => {
    const parts = partsOf(filters)
    const letters = parts.map(([, letter]) => letter).join('')
    return [`${tenant}#E${letters}`, ...parts.map(([part]) => filters[part] ?? '-')].join('#')
  }
  const eventKind = kinds.event(({ subject, patient_id, actor, action }) => {
    const known = { subject: subject.id ?? undefined, patient: patient_id ?? undefined, actor: actor.id, action }
    return Object.fromEntries(
      eventIndexes.flatMap(({ partition, by }) => {
        const filters: EventFilters = Object.fromEntries(by.map((part) => [part, known[part]]))
        return partsOf(filters).length === by.length ? [[partition, eventPk(filters)]] : []
      }),
    )
  })
  /** The partition of what has all of these and nothing else. A subject and a patient are not asked for together. */
  const eventsBy = (filters: EventFilters): Partition<StoredEvent> => {
    const asked = partsOf(filters).map(([part]) => part)
    const index = eventIndexes.find(({ by }) => by.join() === asked.join())
    if (index) return { index: index.name, pk: eventPk(filters), kind: eventKind }
    if (filters.subject === undefined || asked.length > 1) throw new Error(`No events lie by ${asked.join(' and ')}`)
    return eventsOfSubject(filters.subject)
  }
  const searchPk = (word: string) => `${tenant}#PS#${[...word][0] ?? ''}`
  return {
    organisation: { pk: tenant, kind: kinds.organisation } satisfies Partition<StoredTenant | StoredRole>,
    tenant: at<StoredTenant>(kinds.tenant, tenant, 'TENANT'),
    signUp: at<StoredSignUp>(kinds.signUp, `${tenant}#SIGNUP`, 'SIGNUP'),
    role: (id: string) => at<StoredRole>(kinds.role, tenant, `ROLE#${id}`),
    roleName: (name: string) =>
      at<RoleName>(kinds.roleName, `${tenant}#ROLENAMES`, name.normalize('NFC').toLowerCase()),
    address: (email: string) => at<AddressHolder>(kinds.address, `${tenant}#ADDRESSES`, email),
    users: { pk: `${tenant}#USERS`, kind: kinds.user } satisfies Partition<StoredUser>,
    user: (id: string) => at<StoredUser>(kinds.user, `${tenant}#USERS`, id),
    firstReleaseUser: (id: string) => at<FirstReleaseUser>(kinds.firstReleaseUser, `${tenant}#USERS`, id),
    firstReleaseSession: (id: string) => at<FirstReleaseSession>(kinds.firstReleaseSession, `${tenant}#SESSIONS`, id),
    delivery: (id: string): Key<StoredDelivery, DeliveryGuards> => at(deliveryKind, deliveryPk(id), 'DELIVERY'),
    history: (id: string): Partition<StoredHistoryItem> => ({
      pk: deliveryPk(id),
      prefix: 'H#',
      kind: kinds.historyItem,
    }),
    historyItem: (id: string, number: number) =>
      at<StoredHistoryItem>(kinds.historyItem, deliveryPk(id), `H#${String(number).padStart(6, '0')}`),
    runs: (date: string): Partition<StoredRun> => ({ pk: `${tenant}#RUNS#${date}`, kind: kinds.run }),
    run: (date: string, userId: string) => at<StoredRun>(kinds.run, `${tenant}#RUNS#${date}`, userId),
    /** `rx` is a number as numbers are compared, or the start of one. */
    rx: (rx: string): Partition<RxEntry> => ({ pk: rxPk(rx), kind: kinds.rxEntry }),
    rxEntry: (rx: string, deliveryId: string) => at<RxEntry>(kinds.rxEntry, rxPk(rx), `${rx}#${deliveryId}`),
    /** A person's deliveries by their patients' names. */
    ownNames: (person: string): Partition<OwnEntry> => ({ pk: ownPk(person, 'NAMES'), kind: kinds.ownEntry }),
    ownNameEntry: (person: string, name: string, delivery: HitPlace) =>
      at<OwnEntry>(kinds.ownEntry, ownPk(person, 'NAMES'), `${name}#${hitSortKey(delivery)}`),
    /** A person's deliveries by their prescriptions. */
    ownRx: (person: string): Partition<OwnEntry> => ({ pk: ownPk(person, 'RX'), kind: kinds.ownEntry }),
    ownRxEntry: (person: string, rx: string, deliveryId: string) =>
      at<OwnEntry>(kinds.ownEntry, ownPk(person, 'RX'), `${rx}#${deliveryId}`),
    delivered: (month: string): Partition<DeliveredEntry> => ({ pk: donePk(month), kind: kinds.deliveredEntry }),
    deliveredEntry: ({ day, completed_at, delivery_id }: DeliveredEntry) =>
      at<DeliveredEntry>(kinds.deliveredEntry, donePk(monthOf(day)), `${day}#${completed_at}#${delivery_id}`),
    callBacks: { pk: `${tenant}#CALLS`, kind: kinds.callBackEntry } satisfies Partition<CallBackEntry>,
    callBackEntry: ({ due_at, delivery_id }: CallBackEntry) =>
      at<CallBackEntry>(kinds.callBackEntry, `${tenant}#CALLS`, `${due_at}#${delivery_id}`),
    /** The event `id` of an instant, of a subject or, without one, of nothing but its actor: `-` and their id. */
    event: (subject: string, time: string, id: string): Key<StoredEvent, unknown> =>
      at(eventKind, eventsOfSubject(subject).pk, `${time}#${id}`),
    eventsOfSubject,
    allEvents: eventsBy({}),
    eventsBy,
    patient: (id: string) => at<StoredPatient>(kinds.patient, `${tenant}#PT#${id}`, 'PATIENT'),
    search: (word: string): Partition<SearchEntry> => ({ pk: searchPk(word), kind: kinds.searchEntry }),
    searchEntry: (word: string, id: string) => at<SearchEntry>(kinds.searchEntry, searchPk(word), `${word}#${id}`),
    names: { pk: `${tenant}#PN`, kind: kinds.searchEntry } satisfies Partition<SearchEntry>,
    nameEntry: (name: string, id: string) => at<SearchEntry>(kinds.searchEntry, `${tenant}#PN`, `${name}#${id}`),
    idempotency: (userId: string, key: string) =>
      at<IdempotencyRecord>(kinds.idempotency, `${tenant}#IDEMPOTENCY#${userId}#${key}`, 'ANSWER'),
    ofStatus: (status: DeliveryStatus) => rows('rows_by_status', statusPk(status)),
    /** `null`: of nobody. */
    ofPharmacist: (id: string | null, status: DeliveryStatus) => rows('rows_by_pharmacist', pharmacistPk(id, status)),
    /** Keys alone: their sort keys end with the deliveries' ids. */
    ofPatient: (patientId: string) => keysOnly('by_patient', patientPk(patientId)),
    hitsOfPatient: (patientId: string) => rows('hits_by_patient', hitPk(patientId)),
    /** Of an id, its first characters are enough. */
    ofCode: (id: string) => keysOnly('by_code', codePk(id)),
  }
}
export type TenantKeys = ReturnType<typeof keysOf>

/** A delivery is only written whole: what a condition may name of it. */
export type DeliveryGuards = Pick<StoredDelivery, 'version' | 'history'>

const nothing = { read: () => undefined }

/** `2026-11-22` lies in `2026-11`. */
export const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length)

/** Inside a day: by slot, then by id. */
const listSortKey = (delivery: { delivery_date: string; time_range: string; id: string }) =>
  `${delivery.delivery_date}#${delivery.time_range.slice(0, 5)}#${delivery.id}`

/** What a delivery's place among the hits of a search follows from. */
export type HitPlace = Pick<StoredDelivery, 'status' | 'delivery_date' | 'time_range' | 'id'>

/** Open ones soonest first, then the others latest first. */
const hitSortKey = (delivery: HitPlace) =>
  isOpen(delivery.status)
    ? `0#${listSortKey(delivery)}`
    : `1#${listSortKey({ ...delivery, delivery_date: backwards(delivery.delivery_date) })}`

/** A later date comes before an earlier one. */
const backwards = (date: string) => date.replace(/\d/g, (digit) => String(9 - Number(digit)))

/** The id in a list's sort key. */
export const idInListKey = (sortKey: string) => sortKey.split('#')[2] ?? ''

/** The name in the sort key of a person's delivery, and the delivery's place among hits. */
export function partsOfOwnName(sortKey: string): { name: string; place: string } {
  const parts = sortKey.split('#')
  return { name: parts.slice(0, -4).join('#'), place: parts.slice(-4).join('#') }
}

/** Sort keys of one day, and of all days before it, lie between these. */
export const dayStart = (date: string) => `${date}#`
export const dayEnd = (date: string) => `${date}#~`

/** What bounds the sort keys of events that happened on a day of UTC. */
export const eventsOfDay = (day: string) => ({ from: `${day}T`, to: `${day}T~` })

/** Enough that no partition is hot when many mails wait. */
export const mailPartitions = Array.from(
  { length: 8 },
  (_, shard): Partition<StoredMail> => ({ pk: `MAIL#${shard}`, kind: kinds.mail }),
)

/** Every organisation whose sign-up was answered: what no request asks, and nothing else answers without a scan. */
export const organisationList: Partition<OrganisationEntry> = { pk: 'ORGANISATIONS', kind: kinds.organisationEntry }

/** What the worker is to take back. */
export const takingsBack: Partition<TakingBack> = { pk: 'TASK#0', kind: kinds.takingBack }

/** Mails and tasks that are due at `time` lie at or before this. */
export const dueUntil = (time: Date) => `${time.toISOString()}#~`

const unscopedStarts = [
  'ACCOUNT#',
  'CREDENTIALS#',
  'EMAIL#',
  'GOOGLE#',
  'LIMIT#',
  'MAIL#',
  'ORGANISATIONS',
  'TASK#',
  'USED#',
  'WAITING#',
]

/** Whether a run of this tenant, or of none yet, may name a partition of the table or of an index. */
export function isWithin(partition: string, tenantId: string | undefined): boolean {
  if (unscopedStarts.some((start) => partition.startsWith(start))) return true
  const tenant = `T#${tenantId}`
  return tenantId !== undefined && (partition === tenant || partition.startsWith(`${tenant}#`))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Keys outside any tenant: what has to be asked before the caller's tenant is known. */
export const unscopedKeys = {
  email: (email: string) => at<EmailOwner | FirstReleaseOwner>(kinds.emailOwner, `EMAIL#${email}`, 'EMAIL'),
  account: (id: string) => at<StoredAccount>(kinds.account, `ACCOUNT#${id}`, 'ACCOUNT'),
  membership: (accountId: string, tenantId: string) =>
    at<StoredMembership>(kinds.membership, `ACCOUNT#${accountId}`, `MEMBER#${tenantId}`),
  accountAndMemberships: (id: string): Partition<StoredAccount | StoredMembership> => ({
    pk: `ACCOUNT#${id}`,
    kind: kinds.accountOrMembership,
  }),
  session: (accountId: string, id: string) => at<StoredSession>(kinds.session, `ACCOUNT#${accountId}`, `SESSION#${id}`),
  sessions: (accountId: string): Partition<StoredSession> => ({
    pk: `ACCOUNT#${accountId}`,
    prefix: 'SESSION#',
    kind: kinds.session,
  }),
  credentials: (accountId: string) =>
    at<StoredCredentials>(kinds.credentials, `CREDENTIALS#${accountId}`, 'CREDENTIALS'),
  waitingAt: (email: string): Partition<WaitingPerson> => ({ pk: `WAITING#${email}`, kind: kinds.waiting }),
  waiting: (email: string, { created_at, user_id }: Pick<WaitingPerson, 'created_at' | 'user_id'>) =>
    at<WaitingPerson>(kinds.waiting, `WAITING#${email}`, `${created_at}#${user_id}`),
  google: (sub: string) => at<EmailOwner>(kinds.googleOwner, `GOOGLE#${sub}`, 'GOOGLE'),
  organisationEntry: (tenantId: string) =>
    at<OrganisationEntry>(kinds.organisationEntry, organisationList.pk, tenantId),
  /** Of what the token's signature covers: the signature itself can be spelled in several ways. */
  usedToken: (token: string) =>
    at<UsedToken>(kinds.usedToken, `USED#${hashOf(token.slice(0, token.lastIndexOf('.')))}`, 'USED'),
  mail: ({ id, due_at }: StoredMail) =>
    at<StoredMail>(kinds.mail, mailPartitions[Number.parseInt(id[0] ?? '0', 16) % 8]?.pk ?? '', `${due_at}#${id}`),
  takingBack: ({ id, due_at }: Pick<TakingBack, 'id' | 'due_at'>) =>
    at<TakingBack>(kinds.takingBack, takingsBack.pk, `${due_at}#${id}`),
  parkedMail: (id: string) => at<ParkedMail>(kinds.parkedMail, 'MAIL#PARKED', id),
  /** In hexadecimal, as an operator gets it from `sha256sum`. */
  deadAddress: (address: string) =>
    at<DeadAddress>(kinds.deadAddress, 'MAIL#DEAD', createHash('sha256').update(address).digest('hex')),
  attempts: (what: string, subject: string) =>
    at<Attempts>(kinds.attempts, `LIMIT#${what}#${hashOf(subject)}`, 'ATTEMPTS'),
}

/** Keys that operators' commands use, and no request. */
export const operatorKeys = {
  migration: (name: string, segment: number) =>
    at<MigrationProgress>(kinds.migration, `MIGRATION#${name}`, `SEGMENT#${segment}`),
}
