import { sendVerificationEmail } from '#shared/api/auth.ts'
import { mailRequest } from '#shared/model/account-forms.ts'
import { call } from '../../lib/api/call.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { goToLoginLabel, paths } from '../../lib/navigation/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { BorderedSection } from './bordered-section.tsx'
import styles from './sign-up.module.css'

/** The last step: asks the user to open the link in the mail. */
export function VerifyStep({ email }: { email: string }) {
  const form = useForm(mailRequest(), {
    initial: { email },
    onSubmit: async (body) => toast.success((await call(sendVerificationEmail, { body })).body.message),
  })
  return (
    <>
      <BorderedSection>
        <p>
          We’ve sent a verification link to <strong className={styles.address}>{email}</strong>. Use it within 24 hours
          to verify your address and set your password.
        </p>
        <p className="muted">No email after a few minutes? Please check your spam folder, or send it again.</p>
        <Form form={form} label="Verification email">
          <div>
            <Button type="submit" size="small" busy={form.busy} busyText="Sending...">
              Resend email
            </Button>
          </div>
        </Form>
      </BorderedSection>
      <div className={styles.actions}>
        <ButtonLink to={paths.signUpSuccess}>View your registration</ButtonLink>
        <ButtonLink to={paths.login} variant="primary">
          {goToLoginLabel}
        </ButtonLink>
      </div>
    </>
  )
}
