import { dayIn } from '#shared/rules/dates.ts'
import { type LastKnown, lastKnown } from './last-known.ts'
import { paths } from './paths.ts'
import { claimsOf } from './token-claims.ts'

/** Such as `location`, or a link. */
export type Address = Pick<Location, 'pathname' | 'search'>

/** An address that a page was opened with. */
export interface Opened {
  accessToken: string
  known: LastKnown
  /** What stands for the `:names` of the path. */
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /** The organisation's day; undefined where the device's clock cannot be right. */
  today: string | undefined
}

/** Asks for what a screen shows first, before the screen does. Resolves when that has come. */
export type FirstRead = (opened: Opened) => Promise<unknown> | undefined

export interface FirstPage {
  path: string
  /** Whether it shows to the user. */
  may: (known: LastKnown) => boolean
}

/** What stands for the `:names` of a page's path in an address; undefined where that is another page's. */
const paramsIn = (address: string, path: string) =>
  new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i').exec(address)

/**
 * The one of the pages that the holder of a token opens at an address. `opened` is undefined where it does not show to them, as
 * far as is known: nothing is asked for that they could not see when a page last knew.
 */
export function openingOf<P extends FirstPage>(
  accessToken: string,
  pages: readonly P[],
  { pathname, search }: Address,
) {
  const { sub, iat, exp } = claimsOf(accessToken)
  const known = lastKnown.of(sub)
  const nowSeconds = Date.now() / 1000
  const isClockRight = Number(iat) <= nowSeconds && nowSeconds <= Number(exp)
  const today = known && isClockRight ? dayIn(known.time_zone, new Date()) : undefined
  for (const page of pages) {
    const found = paramsIn(pathname === '/' ? paths.dashboard : pathname, page.path)
    if (!found) continue
    const params = { ...found.groups }
    const opened: Opened | undefined =
      known && page.may(known) ? { accessToken, known, params, search: new URLSearchParams(search), today } : undefined
    return { page, opened }
  }
  return undefined
}
