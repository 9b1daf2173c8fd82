import { firstPaths } from '#shared/api/first-paths.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { manageDeliveries, permits, viewDeliveries } from '#shared/rules/permissions.ts'
import { firstList } from '../features/deliveries/list/list-query.ts'
import { firstRun, firstRuns } from '../features/deliveries/run/first-runs.ts'
import type { Opened } from '../lib/first-read.ts'
import { type LastKnown, lastKnown } from '../lib/last-known.ts'
import { type PathInput, pathOf } from '../lib/path-of.ts'
import { paths } from '../lib/paths.ts'
import { claimsOf } from '../lib/token-claims.ts'

/** The path of a call's entry, and what it asks; undefined where that is not known. */
type FirstCall = readonly [path: string, input: PathInput | undefined]

interface Page {
  name: string
  path: string
  /** Whether it shows to the user. */
  may: (known: LastKnown) => boolean
  asks: (opened: Opened) => readonly FirstCall[]
}

const views = ({ permissions }: LastKnown) => permits(new Set(permissions), viewDeliveries)
const manages = ({ permissions }: LastKnown) => permits(new Set(permissions), manageDeliveries)

const askRun = (opened: Opened): FirstCall[] => [[firstPaths.run, firstRun(opened)]]

function askRuns(opened: Opened): FirstCall[] {
  const first = firstRuns(opened)
  return [
    [firstPaths.runs, first?.runs],
    [firstPaths.deliveries, first?.packages],
  ]
}

/** The pages that are opened most. */
const pages = [
  { name: 'today', path: paths.dashboard, may: manages, asks: () => [[firstPaths.day, {}]] },
  { name: 'my run today', path: paths.dashboard, may: views, asks: askRun },
  {
    name: 'deliveries',
    path: paths.deliveries,
    may: views,
    asks: (opened) => [[firstPaths.deliveries, firstList(opened)]],
  },
  {
    name: 'delivery',
    path: paths.delivery(':id'),
    may: views,
    asks: ({ params }) => [[firstPaths.delivery, { params }]],
  },
  { name: 'run', path: paths.myRun, may: views, asks: askRun },
  { name: 'run', path: paths.run(':date', ':userId'), may: views, asks: askRun },
  { name: 'runs', path: paths.runs, may: manages, asks: askRuns },
  {
    name: 'users',
    path: paths.users,
    may: ({ is_tenant_admin }) => is_tenant_admin,
    asks: () => [
      [firstPaths.users, {}],
      [firstPaths.roles, {}],
    ],
  },
] as const satisfies readonly Page[]

export interface Opening {
  page: (typeof pages)[number]['name']
  /** Undefined where the page does not show to the user, as far as is known. */
  opened: Opened | undefined
  asks: readonly string[]
}

/** What stands for the `:names` of a page's path in an address; undefined where that is another page's. */
const paramsIn = (address: string, path: string) =>
  new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i').exec(address)

/** What is opened at the page's address by the holder of a token. It asks for nothing that they could not see when a page last knew. */
export function openingsOf(accessToken: string): Opening[] {
  const { sub, iat, exp } = claimsOf(accessToken)
  const known = lastKnown.of(sub)
  const nowSeconds = Date.now() / 1000
  const isClockRight = Number(iat) <= nowSeconds && nowSeconds <= Number(exp)
  const today = known && isClockRight ? dayIn(known.time_zone, new Date()) : undefined
  const { pathname, search } = location
  return pages.flatMap(({ name, path, may, asks }) => {
    const found = paramsIn(pathname === '/' ? paths.dashboard : pathname, path)
    if (!found) return []
    const opened =
      known && may(known)
        ? { known, params: { ...found.groups }, search: new URLSearchParams(search), today }
        : undefined
    return [
      {
        page: name,
        opened,
        asks: opened ? asks(opened).flatMap(([path, input]) => (input ? pathOf(path, input) : [])) : [],
      },
    ]
  })
}
