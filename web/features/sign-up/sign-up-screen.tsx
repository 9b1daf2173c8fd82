import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { sendVerificationEmail } from '#shared/api/auth.ts'
import { mailRequest } from '#shared/model/account-forms.ts'
import { call } from '../../lib/api/call.ts'
import { useLoginAddress } from '../../lib/browser/config-texts.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { goToLoginLabel, paths } from '../../lib/navigation/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Form } from '../../ui/form.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { CompanyStep } from './company-step.tsx'
import { ProductsStep } from './products-step.tsx'
import styles from './sign-up.module.css'
import { BorderedSection, SignUpFrame } from './sign-up-frame.tsx'
import { readSignUpProgress } from './sign-up-record.ts'

export { preloadData } from './offered-products.ts'

const titles = ['Tell us about your company', 'Choose your products', 'Check your email']

/** The sign-up in three steps. The step is part of the address, so that Back and a reload work. */
export function SignUpScreen() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [isExpired, setIsExpired] = useState(false)
  const { tenant_id, finished } = readSignUpProgress()
  const step = Math.max(1, ['1', '2', '3'].indexOf(params.get('step') ?? '') + 1)

  const isLost = (step === 2 && !tenant_id) || (step === 3 && !finished)
  if (isLost && !isExpired) setIsExpired(true)
  if (isLost) return <Navigate to={paths.signUp} replace />

  return (
    <SignUpFrame title={titles[step - 1] ?? ''} progress={<SignUpSteps step={step} />}>
      {step === 1 && (
        <CompanyStep
          isExpired={isExpired}
          onDone={() => {
            setIsExpired(false)
            void navigate(paths.signUpStep(2))
          }}
        />
      )}
      {step === 2 && (
        <ProductsStep
          onBack={() => void navigate(paths.signUp)}
          onDone={() => void navigate(paths.signUpStep(3), { replace: true })}
          onLost={() => {
            setIsExpired(true)
            void navigate(paths.signUp, { replace: true })
          }}
        />
      )}
      {step === 3 && finished && <VerifyStep email={finished.email} />}
    </SignUpFrame>
  )
}

const steps = ['Company Info', 'Product Selection', 'Verify Email']

/** The position of this page in the sign-up; `step` counts from 1. */
const SignUpSteps = ({ step }: { step: number }) => (
  <ol aria-label="Progress" className={styles.steps}>
    {steps.map((name, index) => (
      <li
        key={name}
        aria-current={index + 1 === step ? 'step' : undefined}
        className={classNames(styles.step, index < step && styles.reached)}
      >
        <span className={styles.mark}>{index + 1 < step ? <CheckIcon /> : index + 1}</span>
        {name}
        {index + 1 < step && <span className="unseen"> (done)</span>}
      </li>
    ))}
  </ol>
)

/** The last step: asks the user to open the link in the mail. */
function VerifyStep({ email }: { email: string }) {
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
        <ButtonLink to={useLoginAddress()} variant="primary">
          {goToLoginLabel}
        </ButtonLink>
      </div>
    </>
  )
}
