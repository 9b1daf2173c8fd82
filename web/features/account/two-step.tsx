import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#shared/api/contract.ts'
import { beginTotp, confirmTotp, readFactors, removeTotp, renewRecoveryCodes } from '#shared/api/factors.ts'
import { codeForm, type Factors } from '#shared/model/factors.ts'
import { call } from '../../lib/api/call.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate } from '../../lib/api/queries.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/form.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import styles from './account.module.css'

const failed = 'Something went wrong. Please try again.'

/** Loaded only when needed, because it includes the library that draws the QR code. */
const AuthenticatorKey = lazyComponent(async () => (await import('./authenticator-key.tsx')).AuthenticatorKey)

interface ConfirmationProps {
  authenticator: AnswerOf<typeof beginTotp>
  send: (code: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a code of the new authenticator app. Signing in asks for its codes only after one of them was accepted here. */
function ConfirmationDialog({ authenticator, send, onClose }: ConfirmationProps) {
  const form = useForm(codeForm(), {
    initial: { code: '' },
    onSubmit: ({ code }) => send(code),
    failureText: (error) => (error.problems.length > 0 ? '' : errorDetail(error, failed)),
  })
  return (
    <FormDialog
      title="Set up an authenticator app"
      form={form}
      submit="Confirm"
      busyText="Confirming..."
      onClose={onClose}
    >
      <AuthenticatorKey {...authenticator} />
      <Field
        form={form}
        name="code"
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  )
}

/**
 * Returns functions that set up and remove the authenticator app and renew its recovery codes. `codes` contains new recovery codes,
 * which are shown only once.
 */
function useAuthenticator() {
  const [codes, setCodes] = useState<readonly string[]>()
  const ask = useConfirm()
  const begin = useMutation({
    mutationFn: async () => (await call(beginTotp, {})).body,
  })
  const renewal = useMutation({
    mutationFn: async () => (await call(renewRecoveryCodes, {})).body,
    onSuccess: ({ recovery_codes }) => show(recovery_codes),
  })
  const removal = useMutation({
    mutationFn: () => call(removeTotp, {}),
    onSuccess: () => show(undefined),
  })
  const failure = begin.error ?? renewal.error ?? removal.error

  async function show(given: readonly string[] | undefined) {
    setCodes(given)
    await refreshFactors()
  }
  async function finish(code: string) {
    const { body } = await call(confirmTotp, { body: { code } })
    begin.reset()
    await show(body.recovery_codes)
  }
  async function remove() {
    const text = 'You’ll no longer be asked for its codes when you sign in, and your recovery codes will stop working.'
    if (await ask({ title: 'Remove the authenticator app?', text, confirm: 'Remove', danger: true })) removal.mutate()
  }
  async function renew() {
    const text = 'You’ll get ten new codes. The old ones will stop working.'
    if (await ask({ title: 'Create new recovery codes?', text, confirm: 'Create new codes' })) renewal.mutate()
  }
  return { begin, renewal, removal, failure, codes, finish, remove, renew }
}

/** The card that sets up or removes the authenticator app and makes new recovery codes. */
export function TwoStepCard({ factors: { totp, recovery_codes_left: left } }: { factors: Factors }) {
  const { begin, renewal, removal, failure, codes, finish, remove, renew } = useAuthenticator()
  return (
    <Card title="Two-step sign-in">
      <div className={styles.stack}>
        <p>
          {totp
            ? `Your authenticator app is set up. You have ${left} of 10 recovery codes left.`
            : 'With an authenticator app, a stolen password isn’t enough to sign in.'}
        </p>
        {codes && <RecoveryCodes codes={codes} />}
        <FormAlert>{failure && errorDetail(failure, failed)}</FormAlert>
        {totp ? (
          <div className={styles.actions}>
            <Button busy={renewal.isPending} busyText="Creating codes..." onClick={() => void renew()}>
              Create new recovery codes
            </Button>
            <Button busy={removal.isPending} busyText="Removing..." onClick={() => void remove()}>
              Remove the app
            </Button>
          </div>
        ) : (
          <Button variant="primary" busy={begin.isPending} busyText="Starting..." onClick={() => begin.mutate()}>
            Set up an authenticator app
          </Button>
        )}
      </div>
      {begin.data && <ConfirmationDialog authenticator={begin.data} send={finish} onClose={begin.reset} />}
    </Card>
  )
}

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <>
    <p>
      <strong>Save these recovery codes in a safe place. You won’t see them again.</strong> Each one works once in place
      of the app.
    </p>
    <ul className={styles.codes} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </>
)

/**
 * Reads the sign-in methods again after a change. Also reads the session again, which says whether the user has yet to set up a
 * second step.
 */
export async function refreshFactors(): Promise<void> {
  await Promise.all([invalidate(readFactors), sessionStore.refresh()])
}
