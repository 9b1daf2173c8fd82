import { type ComponentType, Suspense } from 'react'
import { type Location, matchPath, Navigate, Route, Routes, useNavigationType, useParams } from 'react-router-dom'
import { manageDeliveries, viewDeliveries } from '#shared/rules/permissions.ts'
import { modules } from '../lib/modules.ts'
import { paths } from '../lib/paths.ts'
import { part } from '../ui/part.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PublicOnly, SignedInOnly } from './guards.tsx'
import { notLoaded, Standstill } from './standstill.tsx'

/** A part that fills the whole page. */
const page = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  part(load, { frame: (words) => <Standstill title={notLoaded}>{words}</Standstill> })

const LoginScreen = page(async () => (await import('../features/account/login-screen.tsx')).LoginScreen)
const ForgotPasswordScreen = page(
  async () => (await import('../features/account/forgot-password-screen.tsx')).ForgotPasswordScreen,
)
const ResetPasswordScreen = page(
  async () => (await import('../features/account/reset-password-screen.tsx')).ResetPasswordScreen,
)
const AcceptInvitationScreen = page(
  async () => (await import('../features/account/accept-invitation-screen.tsx')).AcceptInvitationScreen,
)
const VerifyEmailScreen = page(
  async () => (await import('../features/account/verify-email-screen.tsx')).VerifyEmailScreen,
)
const SetPasswordScreen = page(
  async () => (await import('../features/account/set-password-screen.tsx')).SetPasswordScreen,
)
const ReferenceScreen = page(async () => (await import('../features/reference/reference-screen.tsx')).ReferenceScreen)
const AccessibilityScreen = page(
  async () => (await import('../features/accessibility/accessibility-screen.tsx')).AccessibilityScreen,
)
const SignUpScreen = page(async () => (await import('../features/sign-up/sign-up-screen.tsx')).SignUpScreen)
const SignUpSuccessScreen = page(
  async () => (await import('../features/sign-up/sign-up-success-screen.tsx')).SignUpSuccessScreen,
)
const SubscriptionScreen = page(
  async () => (await import('../features/sign-up/subscription-screen.tsx')).SubscriptionScreen,
)
const AccountScreen = part(async () => (await import('../features/account/account-screen.tsx')).AccountScreen)
const UsersScreen = part(async () => (await import('../features/users/users-screen.tsx')).UsersScreen)
const RolesScreen = part(async () => (await import('../features/roles/roles-screen.tsx')).RolesScreen)
const ActivityScreen = part(async () => (await import('../features/activity/activity-screen.tsx')).ActivityScreen)
const WhoLooked = part(async () => (await import('../features/activity/who-looked.tsx')).WhoLooked, {
  waiting: () => <Spinner />,
})
const Layout = page(async () => (await import('./layout.tsx')).Layout)
const PermissionOnly = part(async () => (await import('./access-guards.tsx')).PermissionOnly)
const TenantAdminOnly = part(async () => (await import('./access-guards.tsx')).TenantAdminOnly)
const DashboardScreen = part(async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen)
const Today = part(async () => (await import('../features/deliveries/day/today.tsx')).Today, {
  waiting: () => <Spinner label="Loading today..." />,
})
const DeliveriesScreen = part(
  async () => (await import('../features/deliveries/deliveries-screen.tsx')).DeliveriesScreen,
)
const DeliveryDetailScreen = part(
  async () => (await import('../features/deliveries/delivery-detail-screen.tsx')).DeliveryDetailScreen,
)
const MyRunToday = part(async () => (await import('../features/deliveries/run/my-run-today.tsx')).MyRunToday, {
  waiting: () => <div data-waiting="" />,
})
const MyRunScreen = part(async () => (await import('../features/deliveries/run/run-screen.tsx')).MyRunScreen)
const RunScreen = part(async () => (await import('../features/deliveries/run/run-screen.tsx')).RunScreen)
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

const openedMost: readonly [path: string, parts: readonly { preload: () => void }[]][] = [
  [paths.dashboard, [DashboardScreen, Today]],
  [paths.deliveries, [PermissionOnly, DeliveriesScreen]],
  [paths.delivery(':deliveryId'), [PermissionOnly, DeliveryDetailScreen]],
  [paths.myRun, [PermissionOnly, MyRunScreen]],
  [paths.users, [TenantAdminOnly, UsersScreen]],
]

const openedWithoutSession: typeof openedMost = [
  [paths.login, [LoginScreen]],
  [paths.signUp, [SignUpScreen]],
]

/** Loads the page of an address while the session is asked for, or before the first picture where there is none. */
export function preloadPage(pathname: string, hasSession: boolean) {
  if (hasSession) Layout.preload()
  for (const [path, parts] of hasSession ? openedMost : openedWithoutSession)
    if (matchPath(path, pathname)) for (const one of parts) one.preload()
}

function DeliveryRedirect() {
  const { deliveryId = '' } = useParams()
  return <Navigate to={paths.delivery(deliveryId)} replace />
}

function SubscriptionRedirect() {
  const { tenantId = '' } = useParams()
  return <Navigate to={paths.subscription(tenantId)} replace />
}

/** Every address of the app; an unknown one leads to the dashboard. */
export function AppRoutes({ location }: { location: Location }) {
  // Routes with a given location no longer tell their children how they were reached.
  const navigation = useNavigationType()
  const deliveries = <DeliveriesScreen PatientPicker={PatientPicker} PatientDirectory={PatientDirectory} />
  return (
    <Suspense fallback={<Spinner />}>
      <Routes location={location}>
        <Route element={<PublicOnly />}>
          <Route path={paths.login} element={<LoginScreen />} />
          <Route path={paths.forgotPassword} element={<ForgotPasswordScreen />} />
          <Route path={paths.resetPassword} element={<ResetPasswordScreen />} />
        </Route>
        <Route path={paths.acceptInvitation} element={<AcceptInvitationScreen />} />
        <Route path={paths.verifyEmail} element={<VerifyEmailScreen />} />
        <Route path={paths.setPassword} element={<SetPasswordScreen />} />
        <Route path={paths.accessibility} element={<AccessibilityScreen />} />
        <Route path={paths.reference} element={<ReferenceScreen />} />
        <Route path={paths.signUp} element={<SignUpScreen />} />
        <Route path={paths.signUpSuccess} element={<SignUpSuccessScreen />} />
        <Route path={paths.subscription(':tenantId')} element={<SubscriptionScreen />} />
        <Route path="/manage/:tenantId" element={<SubscriptionRedirect />} />

        <Route element={<SignedInOnly />}>
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
        </Route>

        <Route path="/delivery" element={<Navigate to={paths.deliveries} replace />} />
        <Route path="/delivery/:deliveryId" element={<DeliveryRedirect />} />
        <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
      </Routes>
    </Suspense>
  )
}
