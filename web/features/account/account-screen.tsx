import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { connectGoogle } from '#shared/api/auth.ts'
import type { AnswerOf } from '#shared/api/contract.ts'
import { readFactors } from '#shared/api/factors.ts'
import { changePassword, endOneSession, endOtherSessions, listSessions } from '#shared/api/sessions.ts'
import { passwordChange } from '#shared/model/account-forms.ts'
import { secondStepMissingText } from '#shared/rules/sign-in-refusals.ts'
import { call } from '../../lib/api/call.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, readAhead, useApiMutation, useApiQuery } from '../../lib/api/queries.ts'
import { formatDateTime } from '../../lib/browser/format.ts'
import { areShortcutsOn, setShortcutsOn } from '../../lib/browser/shortcuts-choice.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { InstantCheckbox } from '../../ui/choice.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Form } from '../../ui/form.tsx'
import { FormAlert, StaticNotice } from '../../ui/form-alert.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { uniqueRowNamer } from '../../ui/row-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './account.module.css'
import { GoogleButton } from './google-button.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { TwoStepCard } from './two-step.tsx'

export const preloadData: DataPreload = () => Promise.all([readAhead(readFactors, {}), readAhead(listSessions, {})])

/**
 * The page `/account`: the user's organisations, ways to sign in, signed-in devices and keyboard shortcuts. While a second step is
 * required but not set up, it shows only the user's organisations and the cards with which the user can set up a second step.
 */
export function AccountScreen() {
  const { user } = useSignedInSession()
  const factors = useApiQuery(readFactors, {})
  // The page waits for them, because what they say above the cards would move the cards.
  if (factors.isPending)
    return (
      <PageFrame title="Account">
        <Skeleton label="Loading your sign-in settings..." lines={12} />
      </PageFrame>
    )
  return (
    <PageFrame title="Account">
      <div className={styles.cards}>
        {user.second_step_needed && (
          <StaticNotice>{secondStepMissingText}. Your organization requires it.</StaticNotice>
        )}
        {factors.data?.mail_arrives === false && (
          <StaticNotice>Our emails to {user.email} aren’t getting through</StaticNotice>
        )}
        <Card title="You">
          <p>
            {user.full_name}
            <br />
            {user.email}
          </p>
          <h3>Organizations</h3>
          <ul className={styles.list}>
            {user.organisations.map(({ tenant_id, name }) => (
              <li key={tenant_id}>{name}</li>
            ))}
          </ul>
        </Card>
        {factors.data ? (
          <>
            <TwoStepCard factors={factors.data} />
            <PasskeysCard factors={factors.data} />
          </>
        ) : (
          <FailedState message="Failed to load your sign-in settings" onRetry={() => void factors.refetch()} />
        )}
        {!user.second_step_needed && (
          <>
            <PasswordChangeForm />
            <GoogleConnectionCard />
            <SignedInDevices />
            <KeyboardShortcutsCard />
          </>
        )}
      </div>
    </PageFrame>
  )
}

/** Connects the Google account that has the user's email address, in place of a Google account that was connected before. */
function GoogleConnectionCard() {
  const { mutate, error } = useMutation({
    mutationFn: (token: string) => call(connectGoogle, { body: { token } }),
    onSuccess: async () => {
      accountAndAdminToast.success('Google connected')
      await invalidate(readFactors)
    },
  })
  return (
    <GoogleButton text="continue_with" onCredential={(token) => mutate(token)}>
      {(button) => (
        <Card title="Google">
          <div className={styles.stack}>
            <p>Connect the Google account with your email address, then use it to sign in.</p>
            <div className={styles.google}>{button}</div>
            <FormAlert>{error && errorDetail(error, 'Failed to connect Google. Please try again.')}</FormAlert>
          </div>
        </Card>
      )}
    </GoogleButton>
  )
}

