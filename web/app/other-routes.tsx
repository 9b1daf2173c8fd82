import type { ComponentProps } from 'react'
import { Navigate, Route, Routes, useParams } from 'react-router-dom'
import { manageDeliveries, viewDeliveries } from '#shared/rules/permissions.ts'
import { modules } from '../lib/modules.ts'
import { paths } from '../lib/paths.ts'
import { part } from '../ui/part.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PermissionOnly, TenantAdminOnly } from './access-guards.tsx'

const AccountScreen = part(async () => (await import('../features/account/account-screen.tsx')).AccountScreen)
const RolesScreen = part(async () => (await import('../features/roles/roles-screen.tsx')).RolesScreen)
const ActivityScreen = part(async () => (await import('../features/activity/activity-screen.tsx')).ActivityScreen)
const PatientScreen = part(async () => (await import('../features/patients/patient-screen.tsx')).PatientScreen)
const PatientDeliveries = part(
  async () => (await import('../features/deliveries/patient-deliveries.tsx')).PatientDeliveries,
  { waiting: () => <Spinner /> },
)
const SettingsScreen = part(async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen)
const AuditScreen = part(async () => (await import('../features/audit/audit-screen.tsx')).AuditScreen)
const UnderDevelopment = part(async () => (await import('./under-development.tsx')).UnderDevelopment)

function DeliveryRedirect() {
  const { deliveryId = '' } = useParams()
  return <Navigate to={paths.delivery(deliveryId)} replace />
}

/** The pages that are opened now and then: the others need not load so much as their names. An unknown address leads to the dashboard. */
export const OtherRoutes = ({ WhoLooked }: Pick<ComponentProps<typeof PatientScreen>, 'WhoLooked'>) => (
  <Routes>
    <Route path={paths.account} element={<AccountScreen />} />
    <Route element={<PermissionOnly rule={viewDeliveries} />}>
      <Route element={<PermissionOnly rule={manageDeliveries} />}>
        <Route path={paths.audit} element={<AuditScreen />} />
        <Route
          path={paths.patient(':patientId')}
          element={<PatientScreen PatientDeliveries={PatientDeliveries} WhoLooked={WhoLooked} />}
        />
      </Route>
    </Route>
    {modules
      .filter(({ product }) => product !== 'delivery')
      .map(({ label, path, permission }) => (
        <Route key={path} element={<PermissionOnly rule={{ named: permission, anyOf: [permission] }} />}>
          <Route path={path} element={<UnderDevelopment title={label} />} />
        </Route>
      ))}
    <Route element={<TenantAdminOnly />}>
      <Route path={paths.roles} element={<RolesScreen />} />
      <Route path={paths.activity} element={<ActivityScreen />} />
      <Route path={paths.tenantSettings} element={<SettingsScreen />} />
    </Route>
    <Route path="/delivery" element={<Navigate to={paths.deliveries} replace />} />
    <Route path="/delivery/:deliveryId" element={<DeliveryRedirect />} />
    <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
  </Routes>
)
