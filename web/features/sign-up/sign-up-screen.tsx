import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { sendVerificationEmail } from '#shared/api/auth.ts'
import { completeSignUp, listSignUpProducts, readSubscription } from '#shared/api/registration.ts'
import { mailRequest } from '#shared/model/account-forms.ts'
import { productSelection } from '#shared/model/sign-up.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { useLoginAddress } from '../../lib/browser/config-texts.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { goToLoginLabel, paths } from '../../lib/navigation/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { Form } from '../../ui/form.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CompanyStep } from './company-step.tsx'
import type { OfferedProduct } from './offered-products.ts'
import { ProductChoices } from './product-choices.tsx'
import styles from './sign-up.module.css'
import { BorderedSection, SignUpFrame } from './sign-up-frame.tsx'
import {
  type FinishedSignUp,
  readSignUpProgress,
  registrationFailureText,
  type SignUpRecord,
  saveSignUpProgress,
  saveSignUpResult,
} from './sign-up-record.ts'

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

interface ProductsStepProps {
  onBack: () => void
  onDone: () => void
  /** Called if the server no longer has the data of the first step. */
  onLost: () => void
}

/** The step in which the products of the chosen business types are selected. */
function ProductsStep(props: ProductsStepProps) {
  const { business_type } = readSignUpProgress().company
  const { data, error, refetch } = useApiQuery(listSignUpProducts, {
    query: { business_types: business_type.join(',') },
  })
  if (data) return <ProductsForm products={data} {...props} />
  return error ? (
    <FailedState message={errorDetail(error, 'Failed to load products')} onRetry={() => void refetch()} />
  ) : (
    <Spinner label="Loading products..." />
  )
}

function ProductsForm({
  products,
  onBack,
  onDone,
  onLost,
}: ProductsStepProps & { products: readonly OfferedProduct[] }) {
  const known = readSignUpProgress()
  const form = useForm(productSelection(), {
    initial: {
      tenant_id: known.tenant_id,
      // Keep only products that are still offered, because the user may have changed the business types.
      subscribed_products: known.products.filter((chosen) => products.some(({ key }) => key === chosen)),
    },
    failureText: registrationFailureText,
    onSubmit: async ({ subscribed_products }) => {
      try {
        saveSignUpResult(await registerProducts(known, subscribed_products))
        toast.success('Registration successful! Please check your email to verify your account.')
        onDone()
      } catch (error) {
        if (error instanceof CallError && error.status === 404) {
          saveSignUpProgress({ tenant_id: '' })
          return onLost()
        }
        throw error
      }
    },
  })
  const chosen = form.values.subscribed_products
  useEffect(() => {
    saveSignUpProgress({ products: chosen })
  }, [chosen])

  return (
    <Form form={form} label="Products" className={styles.form}>
      <p className="muted">Choose at least one product to start with. You can add more at any time.</p>
      <ProductChoices form={form} name="subscribed_products" products={products} />
      <div className={styles.actions}>
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" variant="primary" busy={form.busy} busyText="Registering...">
          Complete Registration
        </Button>
      </div>
    </Form>
  )
}

const namesOf = (products: readonly { name: string }[]) => products.map(({ name }) => name)

/** Registers the chosen products: the second step of the sign-up. */
async function registerProducts(
  { tenant_id, company }: SignUpRecord,
  subscribed_products: string[],
): Promise<FinishedSignUp> {
  try {
    const { tenant, user, ...answer } = (await call(completeSignUp, { body: { tenant_id, subscribed_products } })).body
    return {
      tenant_id: tenant.id,
      company_name: tenant.name,
      description: tenant.description,
      business_types: tenant.subscribed_product_groups,
      full_name: user.full_name,
      email: user.email,
      products: namesOf(answer.subscribed_products),
    }
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error
    // The server refuses a second registration. The first may have succeeded although its response was lost, so return its result.
    const known = (await call(readSubscription, { params: { id: tenant_id } })).body
    return {
      tenant_id,
      company_name: known.tenant.name,
      description: company.metadata.company_description.trim(),
      business_types: known.tenant.subscribed_product_groups,
      full_name: company.full_name.trim(),
      email: company.email.trim(),
      products: namesOf(known.subscribed_products),
    }
  }
}
