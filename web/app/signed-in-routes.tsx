import { Navigate, type NavigationType, Route, Routes } from 'react-router-dom'
import { viewDeliveries } from '#shared/rules/permissions.ts'
import { type FirstPage, type FirstRead, openingOf } from '../lib/first-read.ts'
import { paths } from '../lib/paths.ts'
import { keepAnswersFor } from '../lib/query-client.ts'
import { useWhenIdle } from '../lib/use-when-idle.ts'
import { part } from '../ui/part.tsx'
import { PermissionOnly } from './access-guards.tsx'
import { pages } from './first-calls.ts'
import { Layout } from './layout.tsx'

const loadDashboard = () => import('./dashboard-page.tsx')
const loadDeliveries = () => import('./deliveries-page.tsx')
const loadDelivery = () => import('./delivery-page.tsx')
const loadRun = () => import('../features/deliveries/run/run-screen.tsx')
const loadRuns = () => import('../features/deliveries/run/runs.tsx')
const loadOtherRoutes = () => import('./other-routes.tsx')

const DashboardPage = part(async () => (await loadDashboard()).DashboardPage)
const DeliveriesPage = part(async () => (await loadDeliveries()).DeliveriesPage)
const DeliveryPage = part(async () => (await loadDelivery()).DeliveryPage)
const MyRunScreen = part(async () => (await loadRun()).MyRunScreen)
const RunScreen = part(async () => (await loadRun()).RunScreen)
const OtherRoutes = part(async () => (await loadOtherRoutes()).OtherRoutes)

/** A page that begins to load, beside the calls of the session, which its screen would wait for. */
export interface Beginning extends FirstPage {
  /** What the page shows. */
  parts: readonly { preload: () => void }[]
  /** The part that knows what the page asks for first. */
  load: () => Promise<{ readFirst: FirstRead }>
}

const openedMost: readonly Beginning[] = [
  { ...pages.dashboard, parts: [DashboardPage], load: loadDashboard },
  { ...pages.deliveries, parts: [DeliveriesPage], load: loadDeliveries },
  { ...pages.delivery, parts: [DeliveryPage], load: loadDelivery },
  { ...pages.myRun, parts: [MyRunScreen], load: loadRun },
  { ...pages.run, parts: [RunScreen], load: loadRun },
  { ...pages.runs, parts: [DeliveriesPage], load: loadRuns },
]

async function loadOtherPages() {
  OtherRoutes.preload()
  return (await loadOtherRoutes()).otherPages
}

/** Begins the page of the address, and asks for what it shows. Resolves when that has come. What fails of it, the page begins again. */
export async function openPage(accessToken: string) {
  const opening = openingOf(accessToken, openedMost) ?? openingOf(accessToken, await loadOtherPages())
  if (!opening) return
  const { page, opened } = opening
  for (const one of page.parts) one.preload()
  if (!opened) return
  keepAnswersFor(opened.known.user_id)
  const { readFirst } = await page.load()
  await readFirst(opened)
}

/** The pages of signed-in users, in their frame. `navigation` is how the page was reached. */
export function SignedInRoutes({ navigation }: { navigation: NavigationType }) {
  useWhenIdle(OtherRoutes.preload, true)
  return (
    <Routes>
      <Route element={<Layout navigation={navigation} />}>
        <Route path={paths.dashboard} element={<DashboardPage />} />
        <Route element={<PermissionOnly rule={viewDeliveries} />}>
          <Route path={paths.deliveries} element={<DeliveriesPage />} />
          {/* A tab of the same screen: beside it, so that the screen stays. */}
          <Route path={paths.runs} element={<DeliveriesPage />} />
          <Route path={paths.myRun} element={<MyRunScreen />} />
          <Route path={paths.run(':date', ':userId')} element={<RunScreen />} />
          <Route path={paths.delivery(':deliveryId')} element={<DeliveryPage />} />
        </Route>
        <Route path="*" element={<OtherRoutes />} />
      </Route>
      <Route path="/" element={<Navigate to={paths.dashboard} replace />} />
    </Routes>
  )
}
