import { Navigate, Route, Routes, useParams } from 'react-router-dom'
import { manageDeliveries, viewDeliveries } from '#shared/rules/permissions.ts'
import { modules } from '../lib/modules.ts'
import { paths } from '../lib/paths.ts'
import { part } from '../ui/part.tsx'
import { PermissionOnly, TenantAdminOnly } from './access-guards.tsx'
import { administers, manages, pages } from './first-calls.ts'
import type { Beginning } from './opened-pages.ts'

const loadAccount = () => import('../features/account/account-screen.tsx')
const loadDelivery = () => import('./delivery-page.tsx')
const loadUsers = () => import('../features/users/users-screen.tsx')
const loadRoles = () => import('../features/roles/roles-screen.tsx')
const loadActivity = () => import('../features/activity/activity-screen.tsx')
const loadPatient = () => import('./patient-page.tsx')
const loadEdit = () => import('./edit-page.tsx')
const loadSettings = () => import('../features/settings/settings-screen.tsx')

const AccountScreen = part(async () => (await loadAccount()).AccountScreen)
const UsersScreen = part(async () => (await loadUsers()).UsersScreen)
const RolesScreen = part(async () => (await loadRoles()).RolesScreen)
const ActivityScreen = part(async () => (await loadActivity()).ActivityScreen)
const PatientPage = part(async () => (await loadPatient()).PatientPage)
const EditPage = part(async () => (await loadEdit()).EditPage)
const SettingsScreen = part(async () => (await loadSettings()).SettingsScreen)
const AuditScreen = part(async () => (await import('../features/audit/audit-screen.tsx')).AuditScreen)
const UnderDevelopment = part(async () => (await import('./under-development.tsx')).UnderDevelopment)

const oldDelivery = '/delivery/:id'

export const otherPages: readonly Beginning[] = [
  { ...pages.users, parts: [UsersScreen], load: loadUsers },
  { ...pages.delivery, path: oldDelivery, parts: [], load: loadDelivery },
  { path: paths.editDelivery(':id'), may: manages, parts: [EditPage], load: loadEdit },
  { path: paths.patient(':patientId'), may: manages, parts: [PatientPage], load: loadPatient },
  { path: paths.account, may: () => true, parts: [AccountScreen], load: loadAccount },
  { path: paths.roles, may: administers, parts: [RolesScreen], load: loadRoles },
  { path: paths.activity, may: administers, parts: [ActivityScreen], load: loadActivity },
  { path: paths.tenantSettings, may: administers, parts: [SettingsScreen], load: loadSettings },
]

function DeliveryRedirect() {
  const { id = '' } = useParams()
  return <Navigate to={paths.delivery(id)} replace />
}

/** The pages that are opened now and then: the others need not load so much as their names. An unknown address leads to the dashboard. */
export const OtherRoutes = () => (
  <Routes>
    <Route path={paths.account} element={<AccountScreen />} />
    <Route element={<PermissionOnly rule={viewDeliveries} />}>
      <Route element={<PermissionOnly rule={manageDeliveries} />}>
        <Route path={paths.editDelivery(':id')} element={<EditPage />} />
        <Route path={paths.audit} element={<AuditScreen />} />
        <Route path={paths.patient(':patientId')} element={<PatientPage />} />
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
      <Route path={paths.users} element={<UsersScreen />} />
      <Route path={paths.roles} element={<RolesScreen />} />
      <Route path={paths.activity} element={<ActivityScreen />} />
      <Route path={paths.tenantSettings} element={<SettingsScreen />} />
    </Route>
    <Route path="/delivery" element={<Navigate to={paths.deliveries} replace />} />
    <Route path={oldDelivery} element={<DeliveryRedirect />} />
    <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
  </Routes>
)
