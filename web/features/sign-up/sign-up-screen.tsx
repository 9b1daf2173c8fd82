import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../../lib/navigation/paths.ts'
import { CompanyStep } from './company-step.tsx'
import { ProductsStep } from './products-step.tsx'
import { SignUpFrame } from './sign-up-frame.tsx'
import { readSignUpProgress } from './sign-up-record.ts'
import { SignUpSteps } from './sign-up-steps.tsx'
import { VerifyStep } from './verify-step.tsx'

export { preloadData } from './use-offered-groups.ts'

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
