import type { IndexName } from '#functions/data/keys.ts'
import type { AreaName } from '#shared/api/areas.ts'

type TableAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem'
type ObjectAction = 'GetObject' | 'PutObject'

/** What an area's function may touch, and what is lost when it fails. Every area may read the signing secret. */
export interface AreaNeeds {
  /** Said by its alarm. */
  outage: string
  table: readonly TableAction[]
  indexes: readonly IndexName[]
  /** Media, by the prefix of the keys. */
  objects: Readonly<Record<string, readonly ObjectAction[]>>
  sendsMail?: true
  /** Nobody waits for its answer: how it is tried again, and what is lost when that is over. */
  later?: { retries: 0 | 2; minutes: number; lost: string }
}

/** The areas of the contract, and those that no route leads to: a schedule calls one, SES's word about sent mails the other. */
export type FunctionArea = AreaName | 'workers' | 'feedback'

/** Reads who calls and what he may do: the start of every call but the public ones. */
const knowTheCaller = ['BatchGetItem', 'Query'] as const

const write = ['PutItem', 'UpdateItem', 'DeleteItem'] as const

export const areaNeeds: Readonly<Record<FunctionArea, AreaNeeds>> = {
  auth: {
    outage: 'Nobody can sign in, and who is signed in falls out when the access token ends.',
    table: [...knowTheCaller, 'GetItem', ...write],
    indexes: [],
    objects: {},
    sendsMail: true,
  },
  users: {
    outage: 'The app does not learn what its user may do, and shows no menu; users and roles cannot be managed.',
    table: [...knowTheCaller, 'GetItem', ...write],
    indexes: ['events_in_time', 'events_by_patient', 'events_by_actor', 'events_by_action', 'events_by_actor_action'],
    objects: {},
    sendsMail: true,
  },
  registration: {
    outage: 'New organisations cannot sign up, and nobody can add products.',
    table: ['BatchGetItem', 'Query', 'GetItem', ...write],
    indexes: [],
    objects: {},
    sendsMail: true,
  },
  deliveries: {
    outage: 'Pharmacies cannot see, plan or complete deliveries.',
    table: [...knowTheCaller, 'GetItem', ...write],
    indexes: ['rows_by_status', 'rows_by_pharmacist', 'by_patient', 'hits_by_patient', 'by_code'],
    objects: { 'tenants/': ['GetObject', 'PutObject'], 'uploads/': ['GetObject', 'PutObject'] },
  },
  workers: {
    outage: 'Mails that could not be sent at once stay unsent: invitations, verifications, password resets.',
    table: ['BatchGetItem', 'Query', 'GetItem', 'PutItem', 'DeleteItem'],
    indexes: [],
    objects: {},
    sendsMail: true,
    // The next run, a minute later, takes what this one left.
    later: { retries: 0, minutes: 1, lost: 'A run of the mail worker ended before its time: mails come late.' },
  },
  feedback: {
    outage: 'Mail goes on to addresses that bounced or complained, until SES stops ours altogether.',
    table: ['PutItem'],
    indexes: [],
    objects: {},
    later: {
      retries: 2,
      minutes: 360,
      lost: 'Bounces or complaints were not taken note of: mail goes on to these addresses until the queue is redriven.',
    },
  },
}
