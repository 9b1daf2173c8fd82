import { matchPath } from 'react-router-dom'
import { dayIn } from '#shared/rules/dates.ts'
import { manageDeliveries, permits, viewDeliveries } from '#shared/rules/permissions.ts'
import type { FirstRead } from '../lib/first-read.ts'
import { type LastKnown, lastKnown } from '../lib/last-known.ts'
import { paths } from '../lib/paths.ts'
import { keepAnswersFor } from '../lib/query-client.ts'
import { claimsOf } from '../lib/token-claims.ts'
import { loadDeliveries, loadDelivery, loadMyRunToday, loadRun, loadToday, loadUsers } from './opened-most.ts'

interface Part {
  path: string
  may: (known: LastKnown) => boolean
  load: () => Promise<{ readFirst: FirstRead }>
}

const views = ({ permissions }: LastKnown) => permits(new Set(permissions), viewDeliveries)
const manages = ({ permissions }: LastKnown) => permits(new Set(permissions), manageDeliveries)
const administers = ({ is_tenant_admin }: LastKnown) => is_tenant_admin

/** The parts of the pages that are opened most, by address: each knows what it asks for first. */
const parts: readonly Part[] = [
  { path: paths.dashboard, may: manages, load: loadToday },
  { path: paths.dashboard, may: views, load: loadMyRunToday },
  { path: paths.deliveries, may: views, load: loadDeliveries },
  {
    path: paths.delivery(':deliveryId'),
    may: views,
    load: loadDelivery,
  },
  { path: paths.myRun, may: views, load: loadRun },
  { path: paths.run(':date', ':userId'), may: views, load: loadRun },
  { path: paths.runs, may: manages, load: () => import('../features/deliveries/run/runs.tsx') },
  { path: paths.users, may: administers, load: loadUsers },
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
  for (const { path, may, load } of parts) {
    const found = matchPath(path, location.pathname)
    if (!found || !may(known)) continue
    keepAnswersFor(known.user_id)
    const opened = { known, params: found.params, search: new URLSearchParams(location.search), today }
    // What of it does not load, the page says.
    void load().then(
      ({ readFirst }) => readFirst(opened),
      () => undefined,
    )
  }
}
