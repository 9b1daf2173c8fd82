import { matchPath } from 'react-router-dom'
import { readDay } from '#shared/api/counter.ts'
import { listDeliveries, readDelivery } from '#shared/api/deliveries.ts'
import { readRun } from '#shared/api/runs.ts'
import { listRoles, listUsers } from '#shared/api/users.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { manageDeliveries, permits, viewDeliveries } from '#shared/rules/permissions.ts'
import { managesList } from '../features/deliveries/delivery-access.ts'
import { queryOfList } from '../features/deliveries/list/list-filters.ts'
import { type LastKnown, lastKnown } from '../lib/last-known.ts'
import { paths } from '../lib/paths.ts'
import { readAhead, readPageAhead } from '../lib/queries.ts'
import { keepAnswersFor } from '../lib/query-client.ts'
import { claimsOf } from '../lib/token-claims.ts'

interface Opened {
  known: LastKnown
  /** What stands for the `:names` of the path. */
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
  /** The organisation's day; undefined where the device's clock cannot be right. */
  today: string | undefined
}

interface FirstRead {
  path: string
  may: (known: LastKnown) => boolean
  read: (opened: Opened) => unknown
}

const views = ({ permissions }: LastKnown) => permits(new Set(permissions), viewDeliveries)
const manages = ({ permissions }: LastKnown) => permits(new Set(permissions), manageDeliveries)
const administers = ({ is_tenant_admin }: LastKnown) => is_tenant_admin

const readOwnRun = ({ known, today }: Opened) =>
  today && readAhead(readRun, { params: { date: today, user_id: known.user_id } })

/** What the screens that are opened most ask for first, by address. */
const firstReads: readonly FirstRead[] = [
  {
    path: paths.dashboard,
    may: views,
    read(opened) {
      if (manages(opened.known)) readAhead(readDay, {})
      readOwnRun(opened)
    },
  },
  {
    path: paths.deliveries,
    may: views,
    read({ known, search, today }) {
      const query = today && queryOfList(search, today, managesList(known))
      if (query) readPageAhead(listDeliveries, { query })
    },
  },
  {
    path: paths.delivery(':id'),
    may: views,
    read: ({ params: { id = '' } }) => readAhead(readDelivery, { params: { id } }),
  },
  { path: paths.myRun, may: views, read: readOwnRun },
  {
    path: paths.run(':date', ':user_id'),
    may: views,
    read: ({ params: { date = '', user_id = '' } }) => readAhead(readRun, { params: { date, user_id } }),
  },
  {
    path: paths.users,
    may: administers,
    read() {
      readAhead(listUsers, {})
      readAhead(listRoles, {})
    },
  },
]

/**
 * Asks for what the address shows, beside the calls of the session, which the screen would wait for. It asks for nothing that the
 * user could not see when a page last knew.
 */
export function readFirst(accessToken: string) {
  const { sub, iat, exp } = claimsOf(accessToken)
  const known = lastKnown.of(sub)
  if (!known) return
  const nowSeconds = Date.now() / 1000
  const isClockRight = Number(iat) <= nowSeconds && nowSeconds <= Number(exp)
  const today = isClockRight ? dayIn(known.time_zone, new Date()) : undefined
  for (const { path, may, read } of firstReads) {
    const found = matchPath(path, location.pathname)
    if (!found || !may(known)) continue
    keepAnswersFor(known.user_id)
    read({ known, params: found.params, search: new URLSearchParams(location.search), today })
    return
  }
}
