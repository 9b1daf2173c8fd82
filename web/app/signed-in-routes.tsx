import { Navigate, type NavigationType, Route, Routes } from 'react-router-dom'
import { manageDeliveries, viewDeliveries } from '#shared/rules/permissions.ts'
import type { FirstRead } from '../lib/first-read.ts'
import { paths } from '../lib/paths.ts'
import { keepAnswersFor } from '../lib/query-client.ts'
import { useWhenIdle } from '../lib/use-when-idle.ts'
import { part } from '../ui/part.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PermissionOnly, TenantAdminOnly } from './access-guards.tsx'
import { type Opening, openingsOf } from './first-calls.ts'
import { Layout } from './layout.tsx'

const loadToday = () => import('../features/deliveries/day/today.tsx')
const loadMyRunToday = () => import('../features/deliveries/run/my-run-today.tsx')
const loadDeliveries = () => import('./deliveries-page.tsx')
const loadDelivery = () => import('../features/deliveries/delivery-detail-screen.tsx')
const loadRun = () => import('../features/deliveries/run/run-screen.tsx')
const loadRuns = () => import('../features/deliveries/run/runs.tsx')
const loadUsers = () => import('../features/users/users-screen.tsx')

const UsersScreen = part(async () => (await loadUsers()).UsersScreen)
// Last on its page: a spinner would jump when what stands above it arrives.
const WhoLooked = part(async () => (await import('../features/activity/who-looked.tsx')).WhoLooked, {
  waiting: () => <div data-waiting="" />,
})
const DashboardScreen = part(async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen)
const Today = part(async () => (await loadToday()).Today, {
  waiting: () => <Spinner label="Loading today..." />,
})
const DeliveriesPage = part(async () => (await loadDeliveries()).DeliveriesPage)
const DeliveryDetailScreen = part(async () => (await loadDelivery()).DeliveryDetailScreen)
const MyRunToday = part(async () => (await loadMyRunToday()).MyRunToday, {
  waiting: () => <div data-waiting="" />,
})
const MyRunScreen = part(async () => (await loadRun()).MyRunScreen)
const RunScreen = part(async () => (await loadRun()).RunScreen)
const OtherRoutes = part(async () => (await import('./other-routes.tsx')).OtherRoutes)

interface Opened {
  /** What the page shows. */
  parts: readonly { preload: () => void }[]
  /** The part that knows what the page asks for first. */
  load: () => Promise<{ readFirst: FirstRead }>
}

/** The pages that are opened most. */
const openedMost: Record<Opening['page'], Opened> = {
  today: { parts: [DashboardScreen, Today], load: loadToday },
  'my run today': { parts: [], load: loadMyRunToday },
  deliveries: { parts: [DeliveriesPage], load: loadDeliveries },
  delivery: { parts: [DeliveryDetailScreen], load: loadDelivery },
  run: { parts: [MyRunScreen, RunScreen], load: loadRun },
  runs: { parts: [DeliveriesPage], load: loadRuns },
  users: { parts: [UsersScreen], load: loadUsers },
}

/**
 * Begins to load the page of the address, and asks for what it shows, beside the calls of the session, which the screen would wait for.
 * Resolves when that has come, or does not come.
 */
export async function openPage(accessToken: string) {
  const reads = openingsOf(accessToken).map(async ({ page, opened }) => {
    const { parts, load } = openedMost[page]
    for (const one of parts) one.preload()
    if (!opened) return
    keepAnswersFor(opened.known.user_id)
    const { readFirst } = await load()
    await readFirst(opened)
  })
  // What of it does not load, the page says.
  await Promise.allSettled(reads)
}

/** The pages of signed-in users, in their frame. `navigation` is how the page was reached. */
export function SignedInRoutes({ navigation }: { navigation: NavigationType }) {
  useWhenIdle(OtherRoutes.preload, true)
  return (
    <Routes>
      <Route element={<Layout navigation={navigation} />}>
        <Route path={paths.dashboard} element={<DashboardScreen Today={Today} MyRunToday={MyRunToday} />} />
        <Route element={<PermissionOnly rule={viewDeliveries} />}>
          <Route path={paths.deliveries} element={<DeliveriesPage />} />
          {/* A tab of the same screen: beside it, so that the screen stays. */}
          <Route path={paths.runs} element={<DeliveriesPage />} />
          <Route element={<PermissionOnly rule={manageDeliveries} />}>
            <Route path={paths.editDelivery(':deliveryId')} element={<DeliveriesPage />} />
          </Route>
          <Route path={paths.myRun} element={<MyRunScreen />} />
          <Route path={paths.run(':date', ':userId')} element={<RunScreen />} />
          <Route path={paths.delivery(':deliveryId')} element={<DeliveryDetailScreen WhoLooked={WhoLooked} />} />
        </Route>
        <Route element={<TenantAdminOnly />}>
          <Route path={paths.users} element={<UsersScreen />} />
        </Route>
        <Route path="*" element={<OtherRoutes WhoLooked={WhoLooked} />} />
      </Route>
      <Route path="/" element={<Navigate to={paths.dashboard} replace />} />
    </Routes>
  )
}
