import { deliveryColumns, type RxRow } from '#shared/model/delivery.ts'
import { defaultChoices } from '#shared/model/settings.ts'
import type {
  Attempts,
  CallBackEntry,
  DeadAddress,
  DeliveredEntry,
  EmailOwner,
  IdempotencyRecord,
  MigrationProgress,
  ParkedMail,
  RoleName,
  RxEntry,
  SearchEntry,
  StoredDelivery,
  StoredDeliveryRow,
  StoredEvent,
  StoredHistoryItem,
  StoredMail,
  StoredPatient,
  StoredRole,
  StoredSession,
  StoredSignUp,
  StoredTenant,
  StoredUser,
} from './entities.ts'
import { eventEnd } from './event-life.ts'

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
 * release: older items lack it. This is the one place where stored items get their type; `tests/data/frozen-items.test.ts` proves
 * it on items of every release.
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

const signUp: Kind<StoredSignUp> = {
  name: 'sign-up',
  read: ({ tenant, ...rest }) => ({ ...rest, tenant: { ...laterOfTenants, ...tenant } }) as StoredSignUp,
  write: (value) => value,
}
const role = flat<StoredRole>('role')

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
const laterColumns: Partial<StoredDeliveryRow> = { collect_copay: false, amount: null }

/** Columns that a row has beside those of the list: a day is counted from rows alone. */
const countedColumns: ReadonlySet<string> = new Set<keyof StoredDeliveryRow>(['collect_copay', 'amount'])
const isColumn = (field: string) => deliveryColumns().has(field) || countedColumns.has(field)

/** What a prescription's row says that is younger than the first release. */
const laterPrescription: Partial<RxRow> = { fill_date: '', fill_number: null }

/** What the first releases did not ask for at the door. */
const laterDoorRecord: Partial<StoredDelivery> = {
  signer_name: null,
  signer_relationship: null,
  photo_id: null,
  hipaa_form_outcome: null,
  hipaa_form_reason: null,
  counseling_outcome: null,
  signature_method: null,
  signature_quality: null,
  captured_at: null,
  payment_method: null,
  call_back_due_at: null,
  signature_sha256: null,
  strokes_key: null,
  strokes_sha256: null,
  photo_sha256: null,
}

/** No later field gets a default here: items are hashed as they lie in the table. */
const historyItem = flat<StoredHistoryItem>('history item', { version: 0 })

/**
 * A delivery keeps the columns of the lists in one map, which is all that the list indexes project: a new column is data, not
 * another index. `version` stands beside the map as well, for the conditions of writes. The first release kept the columns side by
 * side, and the history inside the item.
 */
const delivery = (indexKeysOf: (delivery: StoredDelivery) => Item): Kind<StoredDelivery> => ({
  name: 'delivery',
  read: ({ row, history, ...item }) =>
    ({
      ...laterColumns,
      ...laterDoorRecord,
      order_notes: item.delivery_notes,
      history_count: history?.length ?? 0,
      ...item,
      ...row,
      rx_information: item.rx_information.map((rx: Item) => ({ ...laterPrescription, ...rx })),
      ...(history && { history: history.map(historyItem.read) }),
    }) as StoredDelivery,
  write(value) {
    const row: Item = {}
    const rest: Item = {}
    for (const [field, content] of Object.entries(value)) (isColumn(field) ? row : rest)[field] = content
    return { ...rest, version: value.version, row, ...indexKeysOf(value) }
  },
})

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
  user: flat<StoredUser>('user'),
  session: flat<StoredSession>('session'),
  delivery,
  deliveryRow,
  historyItem,
  rxEntry: flat<RxEntry>('prescription entry'),
  deliveredEntry: flat<DeliveredEntry>('delivered'),
  callBackEntry: flat<CallBackEntry>('call-back'),
  event,
  patient: flat<StoredPatient>('patient'),
  searchEntry: flat<SearchEntry>('search entry'),
  idempotency: flat<IdempotencyRecord>('idempotency record'),
  emailOwner: flat<EmailOwner>('e-mail'),
  mail: flat<StoredMail>('mail'),
  parkedMail: flat<ParkedMail>('parked mail'),
  deadAddress: flat<DeadAddress>('dead address'),
  attempts: flat<Attempts>('attempts'),
  migration: flat<MigrationProgress>('migration'),
} as const
