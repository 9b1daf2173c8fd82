import { matchPath } from 'react-router-dom'
import { dayIn } from '#shared/rules/dates.ts'
import { manageDeliveries, permits, viewDeliveries } from '#shared/rules/permissions.ts'
import type { FirstRead } from '../lib/first-read.ts'
import { type LastKnown, lastKnown } from '../lib/last-known.ts'
import { keepAnswersFor } from '../lib/query-client.ts'
import { claimsOf } from '../lib/token-claims.ts'

/** A page that is opened by address. */
export interface Opening {
  path: string
  /** What it shows. */
  parts: readonly { preload: () => void }[]
  may: (known: LastKnown) => boolean
  /** The part that knows what the page asks for first. */
  load: () => Promise<{ readFirst: FirstRead }>
}

export const views = ({ permissions }: LastKnown) => permits(new Set(permissions), viewDeliveries)
export const manages = ({ permissions }: LastKnown) => permits(new Set(permissions), manageDeliveries)
export const administers = ({ is_tenant_admin }: LastKnown) => is_tenant_admin

/**
 * Begins to load the page of the address, and asks for what it shows, beside the calls of the session, which the screen would wait for.
 * It asks for nothing that the user could not see when a page last knew.
 */
export function open(openings: readonly Opening[], accessToken: string) {
  const { sub, iat, exp } = claimsOf(accessToken)
  const known = lastKnown.of(sub)
  const nowSeconds = Date.now() / 1000
  const isClockRight = Number(iat) <= nowSeconds && nowSeconds <= Number(exp)
  for (const { path, parts, may, load } of openings) {
    const found = matchPath(path, location.pathname)
    if (!found) continue
    for (const one of parts) one.preload()
    if (!known || !may(known)) continue
    const today = isClockRight ? dayIn(known.time_zone, new Date()) : undefined
    keepAnswersFor(known.user_id)
    const opened = { known, params: found.params, search: new URLSearchParams(location.search), today }
    // What of it does not load, the page says.
    void load().then(
      ({ readFirst }) => readFirst(opened),
      () => undefined,
    )
  }
}
