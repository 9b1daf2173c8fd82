import { storedMailsPrefix } from '#functions/aws/keep-mails.ts'
import type { AreaName } from '#shared/api/areas.ts'
import { objectKeys } from '#shared/model/shapes.ts'
import type { NightPage } from './constructs/alarm-topics.ts'
import type { ItemAction, ItemFamilyName } from './item-families.ts'
import type { Schedule } from './schedule.ts'

type ObjectAction = 'GetObject' | 'PutObject' | 'AbortMultipartUpload'

/** What an area's function may do. */
export interface AreaRights {
  /** The kinds of table items that the function may access, with the actions. It may access no other item, unless it migrates. */
  items: Readonly<Partial<Record<ItemFamilyName, readonly ItemAction[]>>>
  /**
   * Attributes that no update of this function may touch, by the kind of item, because the function only counts or keeps a date on
   * such items. The rest of the item belongs to other functions.
   */
  mayNotUpdate?: Readonly<Partial<Record<ItemFamilyName, readonly string[]>>>
  /** The actions on media objects, by the prefix of their keys. */
  objects?: Readonly<Partial<Record<MediaPrefix, readonly ObjectAction[]>>>
  /**
   * `signing`: the function signs or reads tokens, links or cursors. `edge`: the function checks that a request came through
   * CloudFront.
   */
  secret?: 'signing' | 'edge'
  /** The function seals proofs and publishes the keys that verify a seal. */
  seals?: true
  sendsMail?: true
  /** The function sends text messages, if the environment has an identity for them. */
  sendsTexts?: true
  /** The function keeps the copies of events: it writes each copy once and lists which copies exist. */
  copiesEvents?: true
  /** The function migrates stored items of every kind to the form of its release. */
  migrates?: true
  /** The function starts the state machine that makes exports. */
  startsExports?: true
}

/** The rights and limits of an area's function, what wakes it, and the text that says who is affected when it fails. */
export interface AreaNeeds extends AreaRights {
  /** The text of the alarm for failures of this function: who is affected, and how. */
  alarmDescription: string
  /** Set if someone is woken when the function keeps failing: the page that says what to do. */
  wakes?: NightPage
  /**
   * Rights that only the previous release uses. They stay for one release, because the previous version of a function still serves
   * calls while traffic shifts, with the policies of the new release. A test compares them with the last tag.
   */
  previous?: Partial<Omit<AreaRights, 'mayNotUpdate'>>
  /** The longest time that one call may take, in minutes. If undefined, a call may take 20 seconds. */
  minutes?: number
  /** When the function runs by itself. */
  schedule?: Schedule
  /** Prefixes of partition keys. The function is called when an item with such a key is inserted. */
  wokenBy?: readonly string[]
  /**
   * Set for a function whose caller does not wait for a response: how often Lambda retries a call, and for how many minutes. `lost`
   * says what is lost after that; it is undefined if the next scheduled call does the work anyway.
   */
  later?: { retries: 0 | 2; minutes: number; lost?: string }
}

/**
 * `tenants/` contains final objects, which are written once. `uploads/` contains objects that have not been checked yet. `exports/`
 * contains archives, which are kept for two days. `mails/` contains the mails of an environment that has no sender.
 */
type MediaPrefix = 'tenants/' | 'uploads/' | 'exports/' | typeof storedMailsPrefix

/** The rights with which a call finds out who the caller is, in which organisation and with which roles. */
const knowTheCaller = {
  organisation: ['Query'],
  user: ['BatchGetItem'],
  account: ['BatchGetItem'],
  // A call may carry an API key. The function records that the key was used or refused.
  apiKeyHolder: ['GetItem'],
  apiKey: ['BatchGetItem', 'UpdateItem'],
} as const

/**
 * The rights to send mail. A mail is stored in the transaction that causes it, sent at once, and then deleted. No mail is sent to
 * an address that bounced in the last half year, and after a complaint only what the owner's own account needs.
 */
const sendMail = {
  mail: ['PutItem', 'DeleteItem'],
  undeliverableAddress: ['GetItem'],
} as const

