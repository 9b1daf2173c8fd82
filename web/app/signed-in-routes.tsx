import { Navigate, type NavigationType, Route, Routes, useParams } from 'react-router-dom'
import { manageDeliveries, viewDeliveries } from '#shared/rules/permissions.ts'
import { modules } from '../lib/modules.ts'
import { paths } from '../lib/paths.ts'
import { part } from '../ui/part.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PermissionOnly, TenantAdminOnly } from './access-guards.tsx'
import { administers, manages, type Opening, open, views } from './first-reads.ts'
import { Layout } from './layout.tsx'

const loadToday = () => import('../features/deliveries/day/today.tsx')
const loadMyRunToday = () => import('../features/deliveries/run/my-run-today.tsx')
const loadDeliveries = () => import('../features/deliveries/deliveries-screen.tsx')
const loadDelivery = () => import('../features/deliveries/delivery-detail-screen.tsx')
const loadRun = () => import('../features/deliveries/run/run-screen.tsx')
const loadRuns = () => import('../features/deliveries/run/runs.tsx')
const loadUsers = () => import('../features/users/users-screen.tsx')

const AccountScreen = part(async () => (await import('../features/account/account-screen.tsx')).AccountScreen)
const UsersScreen = part(async () => (await loadUsers()).UsersScreen)
const RolesScreen = part(async () => (await import('../features/roles/roles-screen.tsx')).RolesScreen)
const ActivityScreen = part(async () => (await import('../features/activity/activity-screen.tsx')).ActivityScreen)
// Last on its page: a spinner would jump when what stands above it arrives.
const WhoLooked = part(async () => (await import('../features/activity/who-looked.tsx')).WhoLooked, {
  waiting: () => <div data-waiting="" />,
})
const DashboardScreen = part(async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen)
const Today = part(async () => (await loadToday()).Today, {
  waiting: () => <Spinner label="Loading today..." />,
})
const DeliveriesScreen = part(async () => (await loadDeliveries()).DeliveriesScreen)
const DeliveryDetailScreen = part(async () => (await loadDelivery()).DeliveryDetailScreen)
const MyRunToday = part(async () => (await loadMyRunToday()).MyRunToday, {
  waiting: () => <div data-waiting="" />,
})
const MyRunScreen = part(async () => (await loadRun()).MyRunScreen)
const RunScreen = part(async () => (await loadRun()).RunScreen)
const PatientPicker = part(async () => (await import('../features/patients/patient-picker.tsx')).PatientPicker, {
  waiting: () => <Spinner />,
})
const PatientDirectory = part(
  async () => (await import('../features/patients/patient-directory.tsx')).PatientDirectory,
  { waiting: () => <Spinner label="Loading patients..." /> },
)
const PatientScreen = part(async () => (await import('../features/patients/patient-screen.tsx')).PatientScreen)
const PatientDeliveries = part(
  async () => (await import('../features/deliveries/patient-deliveries.tsx')).PatientDeliveries,
  { waiting: () => <Spinner /> },
)
const SettingsScreen = part(async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen)
const AuditScreen = part(async () => (await import('../features/audit/audit-screen.tsx')).AuditScreen)
const UnderDevelopment = part(async () => (await import('./under-development.tsx')).UnderDevelopment)

/** The pages that are opened most. */
const openedMost: readonly Opening[] = [
  { path: paths.dashboard, parts: [DashboardScreen, Today], may: manages, load: loadToday },
  { path: paths.dashboard, parts: [], may: views, load: loadMyRunToday },
  { path: paths.deliveries, parts: [DeliveriesScreen], may: views, load: loadDeliveries },
  { path: paths.delivery(':deliveryId'), parts: [DeliveryDetailScreen], may: views, load: loadDelivery },
  { path: paths.myRun, parts: [MyRunScreen], may: views, load: loadRun },
  { path: paths.run(':date', ':userId'), parts: [RunScreen], may: views, load: loadRun },
  { path: paths.runs, parts: [DeliveriesScreen], may: manages, load: loadRuns },
  { path: paths.users, parts: [UsersScreen], may: administers, load: loadUsers },
]

export const openPage = (accessToken: string) => open(openedMost, accessToken)

function DeliveryRedirect() {
  const { deliveryId = '' } = useParams()
  return <Navigate to={paths.delivery(deliveryId)} replace />
}

/** The pages of signed-in users, in their frame; an unknown address leads to the dashboard. `navigation` is how the page was reached. */
export function SignedInRoutes({ navigation }: { navigation: NavigationType }) {
  const deliveries = <DeliveriesScreen PatientPicker={PatientPicker} PatientDirectory={PatientDirectory} />
  return (
    <Routes>
      <Route element={<Layout navigation={navigation} />}>
        <Route path={paths.account} element={<AccountScreen />} />
        <Route path={paths.dashboard} element={<DashboardScreen Today={Today} MyRunToday={MyRunToday} />} />
        <Route element={<PermissionOnly rule={viewDeliveries} />}>
          <Route path={paths.deliveries} element={deliveries} />
          {/* A tab of the same screen: beside it, so that the screen stays. */}
          <Route path={paths.runs} element={deliveries} />
          <Route element={<PermissionOnly rule={manageDeliveries} />}>
            <Route path={paths.audit} element={<AuditScreen />} />
            <Route path={paths.editDelivery(':deliveryId')} element={deliveries} />
            <Route
              path={paths.patient(':patientId')}
              element={<PatientScreen PatientDeliveries={PatientDeliveries} WhoLooked={WhoLooked} />}
            />
          </Route>
          <Route path={paths.myRun} element={<MyRunScreen />} />
          <Route path={paths.run(':date', ':userId')} element={<RunScreen />} />
          <Route path={paths.delivery(':deliveryId')} element={<DeliveryDetailScreen WhoLooked={WhoLooked} />} />
        </Route>
        {modules
          .filter(({ product }) => product !== 'delivery')
          .map(({ label, path, permission }) => (
            <Route key={path} element={<PermissionOnly rule={{ named: permission, anyOf: [permission] }} />}>
              <Route path={path} element={<UnderDevelopment title={label} />} />
            </Route>
          ))}
        <Route element={<TenantAdminOnly />}>
          <Route path={paths.users} element={<UsersScreen />} />
          <Route path={paths.roles} element={<RolesScreen />} />
          <Route path={paths.activity} element={<ActivityScreen />} />
          <Route path={paths.tenantSettings} element={<SettingsScreen />} />
        </Route>
      </Route>
      <Route path="/delivery" element={<Navigate to={paths.deliveries} replace />} />
      <Route path="/delivery/:deliveryId" element={<DeliveryRedirect />} />
      <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
    </Routes>
  )
}
