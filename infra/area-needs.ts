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
}

/** Reads who calls and what he may do: the start of every call but the public ones. */
const knowTheCaller = ['BatchGetItem', 'Query'] as const

/** An area with a built route must stand here, or there is no stack. */
export const areaNeeds: Partial<Record<AreaName, AreaNeeds>> = {
  auth: {
    outage: 'Nobody can sign in, and who is signed in falls out when the access token ends.',
    table: [...knowTheCaller, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
    objects: {},
  },
  users: {
    outage: 'The app does not learn what its user may do, and shows no menu.',
    table: knowTheCaller,
    indexes: [],
    objects: {},
  },
  deliveries: {
    outage: 'Pharmacies cannot see, plan or complete deliveries.',
    table: [...knowTheCaller, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['by_status', 'by_pharmacist', 'by_patient'],
    objects: { 'tenants/': ['GetObject', 'PutObject'], 'uploads/': ['GetObject', 'PutObject'] },
  },
}
