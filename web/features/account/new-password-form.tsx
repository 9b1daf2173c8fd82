import { type ReactNode, useId } from 'react'
import { passwordForm } from '#shared/model/account-forms.ts'
import { passwordRules } from '#shared/rules/password.ts'
import { passwordStrength } from '#shared/rules/password-strength.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { Form } from '../../ui/form.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { Meter } from '../../ui/meter.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

interface NewPasswordFormProps<A> {
  /** The label of the first field. */
  label: string
  button: string
  busyText: string
  /** The message for a failure for which the server gives no reason. */
  failureText: string
  send: (fields: { password: string; confirm_password: string }) => Promise<A>
  /** Called with what `send` resolves to. */
  onDone: (answer: A) => void
  /** Called with the reason if the link is not valid. */
  onUnusable: (detail: string) => void
  /** Shown above the fields, for example whose password it is. */
  children?: ReactNode
}

const listeningPauseMs = 1000

const tones = { 'Very Weak': 'bad', Weak: 'bad', Good: 'fair', Strong: 'good' } as const

/** The fields for a new password and its repetition, with a strength bar, a checklist, and a note when the two are equal. */
export function NewPasswordForm<A>(props: NewPasswordFormProps<A>) {
  const { label, button, busyText, failureText, send, onDone, onUnusable, children } = props
  const form = useForm(passwordForm(), {
    initial: { password: '', confirm_password: '' },
    isLive: true,
    failureText: (error) => errorDetail(error, failureText),
    onSubmit: async (fields) => {
      try {
        onDone(await send(fields))
      } catch (error) {
        if (error instanceof CallError && error.status === 400) onUnusable(error.detail)
        throw error
      }
    },
  })
  const { password, confirm_password } = form.values
  const { strength, filled } = passwordStrength(password)
  const listId = useId()
  const items = passwordRules.map(({ name, label, holds }) => ({ key: name, label, isMet: holds(password) }))
  // Screen readers announce the rating when the user pauses, not at every key.
  const judged = useDebounced(password, listeningPauseMs)
  const met = passwordRules.filter(({ holds }) => holds(judged)).length
  const isRepeated = password !== '' && password === confirm_password

  return (
    <Form form={form} label="Choose a password">
      {children}
      <PasswordField form={form} name="password" label={label} autoComplete="new-password" describedBy={listId} />
      {password && <Meter label="Password strength" value={filled} text={strength} tone={tones[strength]} />}
      <Checklist id={listId} label="Your password needs" items={items} />
      <LiveRegion role="status" className="unseen">
        {judged && `${met} of ${items.length} met, ${passwordStrength(judged).strength}`}
      </LiveRegion>
      <PasswordField
        form={form}
        name="confirm_password"
        label="Confirm password"
        autoComplete="new-password"
        hint={isRepeated && <LiveRegion role="status">Passwords match</LiveRegion>}
      />
      <Button type="submit" variant="primary" wide busy={form.busy} busyText={busyText}>
        {button}
      </Button>
    </Form>
  )
}
