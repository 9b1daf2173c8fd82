import { firstPaths } from '#shared/api/first-paths.ts'
import { manageDeliveries, permits, viewDeliveries } from '#shared/rules/permissions.ts'
import { firstList } from '../features/deliveries/list/list-query.ts'
import { firstRun, firstRuns } from '../features/deliveries/run/first-runs.ts'
import type { FirstPage, Opened } from '../lib/first-read.ts'
import type { LastKnown } from '../lib/last-known.ts'
import type { PathInput } from '../lib/path-of.ts'
import { paths } from '../lib/paths.ts'

/** The path of a call's entry, and what it asks; undefined where that is not known. */
type FirstCall = readonly [path: string, input: PathInput | undefined]

interface Page extends FirstPage {
  asks: (opened: Opened) => readonly FirstCall[]
}

export const views = ({ permissions }: LastKnown) => permits(new Set(permissions), viewDeliveries)
export const manages = ({ permissions }: LastKnown) => permits(new Set(permissions), manageDeliveries)

export const administers = ({ is_tenant_admin }: LastKnown) => is_tenant_admin

const askRun = (opened: Opened): FirstCall[] => [[firstPaths.run, firstRun(opened)]]

const askDashboard = (opened: Opened): FirstCall[] => [
  ...askRun(opened),
  [firstPaths.day, manages(opened.known) ? {} : undefined],
]

function askRuns(opened: Opened): FirstCall[] {
  const first = firstRuns(opened)
  return [
    [firstPaths.runs, first?.runs],
    [firstPaths.deliveries, first?.packages],
  ]
}

/** The pages that are opened most, and what they ask for first. */
export const pages = {
  dashboard: { path: paths.dashboard, may: views, asks: askDashboard },
  deliveries: {
    path: paths.deliveries,
    may: views,
    asks: (opened) => [[firstPaths.deliveries, firstList(opened)]],
  },
  delivery: { path: paths.delivery(':id'), may: views, asks: ({ params }) => [[firstPaths.delivery, { params }]] },
  myRun: { path: paths.myRun, may: views, asks: askRun },
  run: { path: paths.run(':date', ':userId'), may: views, asks: askRun },
  runs: { path: paths.runs, may: manages, asks: askRuns },
  users: {
    path: paths.users,
    may: administers,
    asks: () => [
      [firstPaths.users, {}],
      [firstPaths.roles, {}],
    ],
  },
} satisfies Record<string, Page>
