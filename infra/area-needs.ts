import type { AreaName } from '#shared/api/areas.ts'
import type { ItemAction, ItemFamilyName } from './item-families.ts'

type ObjectAction = 'GetObject' | 'PutObject' | 'AbortMultipartUpload'

/** What an area's function may touch, and what is lost when it fails. */
export interface AreaNeeds {
  /** Said by its alarm. */
  alarmDescription: string
  /** Any other item is denied to it. */
  items: Readonly<Partial<Record<ItemFamilyName, readonly ItemAction[]>>>
  /** Media, by the prefix of the keys. */
  objects?: Readonly<Partial<Record<MediaPrefix, readonly ObjectAction[]>>>
  /** `signing`: it signs or reads tokens, links or cursors. `edge`: it tells CloudFront from anybody else. */
  secret?: 'signing' | 'edge'
  /** It seals proofs, and shows the keys by which a seal is checked. */
  seals?: true
  sendsMail?: true
  /** It keeps the copies of events: puts each once, and asks which are there. */
  copiesEvents?: true
  /** It brings stored items of all kinds to the form of its release. */
  migrates?: true
  /** It starts the state machine that makes exports. */
  startsExports?: true
  /** How many minutes a run may take; else as long as the gateway waits. */
  minutes?: number
  /** It is called when items are put whose partition keys begin so. */
  wokenBy?: readonly string[]
  /** Nobody waits for its answer: how it is tried again; what is lost when that is over, unless the next run does it all the same. */
  later?: { retries: 0 | 2; minutes: number; lost?: string }
}

/** What is under `tenants/` is written once; what is under `uploads/` nobody has looked at yet; `exports/` has archives for a day. */
type MediaPrefix = 'tenants/' | 'uploads/' | 'exports/'

/** The areas of the contract, and those that no route of the contract leads to. */
export const functionAreas = [
  'auth',
  'users',
  'registration',
  'deliveries',
  'recipients',
  // Called by a schedule, every minute.
  'workers',
  // Called by what SES says of sent mails.
  'feedback',
  // Asked by the gateway whether a request came by CloudFront.
  'edge',
  // Answers what the contract does not know.
  'unknown',
  // Called by a schedule, every five minutes.
  'mailwatch',
  // Called by a schedule, once a day.
  'eventcopy',
  // Called by a state machine, after a deploy.
  'migration',
  // Called by a state machine, when an administrator asks for an export of all data.
  'exports',
] as const

export type FunctionArea = AreaName | (typeof functionAreas)[number]

/** What every signed-in call begins with: who calls, in which organisation, with which roles. */
const knowTheCaller = {
  organisation: ['Query'],
  user: ['BatchGetItem'],
  account: ['BatchGetItem'],
  // A call may show a program's key, whose use and refusal are noted.
  apiKeyHolder: ['GetItem'],
  apiKey: ['BatchGetItem', 'UpdateItem'],
} as const

/** A mail is written with what causes it, sent at once and forgotten, unless its address is dead. */
const sendMail = {
  mail: ['PutItem', 'DeleteItem'],
  deadAddress: ['GetItem'],
} as const

