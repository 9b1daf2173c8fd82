import { useState } from 'react'
import { beginTotp, confirmTotp, removeTotp } from '#shared/api/factors.ts'
import { codeForm, type Factors } from '#shared/model/factors.ts'
import { detailOf } from '../../../lib/api/call-error.ts'
import { useApiMutation } from '../../../lib/api/queries.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/form.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { part } from '../../../ui/part.tsx'
import styles from './account.module.css'
import { factorsChanged } from './factors-changed.ts'

const failed = 'Something went wrong. Please try again.'

/** With the library that draws the code: loaded when it is wanted. */
const AuthenticatorKey = part(async () => (await import('./authenticator-key.tsx')).AuthenticatorKey)

interface CodeDialogProps {
  title: string
  submit: string
  busyText: string
  send: (code: string) => Promise<unknown>
  onClose: () => void
  children: React.ReactNode
}

function CodeDialog({ title, submit, busyText, send, onClose, children }: CodeDialogProps) {
  const form = useForm(codeForm(), {
    initial: { code: '' },
    onSubmit: ({ code }) => send(code),
    failureText: (error) => (error.problems.length > 0 ? '' : detailOf(error, failed)),
  })
  return (
    <FormDialog title={title} form={form} submit={submit} busyText={busyText} onClose={onClose}>
      {children}
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

/** The authenticator app, and the recovery codes that come with it. */
export function TwoStep({ factors: { totp, recovery_codes_left: left } }: { factors: Factors }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const [isRemoving, setRemoving] = useState(false)
  const begin = useApiMutation(beginTotp)
  const confirm = useApiMutation(confirmTotp)
  const remove = useApiMutation(removeTotp)

  async function finish(code: string) {
    const { recovery_codes } = await confirm.mutateAsync({ body: { code } })
    setCodes(recovery_codes)
    begin.reset()
    await factorsChanged()
  }
  async function takeAway(code: string) {
    await remove.mutateAsync({ body: { code } })
    setRemoving(false)
    setCodes(undefined)
    await factorsChanged()
  }

  return (
    <Card title="Two-step sign-in">
      <div className={styles.stack}>
        <p>
          {totp
            ? `An authenticator app is set up. ${left} of 10 recovery codes are left.`
            : 'With an authenticator app, a stolen password alone signs nobody in.'}
        </p>
        {codes && <RecoveryCodes codes={codes} />}
        <FormAlert>{begin.error && detailOf(begin.error, failed)}</FormAlert>
        {totp ? (
          <Button onClick={() => setRemoving(true)}>Remove the app</Button>
        ) : (
          <Button variant="primary" busy={begin.isPending} busyText="Starting..." onClick={() => begin.mutate({})}>
            Set up an authenticator app
          </Button>
        )}
      </div>
      {begin.data && (
        <CodeDialog
          title="Set up an authenticator app"
          submit="Confirm"
          busyText="Confirming..."
          send={finish}
          onClose={begin.reset}
        >
          <AuthenticatorKey {...begin.data} />
        </CodeDialog>
      )}
      {isRemoving && (
        <CodeDialog
          title="Remove the authenticator app"
          submit="Remove"
          busyText="Removing..."
          send={takeAway}
          onClose={() => setRemoving(false)}
        >
          <p>Enter a code of the app or a recovery code. The recovery codes are void after that.</p>
        </CodeDialog>
      )}
    </Card>
  )
}

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <>
    <p>
      <strong>Keep these recovery codes in a safe place: they are not shown again.</strong> Each signs you in once
      without the app.
    </p>
    <ul className={styles.codes} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </>
)
