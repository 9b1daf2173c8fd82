import { deliveryColumns, type RxRow } from '#shared/model/delivery.ts'
import { defaultChoices } from '#shared/model/settings.ts'
import { returnFrom } from '#shared/rules/return-window.ts'
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
import { eventEnd } from './event-life.ts'
import { nothingRecorded } from './nothing-recorded.ts'

/** An item's attributes as the document client has them, without the table's own two keys. */
// biome-ignore lint/suspicious/noExplicitAny: the document client types every item so
export type Item = Record<string, any>

/** How a value lies in the table, and how an item that any release wrote becomes what today's code expects. */
export interface Kind<T> {
  readonly name: string
  read(item: Item): T
  write(value: T): Item
}

/**
 * A kind whose fields lie in the item under their own names. `later` holds a default for every field that is younger than the first
 * release: older items lack it. This is the one place where stored items get their type;
 * `tests/frozen/frozen-items.proof.test.ts` proves it on items of every release.
 */
function flat<T extends object>(name: string, later: Partial<T> = {}): Kind<T> {
  return {
    name,
    read: (item) => ({ ...later, ...item }) as T,
    write: (value) => value,
  }
}

const laterOfTenants = { ...defaultChoices, version: 1 }
const tenant = flat<StoredTenant>('tenant', laterOfTenants)
const role = flat<StoredRole>('role')

/** In the first release a proven user was an account of its own: brought over, both have the same id. */
const user: Kind<StoredUser> = {
  name: 'user',
  read: (item) => ({ ...(item.is_verified && { account_id: item.id }), ...item }) as StoredUser,
  write: (value) => value,
}

/** A tenant's own partition holds the tenant and its roles. */
const organisation: Kind<StoredTenant | StoredRole> = {
  name: 'organisation',
  read: (item) => ('is_system_role' in item ? role.read(item) : tenant.read(item)),
  write: (value) => value,
}

/** A list row: what the list indexes project. */
const deliveryRow: Kind<StoredDeliveryRow> = {
  name: 'delivery row',
  read: ({ row }) => ({ ...laterColumns, ...row }),
  write: (row) => ({ row }),
}

/** Defaults of columns that are younger than the first release. */
const laterColumns: Partial<StoredDeliveryRow> = {
  is_business_address: false,
  collect_copay: false,
  amount: null,
  payment_method: null,
  loaded_at: null,
  returned_at: null,
  return_from: null,
}

/** What a prescription's row says that is younger than the first release. */
const laterPrescription: Partial<RxRow> = { fill_date: '', fill_number: null }

/** No later field gets a default here: items are hashed as they lie in the table. */
const historyItem = flat<StoredHistoryItem>('history item', { version: 0 })

/**
 * A delivery keeps the columns of the lists in one map, which is all that the list indexes project: a new column is data, not
 * another index. `version` stands beside the map as well, for the conditions of writes. The first release kept the columns side by
 * side, and the history inside the item.
 */
const delivery = (indexKeysOf: (delivery: StoredDelivery) => Item): Kind<StoredDelivery> => ({
  name: 'delivery',
  read({ row, history, ...item }) {
    const rx_information = item.rx_information.map((rx: Item) => ({ ...laterPrescription, ...rx }))
    return {
      ...laterColumns,
      ...nothingRecorded,
      order_notes: item.delivery_notes,
      history_count: history?.length ?? 0,
      access_notes: '',
      attempts: [],
      return_from: returnFrom(rx_information),
      ...item,
      ...row,
      rx_information,
      ...(history && { history: history.map(historyItem.read) }),
    } as StoredDelivery
  },
  write(value) {
    const row: Item = {}
    const rest: Item = {}
    for (const [field, content] of Object.entries(value)) (deliveryColumns().has(field) ? row : rest)[field] = content
    return { ...rest, version: value.version, row, ...indexKeysOf(value) }
  },
})

/** What is known of a run of which nothing was said yet. */
export const newRun: StoredRun = { version: 0, writes: 0, order: [], went_out: [], closings: [] }

const laterOfPatients = { access_notes: '' }
/** In the first release the user of a sign-up brought the password of a registration. */
const signUp: Kind<StoredSignUp> = {
  name: 'sign-up',
  read({ tenant, user: found, ...item }) {
    const { password_hash = null, is_verified: _verified, ...person } = found
    return { password_hash, ...item, tenant: { ...laterOfTenants, ...tenant }, user: user.read(person) } as StoredSignUp
  },
  write: (value) => value,
}

/** An address led to a user in the first release: `accounts.ts` brings that one over before anything is made of it. */
const emailOwner: Kind<EmailOwner | FirstReleaseOwner> = {
  name: 'e-mail',
  read: (item) => item as EmailOwner | FirstReleaseOwner,
  write: (value) => value,
}

/** The holder of a link was always a user in the first release. */
const mailOf = <T extends StoredMail>(name: string): Kind<T> => ({
  name,
  read: (item) => ('nonce' in item && 'user_id' in item ? { ...item, holder_id: item.user_id } : item) as T,
  write: (value) => value,
})

/** The account and its memberships, which lie before its sessions. */
const accountOrMembership: Kind<StoredAccount | StoredMembership> = {
  name: 'account or membership',
  read: (item) => item as StoredAccount | StoredMembership,
  write: (value) => value,
}

/** An event lies in one map, which is all that its indexes project: a new field of an event is data, not another index. */
const event = (indexKeysOf: (event: StoredEvent) => Item): Kind<StoredEvent> => ({
  name: 'event',
  read: ({ event }) => event,
  write: (event) => ({ event, expires_at_seconds: eventEnd(event.at), ...indexKeysOf(event) }),
})

export const kinds = {
  tenant,
  role,
  organisation,
  signUp,
  roleName: flat<RoleName>('role name'),
  user,
  firstReleaseUser: flat<FirstReleaseUser>('user of the first release'),
  address: flat<AddressHolder>('address in a tenant'),
  account: flat<StoredAccount>('account'),
  membership: flat<StoredMembership>('membership'),
  accountOrMembership,
  credentials: flat<StoredCredentials>('credentials'),
  session: flat<StoredSession>('session'),
  firstReleaseSession: flat<FirstReleaseSession>('session of the first release'),
  delivery,
  deliveryRow,
  historyItem,
  rxEntry: flat<RxEntry>('prescription entry'),
  ownEntry: flat<OwnEntry>('entry of a person'),
  deliveredEntry: flat<DeliveredEntry>('delivered'),
  callBackEntry: flat<CallBackEntry>('call-back'),
  event,
  run: flat<StoredRun>('run', newRun),
  patient: flat<StoredPatient>('patient', laterOfPatients),
  searchEntry: flat<SearchEntry>('search entry', laterOfPatients),
  idempotency: flat<IdempotencyRecord>('idempotency record'),
  emailOwner,
  waiting: flat<WaitingPerson>('waiting person'),
  googleOwner: flat<EmailOwner>('Google account'),
  usedToken: flat<UsedToken>('used token'),
  mail: mailOf<StoredMail>('mail'),
  parkedMail: mailOf<ParkedMail>('parked mail'),
  organisationEntry: flat<OrganisationEntry>('organisation entry'),
  takingBack: flat<TakingBack>('taking back'),
  deadAddress: flat<DeadAddress>('dead address'),
  attempts: flat<Attempts>('attempts', { tries: new Set() }),
  migration: flat<MigrationProgress>('migration'),
} as const