/**
 * The areas of the API contract, each of which is a group of routes that one function serves, and then the functions that no route
 * of the contract calls. A new function is an entry here and a file in `functions/lambdas`. `CONTRIBUTING.md` says what
 * else it needs.
 */
const needs = {
  auth: {
    alarmDescription: 'No one can sign in, and signed-in people are signed out when their access token expires.',
    items: {
      organisation: ['Query', 'BatchGetItem', 'GetItem', 'UpdateItem'],
      user: ['BatchGetItem', 'GetItem', 'UpdateItem', 'ConditionCheckItem'],
      roleName: ['UpdateItem'],
      address: ['UpdateItem'],
      email: ['GetItem', 'PutItem', 'UpdateItem'],
      account: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      credentials: ['GetItem', 'PutItem', 'UpdateItem'],
      undeliverableAddress: ['GetItem'],
      organisationList: ['PutItem'],
      waiting: ['Query', 'DeleteItem'],
      google: ['PutItem', 'DeleteItem'],
      usedToken: ['PutItem'],
      deviceKey: ['GetItem', 'PutItem'],
      event: ['PutItem'],
      mail: ['PutItem'],
      attempts: ['UpdateItem', 'DeleteItem'],
      apiKeyHolder: ['GetItem'],
      apiKey: ['BatchGetItem', 'UpdateItem'],
      // Needed to find out whether a user has a delivery under way. If so, the session does not end for idleness, because a driver
      // at a door can leave the page untouched for a long time.
      byPharmacist: ['Count'],
    },
    mayNotUpdate: {
      user: ['email', 'full_name', 'is_tenant_admin', 'open_deliveries', 'roles'],
      organisation: ['active_admins', 'limits', 'name', 'permissions', 'require_mfa', 'user_count', 'verified_at'],
      apiKey: ['created_by', 'ends_on', 'hashes', 'name', 'permissions', 'revoked_at'],
    },
    secret: 'signing',
  },
  users: {
    alarmDescription: 'The app cannot read user permissions, so it shows no menu. Users and roles cannot be managed.',
    items: {
      ...sendMail,
      ...knowTheCaller,
      organisation: ['Query', 'BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      user: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem'],
      roleName: ['PutItem', 'DeleteItem'],
      address: ['PutItem', 'DeleteItem'],
      // When an account loses its last membership, this area deletes the whole account. It never updates one.
      account: ['BatchGetItem', 'Query', 'DeleteItem', 'ConditionCheckItem'],
      credentials: ['DeleteItem'],
      email: ['GetItem', 'DeleteItem'],
      google: ['DeleteItem'],
      waiting: ['PutItem', 'DeleteItem'],
      attempts: ['UpdateItem'],
      task: ['PutItem'],
      apiKeyHolder: ['GetItem', 'PutItem', 'UpdateItem'],
      apiKey: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem'],
      dayUsage: ['GetItem', 'UpdateItem'],
      event: ['Query', 'PutItem'],
      eventsInTime: ['Query'],
      eventsByPatient: ['Query'],
      eventsByActor: ['Query'],
      organisationExport: ['GetItem', 'Query', 'PutItem'],
      exportTask: ['PutItem'],
    },
    // Only an operator verifies an organization and changes its limits.
    mayNotUpdate: { organisation: ['limits', 'verified_at'] },
    objects: { 'exports/': ['GetObject'] },
    secret: 'signing',
    sendsMail: true,
  },
  registration: {
    alarmDescription: 'New organizations cannot sign up, and no one can add products.',
    items: {
      ...sendMail,
      organisation: ['Query', 'BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
      user: ['PutItem', 'BatchGetItem'],
      address: ['PutItem'],
      email: ['GetItem'],
      account: ['Query'],
      waiting: ['PutItem'],
      roleName: ['PutItem'],
      signUp: ['BatchGetItem', 'PutItem', 'DeleteItem'],
      event: ['PutItem'],
      attempts: ['UpdateItem'],
    },
    mayNotUpdate: {
      organisation: ['active_admins', 'limits', 'name', 'permissions', 'require_mfa', 'user_count', 'verified_at'],
    },
    secret: 'signing',
    sendsMail: true,
  },
  deliveries: {
    alarmDescription: 'Pharmacies cannot see, plan or complete deliveries.',
    items: {
      ...knowTheCaller,
      user: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem'],
      delivery: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
      run: ['GetItem', 'Query', 'UpdateItem'],
      patient: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
      patientSearch: ['Query', 'PutItem', 'DeleteItem'],
      externalId: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
      imported: ['GetItem', 'PutItem'],
      importColumns: ['Query', 'PutItem', 'DeleteItem'],
      prescription: ['Query', 'PutItem', 'DeleteItem'],
      own: ['Query', 'PutItem', 'DeleteItem'],
      delivered: ['Query', 'PutItem'],
      seal: ['BatchGetItem', 'PutItem'],
      callBack: ['Query', 'PutItem', 'DeleteItem'],
      unsent: ['Query', 'PutItem', 'DeleteItem'],
      waitingHandover: ['Query', 'PutItem', 'DeleteItem'],
      idempotency: ['GetItem', 'PutItem'],
      // The events of a delivery's changes contain hashes of its history. The function reads these events to check that no one
      // altered the history.
      event: ['Query', 'PutItem'],
      attempts: ['UpdateItem'],
      byStatus: ['Query'],
      byPharmacist: ['Query'],
      byPatient: ['Query'],
      hitsByPatient: ['Query'],
      byCode: ['Query'],
      door: ['BatchGetItem', 'PutItem'],
      undeliverableAddress: ['GetItem'],
      mail: ['PutItem'],
      dayUsage: ['GetItem', 'UpdateItem'],
    },
    mayNotUpdate: {
      user: ['account_id', 'full_name', 'invitation_link', 'is_tenant_admin', 'roles', 'session_epoch'],
      apiKey: ['created_by', 'ends_on', 'hashes', 'permissions', 'revoked_at'],
    },
    objects: { 'tenants/': ['GetObject', 'PutObject'], 'uploads/': ['GetObject', 'PutObject'] },
    secret: 'signing',
    seals: true,
  },
  recipients: {
    alarmDescription: 'Tracking pages do not open: recipients cannot see where a delivery is or unsubscribe.',
    items: {
      door: ['GetItem', 'UpdateItem'],
      organisation: ['BatchGetItem'],
      patient: ['BatchGetItem', 'GetItem', 'UpdateItem'],
      patientSearch: ['PutItem'],
      delivery: ['BatchGetItem', 'PutItem'],
      run: ['GetItem'],
      event: ['PutItem'],
      attempts: ['UpdateItem'],
      byPharmacist: ['Query'],
      byPatient: ['Query'],
    },
    mayNotUpdate: { patient: ['address', 'email', 'external_id', 'name', 'open_deliveries', 'phone', 'zip_code'] },
  },
  workers: {
    alarmDescription:
      'Emails that could not be sent immediately stay unsent: invitations, verifications, password resets. Deliveries stay assigned to people who have left.',
    wakes: 'night/mail.md',
    items: {
      email: ['GetItem'],
      organisation: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem'],
      user: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      // Whether a recipient is one of the organization's own people.
      address: ['GetItem'],
      // When an account's owner did not make a change, the keys that were created in their name are revoked.
      apiKey: ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem'],
      // The budget for messages depends on how many deliveries were completed.
      delivered: ['Query'],
      dayUsage: ['GetItem', 'UpdateItem'],
      delivery: ['BatchGetItem', 'GetItem', 'PutItem'],
      // The notices sent to a recipient are stored in a door: the item behind the link that the recipient gets.
      door: ['BatchGetItem', 'GetItem', 'PutItem'],
      patient: ['BatchGetItem', 'GetItem'],
      // A run's progress (how many of its deliveries are behind the driver) is stored when the next recipient is notified.
      run: ['GetItem', 'UpdateItem'],
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
      // A phone number is stored here when AWS reports that it can no longer get text messages. It then gets none for half a year.
      undeliverableAddress: ['GetItem', 'PutItem'],
    },
    mayNotUpdate: {
      user: ['email', 'full_name', 'is_tenant_admin', 'roles', 'session_epoch'],
      account: ['email', 'second_step', 'session_epoch', 'set_password_link'],
      organisation: ['limits', 'name', 'permissions', 'require_mfa', 'user_count', 'verified_at'],
      apiKey: ['created_by', 'ends_on', 'hashes', 'name', 'permissions'],
    },
    secret: 'signing',
    sendsMail: true,
    sendsTexts: true,
    startsExports: true,
    schedule: { everyMinutes: 1 },
    wokenBy: ['MAIL#', 'TASK#'],
    // If this run fails, the next run, a minute later, does the remaining work.
    later: { retries: 0, minutes: 1 },
  },
  // Called by EventBridge when SES reports that a mail bounced or that its reader complained about it.
  feedback: {
    alarmDescription: 'Email is still sent to addresses that bounced or complained, until SES stops all our email.',
    items: {
      undeliverableAddress: ['GetItem', 'PutItem'],
      // The door stores whether the mail of a notice to its recipient arrived, and the delivery's screen shows that.
      door: ['GetItem', 'PutItem'],
      delivery: ['GetItem'],
      event: ['PutItem'],
    },
    later: {
      retries: 2,
      minutes: 360,
      lost: 'Bounces or complaints were not recorded: email is still sent to these addresses until the queue is redriven.',
    },
  },
  // Called by the gateway to check that a request came through CloudFront.
  edge: {
    alarmDescription: 'The gateway cannot check that calls come through CloudFront, so it refuses every call.',
    items: {},
    secret: 'edge',
  },
  // Answers every request whose route is not in the contract.
  unknown: {
    alarmDescription: 'The gateway answers calls to unknown addresses with its own message instead of ours.',
    items: {},
  },
  mailwatch: {
    alarmDescription: 'The age of waiting emails is not being measured.',
    items: { mail: ['Query'] },
    schedule: { everyMinutes: 5 },
    // If this run fails, the next run, five minutes later, measures again.
    later: { retries: 0, minutes: 5 },
  },
  eventcopy: {
    alarmDescription: 'Events for one day were not copied: an overwritten event might not be detected.',
    items: { organisationList: ['Query'], eventsInTime: ['Query'] },
    copiesEvents: true,
    // Night in the United States, hours after the UTC day has ended.
    schedule: { at: '06:00' },
    minutes: 15,
    // If a day's copy fails, each of the following nights tries again, for a week.
    later: { retries: 2, minutes: 60 },
  },
  // Called by the state machine that `npm run migrate` starts.
  migration: {
    alarmDescription: 'Stored items keep the format of an earlier release and may be missing from lists and filters.',
    items: {},
    migrates: true,
    minutes: 15,
  },
  // Called by a state machine when an administrator asks for an export of all data.
  exports: {
    alarmDescription: 'An export of all data requested by an administrator fails or is delayed.',
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
      dayUsage: ['GetItem', 'UpdateItem'],
      seal: ['BatchGetItem', 'PutItem'],
    },
    objects: { 'tenants/': ['GetObject'], 'exports/': ['GetObject', 'PutObject', 'AbortMultipartUpload'] },
    secret: 'signing',
    seals: true,
    minutes: 15,
  },
} satisfies Readonly<Record<AreaName, AreaNeeds>> & Readonly<Record<string, AreaNeeds>>

export type FunctionArea = keyof typeof needs

export const areaNeeds: Readonly<Record<FunctionArea, AreaNeeds>> = needs

export const functionAreas = objectKeys(areaNeeds)

/** Returns the needs of a function where no mail is sent. Mails are then stored in the media bucket. */
export function needsWithoutSender({ sendsMail, ...needs }: AreaNeeds): AreaNeeds {
  return sendsMail ? { ...needs, objects: { ...needs.objects, [storedMailsPrefix]: ['PutObject'] } } : needs
}
