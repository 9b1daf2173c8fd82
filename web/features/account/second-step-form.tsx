import { useState } from 'react'
import { codeForm } from '#shared/model/factors.ts'
import type { SecondStepNeeded } from '#shared/model/second-step.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { backToLoginLabel } from '../../lib/navigation/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { loginFailedText, signingInText } from './login-failure.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { passSecondStep } from './second-step-calls.ts'
import { SecondStepCodeField } from './second-step-code-field.tsx'

interface SecondStepFormProps {
  needed: SecondStepNeeded
  /** Returns to the first step. */
  onBack: () => void
}

const passkeyText = 'Use a passkey to finish signing in.'
const noPasskeysText = 'This browser can’t use passkeys. Sign in with a browser or device that can.'

/** The second step of a sign-in: a code of the authenticator app, a recovery code, or a passkey. */
export function SecondStepForm({ needed: { mfa_token, methods }, onBack }: SecondStepFormProps) {
  const [failure, setFailure] = useState('')
  const canAskForPasskey = methods.includes('passkey') && canUsePasskeys()
  const takesCode = methods.includes('totp') || methods.includes('recovery')
  const form = useForm(codeForm(), {
    initial: { code: '' },
    onSubmit: ({ code }) => passSecondStep({ mfa_token, code }),
    failureText: (error) => errorDetail(error, loginFailedText),
  })
  return (
    <>
      <FormAlert>{failure}</FormAlert>
      {takesCode && (
        <Form form={form} label="Two-step sign-in">
          <SecondStepCodeField form={form} />
          <Button type="submit" variant="primary" wide busy={form.busy} busyText={signingInText}>
            Continue
          </Button>
        </Form>
      )}
      {!takesCode && <p>{canAskForPasskey ? passkeyText : noPasskeysText}</p>}
      {canAskForPasskey && (
        <PasskeyButton
          label="Use a passkey"
          variant={takesCode ? 'plain' : 'primary'}
          onPasskey={(passkey) => passSecondStep({ mfa_token, passkey })}
          onFailure={setFailure}
        />
      )}
      <Button variant="plain" wide onClick={onBack}>
        {backToLoginLabel}
      </Button>
    </>
  )
}
