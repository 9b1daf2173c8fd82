import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { requestPasswordReset } from '#shared/api/auth.ts'
import { mailRequest } from '#shared/model/account-forms.ts'
import { call } from '../../lib/api/call.ts'
import { useLoginAddress } from '../../lib/browser/config-texts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { backToLoginLabel } from '../../lib/navigation/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Form } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { AccountResultPage, LoneCardPage } from './lone-card-page.tsx'
import { requestFailedText } from './mailed-link.tsx'

export function ForgotPasswordScreen() {
  const { state } = useLocation()
  const login = useLoginAddress()
  const [answer, setAnswer] = useState('')
  const form = useForm(mailRequest(), {
    initial: { email: '' },
    failureText: () => requestFailedText,
    onSubmit: async (body) => setAnswer((await call(requestPasswordReset, { body })).body.message),
  })

  if (answer)
    return (
      <AccountResultPage title="Check your email" link={backToLoginLabel}>
        {answer}
      </AccountResultPage>
    )
  return (
    <LoneCardPage
      title="Forgot your password?"
      foot={
        <p>
          <Link to={login} state={state} className="reach">
            {backToLoginLabel}
          </Link>
        </p>
      }
    >
      <p className="muted">Enter your account’s email address and we’ll send you a link to set a new password.</p>
      <Form form={form} label="Forgot password">
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
        <Button type="submit" variant="primary" wide busy={form.busy} busyText="Sending...">
          Send reset link
        </Button>
      </Form>
    </LoneCardPage>
  )
}
