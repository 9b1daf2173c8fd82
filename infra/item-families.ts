/**
 * The items of the table and the rows of its indexes by kind: what rights are given by. A family is named by its partition keys,
 * as IAM compares them (`*` is any text, `?` any one character). `functions/data/table-keys.ts` makes the keys; a test holds the two
 * together: every key belongs to exactly one family.
 */
export interface ItemFamily {
  /** What `dynamodb:LeadingKeys` is compared with. */
  partitions: readonly string[]
  /** Rows of this index, which are only queried; else items of the table. */
  index?: string
  /** Written once and never again: no function may update or delete one, whatever its area asks for. */
  isAppendOnly?: true
}

/** An id has one length: so no other key of a tenant can look like the organisation's own. */
const anId = '?'.repeat(36)

export const itemFamilies = {
  /** An organisation and its roles. */
  organisation: { partitions: [`T#${anId}`] },
  signUp: { partitions: ['T#*#SIGNUP'] },
  roleName: { partitions: ['T#*#ROLENAMES'] },
  user: { partitions: ['T#*#USERS'] },
  /** Who has which address in an organisation. */
  address: { partitions: ['T#*#ADDRESSES'] },
  delivery: { partitions: ['T#*#D#*'] },
  /** What is known of a day's runs beside their deliveries. */
  run: { partitions: ['T#*#RUNS#*'] },
  event: { partitions: ['T#*#EVENTS#*'], isAppendOnly: true },
  patient: { partitions: ['T#*#PT#*'] },
  /** Patients and deliveries by the names that another system has for them. */
  externalId: { partitions: ['T#*#XD#*'] },
  /** What imports have made of rows that no other system has a name for. */
  imported: { partitions: ['T#*#IP#*', 'T#*#ID#*'] },
  /** Which columns the files of imports had. */
  importColumns: { partitions: ['T#*#COLUMNS#*'] },
  /** Patients by name and by the words that they are searched by. */
  patientSearch: { partitions: ['T#*#PS#*', 'T#*#PN'] },
  prescription: { partitions: ['T#*#RX#*'] },
  /** A person's deliveries, by their patients and prescriptions. */
  own: { partitions: ['T#*#OWN#*'] },
  /** What was delivered, by day. */
  delivered: { partitions: ['T#*#DONE#*'] },
  /** Deliveries whose patient waits for a call. */
  callBack: { partitions: ['T#*#CALLS'] },
  /** Deliveries at whose door something was refused. */
  unsent: { partitions: ['T#*#UNSENT'] },
  /** Handovers that wait to be confirmed. */
  waitingHandover: { partitions: ['T#*#HANDOVERS'] },
  /** The keys by which programs call. */
  apiKey: { partitions: ['T#*#APIKEYS'] },
  /** Whose a key is that a call shows. */
  apiKeyHolder: { partitions: ['APIKEY#*'] },
  /** Exports of all that an organisation has. */
  organisationExport: { partitions: ['T#*#EXPORTS'] },
  idempotency: { partitions: ['T#*#IDEMPOTENCY#*'] },
  /** Whose account an address is. */
  email: { partitions: ['EMAIL#*'] },
  /** An account, its memberships and its sessions. */
  account: { partitions: ['ACCOUNT#*'] },
  credentials: { partitions: ['CREDENTIALS#*'] },
  /** Whose mail to an address waits to be answered. */
  waiting: { partitions: ['WAITING#*'] },
  google: { partitions: ['GOOGLE#*'] },
  usedToken: { partitions: ['USED#*'] },
  /** Which organisations are there, and nothing about them. */
  organisationList: { partitions: ['ORGANISATIONS'] },
  mail: { partitions: ['MAIL#?'] },
  parkedMail: { partitions: ['MAIL#PARKED'] },
  deadAddress: { partitions: ['MAIL#DEAD'] },
  /** Doors by the hash of their link's token, with what their recipients were told. */
  door: { partitions: ['DOOR#*'] },
  /** What the worker is to do beside sending mails. */
  task: { partitions: ['TASK#0'] },
  /** Exports of all data that are to be started. */
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
  /** Learns how many items there are, and reads none: a query whose `Select` is `COUNT`. */
  'Count',
  /** Asks for a condition in a transaction, and writes nothing. */
  'ConditionCheckItem',
] as const

export type ItemAction = (typeof itemActions)[number]
