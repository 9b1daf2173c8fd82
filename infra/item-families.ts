/**
 * The kinds of table items and index rows by which rights are granted. The patterns of partition keys name a family, as IAM
 * compares them (`*` is any text, `?` is any one character). `functions/data/table-keys.ts` makes the keys, and a test ensures that
 * every key belongs to exactly one family.
 */
export interface ItemFamily {
  /** The patterns that IAM compares with `dynamodb:LeadingKeys`. */
  partitions: readonly string[]
  /** The index whose rows these are; rows are only queried. Undefined for items of the table. */
  index?: string
  /** Items are written once: no function may update or delete one, whatever its area asks for. */
  isAppendOnly?: true
}

/** Ids have a fixed length, so no other key of a tenant can match the organisation's own key. */
const anId = '?'.repeat(36)

export const itemFamilies = {
  /** An organisation and its roles. */
  organisation: { partitions: [`T#${anId}`] },
  signUp: { partitions: ['T#*#SIGNUP'] },
  roleName: { partitions: ['T#*#ROLENAMES'] },
  user: { partitions: ['T#*#USERS'] },
  /** Which user of an organisation has which address. */
  address: { partitions: ['T#*#ADDRESSES'] },
  delivery: { partitions: ['T#*#D#*'] },
  /** What is stored of a day's runs in addition to their deliveries. */
  run: { partitions: ['T#*#RUNS#*'] },
  event: { partitions: ['T#*#EVENTS#*'], isAppendOnly: true },
  patient: { partitions: ['T#*#PT#*'] },
  /** Patients and deliveries by their ids in another system. */
  externalId: { partitions: ['T#*#XD#*'] },
  /** What an import created from rows without an id of another system. */
  imported: { partitions: ['T#*#IP#*', 'T#*#ID#*'] },
  /** The columns of imported files. */
  importColumns: { partitions: ['T#*#COLUMNS#*'] },
  /** Patients by name and by the words that a search finds them by. */
  patientSearch: { partitions: ['T#*#PS#*', 'T#*#PN'] },
  prescription: { partitions: ['T#*#RX#*'] },
  /** The deliveries of one person, found by their patients and prescriptions. */
  own: { partitions: ['T#*#OWN#*'] },
  /** Completed deliveries by day. */
  delivered: { partitions: ['T#*#DONE#*'] },
  /** Deliveries whose patient is waiting for a call. */
  callBack: { partitions: ['T#*#CALLS'] },
  /** Deliveries with entries from the door that the server refused. */
  unsent: { partitions: ['T#*#UNSENT'] },
  /** Handovers that have not been confirmed yet. */
  waitingHandover: { partitions: ['T#*#HANDOVERS'] },
  /** The API keys with which programs call. */
  apiKey: { partitions: ['T#*#APIKEYS'] },
  /** Finds the owner of an API key. */
  apiKeyHolder: { partitions: ['APIKEY#*'] },
  /** Exports of all data of an organisation. */
  organisationExport: { partitions: ['T#*#EXPORTS'] },
  idempotency: { partitions: ['T#*#IDEMPOTENCY#*'] },
  /** Finds the account of an email address. */
  email: { partitions: ['EMAIL#*'] },
  /** An account with its memberships and its sessions. */
  account: { partitions: ['ACCOUNT#*'] },
  credentials: { partitions: ['CREDENTIALS#*'] },
  /** Users who have not used their mailed link yet, by email address. */
  waiting: { partitions: ['WAITING#*'] },
  google: { partitions: ['GOOGLE#*'] },
  usedToken: { partitions: ['USED#*'] },
  /** The ids of all organisations, without any of their data. */
  organisationList: { partitions: ['ORGANISATIONS'] },
  mail: { partitions: ['MAIL#?'] },
  parkedMail: { partitions: ['MAIL#PARKED'] },
  deadAddress: { partitions: ['MAIL#DEAD'] },
  /** Doors by the hash of their link's token, with the notices that their recipients got. */
  door: { partitions: ['DOOR#*'] },
  /** The worker's tasks other than sending mails. */
  task: { partitions: ['TASK#0'] },
  /** Exports of all data that have yet to be started. */
  exportTask: { partitions: ['TASK#EXPORTS'] },
  attempts: { partitions: ['LIMIT#*'] },
  byStatus: { partitions: ['T#*#S#*'], index: 'rows_by_status' },
  byPharmacist: { partitions: ['T#*#P#*'], index: 'rows_by_pharmacist' },
  byPatient: { partitions: ['T#*#PD#*'], index: 'by_patient' },
  hitsByPatient: { partitions: ['T#*#PF#*'], index: 'hits_by_patient' },
  byCode: { partitions: ['T#*#DC#*'], index: 'by_code' },
  eventsInTime: { partitions: ['T#*#E'], index: 'events_in_time' },
  eventsByPatient: { partitions: ['T#*#EP#*'], index: 'events_by_patient' },
  eventsByActor: { partitions: ['T#*#EU#*'], index: 'events_by_actor' },
} as const satisfies Readonly<Record<string, ItemFamily>>

export type ItemFamilyName = keyof typeof itemFamilies

export const itemActions = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  /** A query whose `Select` is `COUNT`: it returns how many items there are, and none of the items. */
  'Count',
  /** Checks a condition in a transaction without writing anything. */
  'ConditionCheckItem',
] as const

export type ItemAction = (typeof itemActions)[number]