/** Switches the single-key shortcuts on or off in this browser. */
function KeyboardShortcutsCard() {
  const [isOn, setOn] = useState(areShortcutsOn)

  function choose(on: boolean) {
    setShortcutsOn(on)
    setOn(on)
  }
  return (
    <Card title="Keyboard">
      <InstantCheckbox label="Keyboard shortcuts" checked={isOn} onChange={choose} />
      <p className="muted small">
        Shortcuts are single keys, such as / and n. This choice applies to this browser only. Press ? to see all
        shortcuts.
      </p>
    </Card>
  )
}

type Session = AnswerOf<typeof listSessions>[number]

const deviceOf = ({ device }: Session) => device || 'Unknown device'

interface DeviceProps {
  session: Session
  /** The device's name, with a number if several sessions have the same one. */
  name: string
  isEnding: boolean
  onEnd: () => void
}

function Device({ session, name, isEnding, onEnd }: DeviceProps) {
  const { place, last_used_at, current } = session
  return (
    <li className={styles.row}>
      <div>
        {deviceOf(session)} {current && <Badge tone="green">This device</Badge>}
        <br />
        <span className="muted small">
          {[place, `last used ${formatDateTime(last_used_at)}`].filter(Boolean).join(' · ')}
        </span>
      </div>
      {!current && (
        <Button size="small" busy={isEnding} aria-label={`Sign out ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}

/** The account's sessions. Each session except the current one has a button that ends it. */
function SignedInDevices() {
  const sessions = useApiQuery(listSessions, {})
  const onSuccess = () => invalidate(listSessions)
  const ending = useApiMutation(endOneSession, { onSuccess })
  const others = useApiMutation(endOtherSessions, { onSuccess })
  const nameOf = uniqueRowNamer(sessions.data ?? [], deviceOf)
  const error = ending.error ?? others.error
  return (
    <Card title="Signed-in devices">
      <div className={styles.stack}>
        <FormAlert>{error && errorDetail(error, 'Something went wrong. Please try again.')}</FormAlert>
        {sessions.data ? (
          <ul className={styles.list}>
            {sessions.data.map((session) => (
              <Device
                key={session.id}
                session={session}
                name={nameOf(session)}
                isEnding={ending.isPending && ending.variables.params.id === session.id}
                onEnd={() => ending.mutate({ params: { id: session.id } })}
              />
            ))}
          </ul>
        ) : sessions.isError ? (
          <FailedState message="Failed to load your devices" onRetry={() => void sessions.refetch()} />
        ) : (
          <Skeleton label="Loading your devices..." />
        )}
        {(sessions.data?.length ?? 0) > 1 && (
          <Button busy={others.isPending} busyText="Signing out..." onClick={() => others.mutate({})}>
            Sign out all other devices
          </Button>
        )}
      </div>
    </Card>
  )
}

/** The form that changes the password. It asks for the current password. The change ends all other sessions of the account. */
function PasswordChangeForm() {
  const change = useApiMutation(changePassword)
  const initial = { current_password: '', new_password: '', confirm_password: '' }
  const form = useForm(passwordChange(), {
    initial,
    failureText: (error) =>
      error.problems.length > 0 ? '' : errorDetail(error, 'Something went wrong. Please try again.'),
    onSubmit: async (body) => {
      await change.mutateAsync({ body })
      accountAndAdminToast.success('Password changed. You’ve been signed out everywhere else.')
      await invalidate(listSessions)
    },
  })
  return (
    <Card title="Password">
      <Form form={form} label="Change the password">
        <PasswordField form={form} name="current_password" label="Current password" autoComplete="current-password" />
        <PasswordField form={form} name="new_password" label="New password" autoComplete="new-password" />
        <PasswordField form={form} name="confirm_password" label="Confirm password" autoComplete="new-password" />
        <div>
          <Button type="submit" busy={form.busy} busyText="Changing...">
            Change password
          </Button>
        </div>
      </Form>
    </Card>
  )
}
