import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useParams } from 'react-router-dom'
import { viewDeliveries } from '#shared/rules/permissions.ts'
import { modules } from '../lib/modules.ts'
import { paths } from '../lib/paths.ts'
import { Spinner } from '../ui/spinner.tsx'
import { PublicOnly, SignedInOnly } from './guards.tsx'

/** A screen in a chunk of its own. */
const screen = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))

const LoginScreen = screen(async () => (await import('../features/account/login-screen.tsx')).LoginScreen)
const Layout = screen(async () => (await import('./layout.tsx')).Layout)
const PermissionOnly = screen(async () => (await import('./access-guards.tsx')).PermissionOnly)
const TenantAdminOnly = screen(async () => (await import('./access-guards.tsx')).TenantAdminOnly)
const DashboardScreen = screen(async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen)
const DeliveriesScreen = screen(
  async () => (await import('../features/deliveries/deliveries-screen.tsx')).DeliveriesScreen,
)
const DeliveryDetailScreen = screen(
  async () => (await import('../features/deliveries/delivery-detail-screen.tsx')).DeliveryDetailScreen,
)
const PatientPicker = screen(async () => (await import('../features/patients/patient-picker.tsx')).PatientPicker)
const UnderDevelopment = screen(async () => (await import('./under-development.tsx')).UnderDevelopment)

function DeliveryRedirect() {
  const { deliveryId = '' } = useParams()
  return <Navigate to={paths.delivery(deliveryId)} replace />
}

/** Every address of the app; an unknown one leads to the dashboard. */
export function AppRoutes() {
  return (
    <Suspense fallback={<Spinner />}>
      <Routes>
        <Route element={<PublicOnly />}>
          <Route path={paths.login} element={<LoginScreen />} />
        </Route>

        <Route element={<SignedInOnly />}>
          <Route element={<Layout />}>
            <Route path={paths.dashboard} element={<DashboardScreen />} />
            <Route element={<PermissionOnly rule={viewDeliveries} />}>
              <Route path={paths.deliveries} element={<DeliveriesScreen PatientPicker={PatientPicker} />} />
              <Route
                path={paths.editDelivery(':deliveryId')}
                element={<DeliveriesScreen PatientPicker={PatientPicker} />}
              />
              <Route path={paths.delivery(':deliveryId')} element={<DeliveryDetailScreen />} />
            </Route>
            {modules
              .filter(({ product }) => product !== 'delivery')
              .map(({ label, path, permission }) => (
                <Route key={path} element={<PermissionOnly rule={{ named: permission, anyOf: [permission] }} />}>
                  <Route path={path} element={<UnderDevelopment title={label} />} />
                </Route>
              ))}
            <Route element={<TenantAdminOnly />}>
              <Route path={paths.users} element={<UnderDevelopment title="Users" />} />
              <Route path={paths.roles} element={<UnderDevelopment title="Roles" />} />
              <Route path={paths.tenantSettings} element={<UnderDevelopment title="Tenant Settings" />} />
            </Route>
          </Route>
        </Route>

        <Route path="/delivery" element={<Navigate to={paths.deliveries} replace />} />
        <Route path="/delivery/:deliveryId" element={<DeliveryRedirect />} />
        <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
      </Routes>
    </Suspense>
  )
}
