import { useState } from 'react'
import { confirmIdentity, readFactors } from '#shared/api/factors.ts'
import { codeForm, type Factors } from '#shared/model/factors.ts'
import { type IdentityProof, passwordProof } from '#shared/model/identity-proof.ts'
import { identityNotConfirmedText } from '#shared/rules/sign-in-refusals.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import type { PendingConfirmation } from '../../lib/api/with-confirmed-identity.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Form } from '../../ui/form.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './account.module.css'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { GoogleButton } from './google-button.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStepCodeField } from './second-step-code-field.tsx'

const failed = 'Something went wrong. Please try again.'
const confirming = 'Confirming...'

/**
 * Asks users to confirm who they are: with their second step or, if their account has none, with their password or their Google
 * account.
 */
export function ConfirmIdentityDialog({ question: { settle } }: { question: PendingConfirmation }) {
  const { data, isError, refetch } = useApiQuery(readFactors, {})
  const close = () => settle(undefined)
  async function prove(proof: IdentityProof) {
    settle((await call(confirmIdentity, { body: proof })).body.confirmation)
  }
  return (
    <Dialog title={identityNotConfirmedText} onClose={close} fullOnPhone>
      {data ? (
        <Ways factors={data} prove={prove} onClose={close} />
      ) : isError ? (
        <FailedState message="Failed to load your sign-in settings" onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading your sign-in settings..." />
      )}
    </Dialog>
  )
}

interface WaysProps {
  prove: (proof: IdentityProof) => Promise<void>
  onClose: () => void
}

/**
 * Offers those ways to confirm one's identity that the account has. A passkey counts as a second step. If there is a second step,
 * neither the password nor Google is offered.
 */
function Ways({ factors, ...props }: WaysProps & { factors: Factors }) {
  const [failure, setFailure] = useState('')
  const { totp, recovery_codes_left, passkeys, has_password, has_google } = factors
  const hasCodes = totp || recovery_codes_left > 0
  const hasPasskey = passkeys.length > 0 && canUsePasskeys()
  const hasSecondStep = hasCodes || passkeys.length > 0
  const tryGoogle = (token: string) => {
    setFailure('')
    props.prove({ google: token }).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      setFailure(errorDetail(error, failed))
    })
  }
  return (
    <>
      <p>This change stays after you sign out, so we check once more that it’s you.</p>
      <FormAlert>{failure}</FormAlert>
      {hasCodes && <CodeForm {...props} />}
      {hasPasskey && (
        <PasskeyButton label="Use a passkey" onPasskey={(passkey) => props.prove({ passkey })} onFailure={setFailure} />
      )}
      {!hasSecondStep && has_password && <PasswordForm {...props} />}
      {!hasSecondStep && has_google && (
        <GoogleButton text="continue_with" onCredential={tryGoogle}>
          {(button) => <div className={styles.google}>{button}</div>}
        </GoogleButton>
      )}
      {hasSecondStep && !hasCodes && !hasPasskey && (
        <p>Your passkeys can’t be used here. Open Carelane at the address where you added them.</p>
      )}
      {!hasCodes && (hasSecondStep || !has_password) && (
        <DialogActions>
          <Button onClick={props.onClose}>Cancel</Button>
        </DialogActions>
      )}
    </>
  )
}

function CodeForm({ prove, onClose }: WaysProps) {
  const form = useForm(codeForm(), {
    initial: { code: '' },
    onSubmit: ({ code }) => prove({ code }),
    failureText: (error) => (error.problems.length > 0 ? '' : errorDetail(error, failed)),
  })
  return (
    <Form form={form} label={identityNotConfirmedText}>
      <SecondStepCodeField form={form} />
      <Actions busy={form.busy} onClose={onClose} />
    </Form>
  )
}

function PasswordForm({ prove, onClose }: WaysProps) {
  const form = useForm(passwordProof(), {
    initial: { password: '' },
    onSubmit: ({ password }) => prove({ password }),
    failureText: (error) => (error.problems.length > 0 ? '' : errorDetail(error, failed)),
  })
  return (
    <Form form={form} label={identityNotConfirmedText}>
      <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" />
      <Actions busy={form.busy} onClose={onClose} />
    </Form>
  )
}

const Actions = ({ busy, onClose }: { busy: boolean; onClose: () => void }) => (
  <DialogActions>
    <Button onClick={onClose}>Cancel</Button>
    <Button type="submit" variant="primary" busy={busy} busyText={confirming}>
      Confirm
    </Button>
  </DialogActions>
)
