import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { SecondStepNeeded } from '#shared/model/second-step.ts'
import { signedOutForIdlenessText } from '#shared/rules/sign-in-refusals.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { createIdleLoader } from '../../lib/browser/idle.ts'
import { loadPart } from '../../lib/browser/load-part.ts'
import { phoneHasActions } from '../../lib/browser/phone-has-actions.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { loadAccountCalls, sessionStore } from '../../lib/session/session.ts'
import { pageTokenCookies } from '../../lib/session/tokens.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Form } from '../../ui/form.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Link } from '../../ui/link.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import {
  isEmailNotVerifiedError,
  loginFailedText,
  loginFailureText,
  newUserHint,
  signingInText,
} from './login-failure.ts'
import { LoneCardPage } from './lone-card-page.tsx'
import styles from './sign-in.module.css'

const title = 'Sign in to your account'

const importForms = () => import('#shared/model/account-forms.ts')
const loadLoginForm = async () => (await loadPart(importForms)).loginForm()

/**
 * Loads, once the page has appeared and the browser is idle, the code that submitting the form needs. If this fails, the failure is
 * shown when the form is submitted.
 */
const loadAhead = createIdleLoader(() => Promise.all([importForms(), import('../../lib/session/account-calls.ts')]))

const SecondStepForm = lazyComponent(async () => (await import('./second-step-form.tsx')).SecondStepForm)

const PasskeySignIn = lazyComponent(async () => (await import('./passkey-sign-in.tsx')).PasskeySignIn, {
  waiting: () => null,
})

const ActionsOnPhone = lazyComponent(async () => (await import('./actions-on-phone.tsx')).ActionsOnPhone, {
  waiting: () => null,
})

const GoogleSignIn = lazyComponent(async () => (await import('./google-sign-in.tsx')).GoogleSignIn, {
  waiting: () => null,
})

/** Resolves to the message of a failure, or to '' once the mail was sent. */
async function sendVerification(email: string) {
  try {
    const { sendVerificationEmail } = await loadAccountCalls()
    accountAndAdminToast.success(await sendVerificationEmail(email))
    return ''
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const text = errorDetail(error, 'Failed to send verification email. Please try again.')
    accountAndAdminToast.error(text)
    return text
  }
}

/** Returns whether the session ended because no one had used any page for too long. */
function useWasAway() {
  const [wasAway, setWasAway] = useState(false)
  // The user was away when a message said that the session had ended, so this page says it once more. Another tab may store the
  // reason a moment later, so it is read again whenever the page gets the focus.
  useEffect(() => {
    const look = () => void pageTokenCookies.read().then((held) => setWasAway(held.wasAway === true))
    look()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [])
  return wasAway
}

/** Returns the address that the previous page has passed, such as one that was just verified. */
function useEmailOfPreviousPage() {
  const { state } = useLocation()
  return typeof state === 'object' && state && 'email' in state && typeof state.email === 'string' ? state.email : ''
}

/**
 * Returns the form that signs in with a password. If the user's address is not verified, the verification mail is sent again,
 * `unverified` is true, and `unsent` is the message if that mail could not be sent.
 */
function usePasswordSignIn(onSecondStep: (needed: SecondStepNeeded) => void) {
  const [unverified, setUnverified] = useState(false)
  const [unsent, setUnsent] = useState('')

  async function signIn({ email, password }: { email: string; password: string }) {
    setUnverified(false)
    setUnsent('')
    try {
      const needed = await sessionStore.signIn(email, password)
      if (needed) onSecondStep(needed)
      else accountAndAdminToast.success('Login successful!')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      accountAndAdminToast.error(errorDetail(error, loginFailedText))
      if (isEmailNotVerifiedError(error)) {
        setUnverified(true)
        void sendVerification(email).then(setUnsent)
      }
      throw error
    }
  }

  const form = useForm(loadLoginForm, {
    initial: { email: useEmailOfPreviousPage(), password: '' },
    onSubmit: signIn,
    failureText: loginFailureText,
  })
  return { form, unverified, unsent }
}

function PasswordSignIn({ form }: Pick<ReturnType<typeof usePasswordSignIn>, 'form'>) {
  const { state } = useLocation()
  return (
    <Form form={form} label="Sign in">
      <Field
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
      <div>
        <Link to={paths.forgotPassword} state={state} className="small reach">
          Forgot your password?
        </Link>
      </div>
      <Button type="submit" variant="primary" wide busy={form.busy} busyText={signingInText}>
        {title}
      </Button>
    </Form>
  )
}

export function LoginScreen() {
  const [needed, setNeeded] = useState<SecondStepNeeded>()
  useEffect(() => void loadAhead().catch(() => undefined), [])
  const wasAway = useWasAway()
  const { form, unverified, unsent } = usePasswordSignIn(setNeeded)

  if (needed)
    return (
      <LoneCardPage title="Two-step sign-in">
        <SecondStepForm needed={needed} onBack={() => setNeeded(undefined)} />
      </LoneCardPage>
    )

  return (
    <LoneCardPage
      title={title}
      foot={
        <p>
          New to Carelane?{' '}
          <Link to={paths.signUp} className="reach">
            Sign up
          </Link>
        </p>
      }
    >
      <FormAlert tone="notice">{wasAway && signedOutForIdlenessText}</FormAlert>
      {unverified && (
        <FormAlert tone="notice">
          Your email address is not verified yet. Please follow the link in the verification email, then sign in again.
          {` ${newUserHint}`}
        </FormAlert>
      )}
      <FormAlert>{unsent}</FormAlert>
      {phoneHasActions() && <ActionsOnPhone />}
      <PasswordSignIn form={form} />
      <div className={styles.others}>
        <div className={styles.or}>or</div>
        <PasskeySignIn />
        <GoogleSignIn onSecondStep={setNeeded} />
      </div>
    </LoneCardPage>
  )
}
