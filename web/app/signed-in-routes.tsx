import { Navigate, type NavigationType, Route, Routes } from 'react-router-dom'
import { viewDeliveries } from '#shared/rules/permissions.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { useWhenIdle } from '../lib/use-when-idle.ts'
import { PermissionOnly } from './access-guards.tsx'
import { Layout, WaitingLayout } from './layout.tsx'
import { DashboardPage, DeliveriesPage, DeliveryPage, MyRunScreen, OtherRoutes, RunScreen } from './opened-pages.ts'

export { openPage } from './opened-pages.ts'

/** The pages of signed-in users, in their frame. `navigation` is how the page was reached. */
export function SignedInRoutes({ navigation }: { navigation: NavigationType }) {
  const { state } = useSession()
  useWhenIdle(OtherRoutes.preload, state === 'in')
  if (state !== 'in') return <WaitingLayout />
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
