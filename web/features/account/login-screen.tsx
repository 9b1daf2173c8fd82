import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { CallError, detailOf } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { loadAccountCalls, sessionStore } from '../../lib/session.ts'
import { sessionToast } from '../../lib/toast.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Form, FormAlert } from '../../ui/form.tsx'
import { part } from '../../ui/part.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { AccountPage } from './account-page.tsx'
import { isUnverified, loginFailureText } from './login-failure.ts'

const title = 'Sign in to your account'

/** On submit, so that the page shows without the schema library. */
const loadLoginForm = async () => (await import('#shared/model/account.ts')).loginForm()

const GoogleSignIn = part(async () => (await import('./google-sign-in.tsx')).GoogleSignIn, { waiting: () => null })

/** Resolves to what went wrong, or '' once the mail is sent. */
async function sendVerification(email: string) {
  try {
    const { sendVerificationEmail } = await loadAccountCalls()
    sessionToast.success(await sendVerificationEmail(email))
    return ''
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const text = detailOf(error, 'Failed to send verification email. Please try again.')
    sessionToast.error(text)
    return text
  }
}

export function LoginScreen() {
  const { state } = useLocation()
  const [unverified, setUnverified] = useState(false)
  const [unsent, setUnsent] = useState('')

  async function signIn({ email, password }: { email: string; password: string }) {
    setUnverified(false)
    setUnsent('')
    try {
      await sessionStore.signIn(email, password)
      sessionToast.success('Login successful!')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      sessionToast.error(detailOf(error, 'Login failed'))
      if (isUnverified(error)) {
        setUnverified(true)
        void sendVerification(email).then(setUnsent)
      }
      throw error
    }
  }

  const form = useForm(loadLoginForm, {
    initial: { email: '', password: '' },
    onSubmit: signIn,
    failureText: loginFailureText,
  })

  return (
    <AccountPage
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
      {unverified && (
        <FormAlert tone="notice">
          Your email address is not verified yet. Please follow the link in the verification email, then sign in again.
        </FormAlert>
      )}
      <FormAlert>{unsent}</FormAlert>
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
          // Ahead of time; if it fails, the call itself loads them again.
          onFocus={() => void loadAccountCalls().catch(() => undefined)}
        />
        <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
        <div>
          <Link to={paths.forgotPassword} state={state} className="small reach">
            Forgot your password?
          </Link>
        </div>
        <Button type="submit" variant="primary" wide busy={form.busy} busyText="Signing in...">
          {title}
        </Button>
      </Form>
      <GoogleSignIn />
    </AccountPage>
  )
}
