import { type Location, matchPath, Navigate, Route, Routes, useParams } from 'react-router-dom'
import { signUpGroupsPath } from '#shared/api/first-paths.ts'
import { LoginScreen } from '../features/account/login-screen.tsx'
import { askEarly } from '../lib/asked-early.ts'
import { inAMoment } from '../lib/in-a-moment.ts'
import { paths } from '../lib/paths.ts'
import { PublicOnly } from './guards.tsx'
import { pagePart } from './page-part.tsx'

const ForgotPasswordScreen = pagePart(
  async () => (await import('../features/account/forgot-password-screen.tsx')).ForgotPasswordScreen,
)
const ResetPasswordScreen = pagePart(
  async () => (await import('../features/account/reset-password-screen.tsx')).ResetPasswordScreen,
)
const AcceptInvitationScreen = pagePart(
  async () => (await import('../features/account/accept-invitation-screen.tsx')).AcceptInvitationScreen,
)
const VerifyEmailScreen = pagePart(
  async () => (await import('../features/account/verify-email-screen.tsx')).VerifyEmailScreen,
)
const SetPasswordScreen = pagePart(
  async () => (await import('../features/account/set-password-screen.tsx')).SetPasswordScreen,
)
const ReferenceScreen = pagePart(
  async () => (await import('../features/reference/reference-screen.tsx')).ReferenceScreen,
)
const AccessibilityScreen = pagePart(
  async () => (await import('../features/accessibility/accessibility-screen.tsx')).AccessibilityScreen,
)
const SignUpScreen = pagePart(async () => {
  const { SignUpScreen, readFirst } = await import('../features/sign-up/sign-up-screen.tsx')
  await inAMoment(readFirst())
  return SignUpScreen
})
const SignUpSuccessScreen = pagePart(
  async () => (await import('../features/sign-up/sign-up-success-screen.tsx')).SignUpSuccessScreen,
)
const SubscriptionScreen = pagePart(
  async () => (await import('../features/sign-up/subscription-screen.tsx')).SubscriptionScreen,
)

/** Begins to load the page of an address, and what it shows first. */
export function preloadPage(pathname: string) {
  if (!matchPath(paths.signUp, pathname)) return
  askEarly([signUpGroupsPath])
  SignUpScreen.preload()
}

function SubscriptionRedirect() {
  const { tenantId = '' } = useParams()
  return <Navigate to={paths.subscription(tenantId)} replace />
}

/** The pages that need no session. The login page comes with them: whoever is signed out is sent there. */
export function PublicRoutes({ location }: { location: Location }) {
  return (
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
    </Routes>
  )
}
