import { manageDeliveriesRule, viewDeliveriesRule } from '#shared/rules/permissions.ts'
import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx'
import type { DataPreload } from '../lib/navigation/data-preload.ts'
import { wasPermitted } from '../lib/session/last-known.ts'
import { useSignedInSession } from '../lib/session/session.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { menuLister } from './menu.ts'

const loadToday = () => import('../features/dashboard/day-figures.tsx')
const loadMyRunToday = () => import('../features/runs/my-run-today.tsx')

const Today = lazyComponent(async () => (await loadToday()).DayFigures, {
  waiting: () => <Spinner label="Loading today..." />,
})
const MyRunToday = lazyComponent(async () => (await loadMyRunToday()).MyRunToday, {
  waiting: () => <div data-waiting="" />,
})

export const preloadData: DataPreload = (opened) => {
  async function begin(shown: typeof Today | typeof MyRunToday, load: () => Promise<{ preloadData: DataPreload }>) {
    shown.preload()
    await (await load()).preloadData(opened)
  }
  return Promise.all([
    wasPermitted(opened.known, viewDeliveriesRule) && begin(MyRunToday, loadMyRunToday),
    wasPermitted(opened.known, manageDeliveriesRule) && begin(Today, loadToday),
  ])
}

/**
 * The dashboard. As far as the user's rights allow, it shows the figures of today's deliveries, the user's own run, and cards for
 * the products and for the administration.
 */
export function DashboardPage() {
  const pagesOf = menuLister(useSignedInSession())
  return (
    <DashboardScreen
      Today={Today}
      MyRunToday={MyRunToday}
      pages={[...pagesOf('pharmacy'), ...pagesOf('medical')]}
      adminPages={pagesOf('admin')}
    />
  )
}