export const areaNeeds: Readonly<Record<FunctionArea, AreaNeeds>> = {
  auth: {
    alarmDescription: 'Nobody can sign in, and who is signed in falls out when the access token ends.',
    items: {
      organisation: ['Query', 'BatchGetItem', 'GetItem', 'UpdateItem'],
      user: ['BatchGetItem', 'GetItem', 'UpdateItem'],
      roleName: ['UpdateItem'],
      address: ['UpdateItem'],
      email: ['GetItem', 'PutItem', 'UpdateItem'],
      account: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      credentials: ['GetItem', 'PutItem', 'UpdateItem'],
      deadAddress: ['GetItem'],
      organisationList: ['PutItem'],
      waiting: ['Query', 'DeleteItem'],
      google: ['PutItem', 'DeleteItem'],
      usedToken: ['PutItem'],
      event: ['PutItem'],
      mail: ['PutItem'],
      attempts: ['UpdateItem', 'DeleteItem'],
      apiKeyHolder: ['GetItem'],
      apiKey: ['BatchGetItem', 'UpdateItem'],
      // Whether somebody who has not touched the page is at a door.
      byPharmacist: ['Count'],
    },
    secret: 'signing',
  },
  users: {
    alarmDescription:
      'The app does not learn what its user may do, and shows no menu; users and roles cannot be managed.',
    items: {
      ...sendMail,
      ...knowTheCaller,
      organisation: ['Query', 'BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      user: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem'],
      roleName: ['PutItem', 'DeleteItem'],
      address: ['PutItem', 'DeleteItem'],
      // With the last membership of an account all of it goes; nothing of it is changed here.
      account: ['BatchGetItem', 'Query', 'DeleteItem', 'ConditionCheckItem'],
      credentials: ['DeleteItem'],
      email: ['GetItem', 'DeleteItem'],
      google: ['DeleteItem'],
      waiting: ['PutItem', 'DeleteItem'],
      attempts: ['UpdateItem'],
      task: ['PutItem'],
      apiKeyHolder: ['GetItem', 'PutItem', 'UpdateItem'],
      apiKey: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem'],
      event: ['Query', 'PutItem'],
      eventsInTime: ['Query'],
      eventsByPatient: ['Query'],
      eventsByActor: ['Query'],
      organisationExport: ['GetItem', 'Query', 'PutItem'],
      exportTask: ['PutItem'],
    },
    objects: { 'exports/': ['GetObject'] },
    secret: 'signing',
    sendsMail: true,
  },
  registration: {
    alarmDescription: 'New organisations cannot sign up, and nobody can add products.',
    items: {
      ...sendMail,
      organisation: ['Query', 'BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
      user: ['Query', 'PutItem', 'BatchGetItem'],
      address: ['PutItem'],
      email: ['GetItem'],
      account: ['Query'],
      waiting: ['PutItem'],
      roleName: ['PutItem'],
      signUp: ['BatchGetItem', 'PutItem', 'DeleteItem'],
      event: ['PutItem'],
      attempts: ['UpdateItem'],
    },
    secret: 'signing',
    sendsMail: true,
  },
  deliveries: {
    alarmDescription: 'Pharmacies cannot see, plan or complete deliveries.',
    items: {
      ...knowTheCaller,
      user: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem'],
      delivery: ['BatchGetItem', 'GetItem', 'Query', 'PutItem'],
      run: ['GetItem', 'Query', 'UpdateItem'],
      patient: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
      patientSearch: ['Query', 'PutItem', 'DeleteItem'],
      externalId: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
      imported: ['GetItem', 'PutItem'],
      importColumns: ['Query', 'PutItem', 'DeleteItem'],
      prescription: ['Query', 'PutItem', 'DeleteItem'],
      own: ['Query', 'PutItem', 'DeleteItem'],
      delivered: ['Query', 'PutItem'],
      callBack: ['Query', 'PutItem', 'DeleteItem'],
      unsent: ['Query', 'PutItem', 'DeleteItem'],
      waitingHandover: ['Query', 'PutItem', 'DeleteItem'],
      idempotency: ['GetItem', 'PutItem'],
      // The newest hash of a chain stands in its event.
      event: ['Query', 'PutItem'],
      attempts: ['UpdateItem'],
      byStatus: ['Query'],
      byPharmacist: ['Query'],
      byPatient: ['Query'],
      hitsByPatient: ['Query'],
      byCode: ['Query'],
      door: ['BatchGetItem', 'PutItem'],
      deadAddress: ['GetItem'],
      mail: ['PutItem'],
    },
    objects: { 'tenants/': ['GetObject', 'PutObject'], 'uploads/': ['GetObject', 'PutObject'] },
    secret: 'signing',
    seals: true,
  },
  recipients: {
    alarmDescription:
      'The pages of recipients do not open: nobody is told where a delivery is, and nobody ends the mails.',
    items: {
      door: ['GetItem', 'UpdateItem'],
      organisation: ['BatchGetItem'],
      patient: ['BatchGetItem', 'UpdateItem'],
      patientSearch: ['PutItem'],
      delivery: ['BatchGetItem', 'PutItem'],
      run: ['GetItem'],
      event: ['PutItem'],
      attempts: ['UpdateItem'],
      byPharmacist: ['Query'],
      byPatient: ['Query'],
    },
  },
  workers: {
    alarmDescription:
      'Mails that could not be sent at once stay unsent: invitations, verifications, password resets. Deliveries stay with people who have gone.',
    items: {
      email: ['GetItem'],
      organisation: ['BatchGetItem', 'GetItem', 'Query'],
      user: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      delivery: ['BatchGetItem', 'GetItem', 'PutItem'],
      // What recipients are told.
      door: ['BatchGetItem', 'GetItem', 'PutItem'],
      patient: ['BatchGetItem'],
      run: ['GetItem'],
      byStatus: ['Query'],
      byPatient: ['Query'],
      attempts: ['UpdateItem'],
      own: ['DeleteItem'],
      byPharmacist: ['Query'],
      event: ['PutItem'],
      task: ['Query', 'PutItem', 'DeleteItem'],
      exportTask: ['Query', 'DeleteItem'],
      organisationExport: ['GetItem'],
      account: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem'],
      waiting: ['Query'],
      mail: ['Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
      parkedMail: ['PutItem'],
      deadAddress: ['GetItem'],
    },
    secret: 'signing',
    sendsMail: true,
    startsExports: true,
    wokenBy: ['MAIL#', 'TASK#'],
    // The next run, a minute later, takes what this one left.
    later: { retries: 0, minutes: 1 },
  },
  feedback: {
    alarmDescription: 'Mail goes on to addresses that bounced or complained, until SES stops ours altogether.',
    items: {
      deadAddress: ['GetItem', 'PutItem'],
      // Of a notice's mail, what the delivery shows.
      door: ['GetItem', 'PutItem'],
      delivery: ['GetItem'],
      event: ['PutItem'],
    },
    later: {
      retries: 2,
      minutes: 360,
      lost: 'Bounces or complaints were not taken note of: mail goes on to these addresses until the queue is redriven.',
    },
  },
  edge: {
    alarmDescription: 'The gateway cannot tell CloudFront from anybody else: it refuses every call.',
    items: {},
    secret: 'edge',
  },
  unknown: {
    alarmDescription: 'Calls of addresses that do not exist are answered by the gateway, in words that are not ours.',
    items: {},
  },
  mailwatch: {
    alarmDescription: 'Nobody knows how long mails have been waiting.',
    items: { mail: ['Query'] },
    // The next run, five minutes later, measures anew.
    later: { retries: 0, minutes: 5 },
  },
  eventcopy: {
    alarmDescription: 'Events of a day were not copied: nobody could find that one of them was overwritten.',
    items: { organisationList: ['Query'], eventsInTime: ['Query'] },
    copiesEvents: true,
    minutes: 15,
    // The next night tries once more, for a week.
    later: { retries: 2, minutes: 60 },
  },
  migration: {
    alarmDescription: 'Stored items keep the form of an earlier release: lists and filters of this one may lack them.',
    items: {},
    migrates: true,
    minutes: 15,
  },
  exports: {
    alarmDescription: 'An export of all data that an administrator asked for is not made, or takes longer.',
    items: {
      organisation: ['Query'],
      organisationExport: ['GetItem', 'UpdateItem', 'DeleteItem'],
      user: ['Query'],
      account: ['BatchGetItem'],
      patientSearch: ['Query'],
      delivery: ['BatchGetItem', 'GetItem', 'Query'],
      byStatus: ['Query'],
      event: ['Query'],
      eventsInTime: ['Query'],
      mail: ['PutItem'],
    },
    objects: { 'exports/': ['GetObject', 'PutObject', 'AbortMultipartUpload'] },
    secret: 'signing',
    seals: true,
    minutes: 15,
  },
}
