/**
 * A kind of table items or index rows, by which rights are granted. A family is defined by patterns of partition keys, in IAM's
 * notation (`*` is any text, `?` any one character). `functions/data/table-keys.ts` makes the keys, and a test ensures that every
 * key belongs to exactly one family.
 */
export interface ItemFamily {
  /** The patterns that IAM compares with `dynamodb:LeadingKeys`. */
  partitions: readonly string[]
  /** The index to which these rows belong, which can only be queried. Undefined for items of the table. */
  index?: string
  /**
   * No function may delete these items, and only the migrations may update one. A put can still overwrite an item. If an area asks
   * for a right to update or delete, the synthesis of the stack fails.
   */
  isAppendOnly?: true
}

/**
 * A pattern that matches exactly one id, because all ids have the same length. With `*` instead, the organisation's pattern would
 * match every other key of the tenant as well.
 */
const anId = '?'.repeat(36)

export const itemFamilies = {
  /** An organisation and its roles. */
  organisation: { partitions: [`T#${anId}`] },
  signUp: { partitions: ['T#*#SIGNUP'] },
  roleName: { partitions: ['T#*#ROLENAMES'] },
  user: { partitions: ['T#*#USERS'] },
  /** The keys with which browsers encrypt what they keep for times without a network. */
  deviceKey: { partitions: ['T#*#DEVICES#*'] },
  /** Finds the user of an organisation who has a certain e-mail address. */
  address: { partitions: ['T#*#ADDRESSES'] },
  delivery: { partitions: ['T#*#D#*'] },
  /** The items about a day's runs, apart from their deliveries. */
  run: { partitions: ['T#*#RUNS#*'] },
  event: { partitions: ['T#*#EVENTS#*'], isAppendOnly: true },
  patient: { partitions: ['T#*#PT#*'] },
  /** Finds patients and deliveries by their ids in another system. */
  externalId: { partitions: ['T#*#XD#*'] },
  /** Finds the patients and deliveries that an import has created, by the content of their rows. */
  imported: { partitions: ['T#*#IP#*', 'T#*#ID#*'] },
  /** How the columns of imported files were assigned to fields. */
  importColumns: { partitions: ['T#*#COLUMNS#*'] },
  /** Finds patients by name and by the words of a search. */
  patientSearch: { partitions: ['T#*#PS#*', 'T#*#PN'] },
  prescription: { partitions: ['T#*#RX#*'] },
  /** The deliveries of one driver, found by patient and prescription. */
  own: { partitions: ['T#*#OWN#*'] },
  /** Completed deliveries by day. */
  delivered: { partitions: ['T#*#DONE#*'] },
  /** Deliveries whose patient is waiting for a call. */
  callBack: { partitions: ['T#*#CALLS'] },
  /** Deliveries for which the server refused something that was entered at the door. */
  unsent: { partitions: ['T#*#UNSENT'] },
  /** Handovers that have not been confirmed yet. */
  waitingHandover: { partitions: ['T#*#HANDOVERS'] },
  /** The API keys that programs use. */
  apiKey: { partitions: ['T#*#APIKEYS'] },
  /** Finds the owner of an API key. */
  apiKeyHolder: { partitions: ['APIKEY#*'] },
  /** Exports of all data of an organisation. */
  organisationExport: { partitions: ['T#*#EXPORTS'] },
  /** What an organisation has used of its limits, by day. */
  dayUsage: { partitions: ['T#*#USAGE'] },
  /** The newest seal of each delivery's proof, with its salts. */
  seal: { partitions: ['T#*#SEALS#*'] },
  idempotency: { partitions: ['T#*#IDEMPOTENCY#*'] },
  /** Finds an account by its email address. */
  email: { partitions: ['EMAIL#*'] },
  /** An account with its memberships and its sessions. */
  account: { partitions: ['ACCOUNT#*'] },
  credentials: { partitions: ['CREDENTIALS#*'] },
  /** Users who have not opened the link in their mail yet, found by email address. */
  waiting: { partitions: ['WAITING#*'] },
  google: { partitions: ['GOOGLE#*'] },
  usedToken: { partitions: ['USED#*'] },
  /** The ids of all organisations, without any of their data. */
  organisationList: { partitions: ['ORGANISATIONS'] },
  mail: { partitions: ['MAIL#?'] },
  parkedMail: { partitions: ['MAIL#PARKED'] },
  undeliverableAddress: { partitions: ['MAIL#DEAD'] },
  /**
   * A door is one patient's deliveries at one address on one day, with the notices sent to the recipient. Its key is the hash of
   * the token in the recipient's link.
   */
  door: { partitions: ['DOOR#*'] },
  /** The worker's tasks to take back deliveries from people who may no longer deliver. */
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
  /** A query whose `Select` is `COUNT`, which returns the number of items but not the items. */
  'Count',
  /** Checks a condition in a transaction without writing anything. */
  'ConditionCheckItem',
] as const

export type ItemAction = (typeof itemActions)[number]
