import { useMutation } from '@tanstack/react-query'
import { resetFactors } from '#shared/api/factors.ts'
import { readRun } from '#shared/api/runs.ts'
import { endSessionsOfUser, listUsers } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { newUser } from '#shared/model/account-forms.ts'
import type { Role } from '#shared/model/role.ts'
import { activeStateLabel, userStateLabels } from '#shared/rules/user-states.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, conflictAsFieldProblem, errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, useApiMutation, useApiQuery } from '../../lib/api/queries.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import { useFormDraft } from '../../lib/forms/form-drafts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import type { RowRefusalState } from '../../lib/forms/use-row-refusal.ts'
import { useToday } from '../../lib/session/clock.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField, CheckboxGroupField } from '../../ui/choice.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/form.tsx'
import { StaticNotice } from '../../ui/form-alert.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { administrationFormFailureText, administrationFailureTexts as failures } from './administration-failures.ts'
import { leavingText } from './leaving-text.ts'
import { useSaveUser } from './use-user-changes.ts'
import styles from './users.module.css'

interface UserDialogProps {
  /** The user to edit; undefined for an invitation. */
  user: User | undefined
  roles: readonly Role[]
  /** The refusals that are shown at the rows of the list. */
  refusals: RowRefusalState
  onClose: () => void
}

/** The state of the form that invites or edits a user. */
function useUserForm({ user, refusals, onClose }: Omit<UserDialogProps, 'roles'>) {
  const save = useSaveUser(user, refusals)
  const draft = useFormDraft('user', user?.id)
  return useForm(newUser(), {
    draft,
    initial: {
      full_name: user?.full_name ?? '',
      email: user?.email ?? '',
      phone: user?.phone ?? '',
      roles: user?.roles ?? [],
      is_tenant_admin: user?.is_tenant_admin ?? false,
      is_active: user?.is_active ?? true,
      send_invitation: true,
    },
    failureText: administrationFormFailureText,
    onSubmit: async (fields) => {
      try {
        accountAndAdminToast.success(await save(fields))
        onClose()
      } catch (error) {
        if (error instanceof CallError) accountAndAdminToast.error(errorDetail(error, failures.operation))
        // The form cannot change the email address of an existing user, so a conflict does not concern that field.
        throw user ? error : conflictAsFieldProblem('email', error)
      }
    },
  })
}

export function UserDialog({ user, roles, refusals, onClose }: UserDialogProps) {
  const { user: me } = useSignedInSession()
  const form = useUserForm({ user, refusals, onClose })
  return (
    <FormDialog
      title={user ? 'Edit User' : 'Invite New User'}
      form={form}
      submit={user ? 'Save changes' : 'Invite user'}
      busyText={user ? 'Saving...' : 'Inviting...'}
      onClose={onClose}
    >
      <Field form={form} name="full_name" label="Full name" autoComplete="off" />
      <Field
        form={form}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={Boolean(user)}
      />
      <Field
        form={form}
        name="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint="Colleagues can call this number from the board and the run."
        optional
      />
      {roles.length > 0 && (
        <CheckboxGroupField
          form={form}
          name="roles"
          label="Roles"
          options={roles.map(({ id, name, description }) => ({ value: id, label: name, hint: description }))}
        />
      )}
      <CheckboxField form={form} name="is_tenant_admin" label="Tenant administrator" />
      <CheckboxField form={form} name="is_active" label={activeStateLabel(true)} />
      {user?.is_active && !form.values.is_active && <LeavingNotice user={user} />}
      {!user && <CheckboxField form={form} name="send_invitation" label="Send invitation email" />}
      {user && user.id !== me.id && user.state === userStateLabels.active && (
        <>
          <SignOutEverywhereButton user={user} />
          <ResetFactorsButton user={user} />
        </>
      )}
    </FormDialog>
  )
}

/**
 * The button that ends all sessions that a user has in this organization, for example after a phone was lost. Sessions in other
 * organizations go on.
 */
function SignOutEverywhereButton({ user }: { user: User }) {
  const { mutate, isPending, isSuccess, error } = useApiMutation(endSessionsOfUser)
  const message = error
    ? errorDetail(error, failures.operation)
    : isSuccess && `${user.full_name} has been signed out everywhere.`
  return (
    <div className={styles.resend}>
      <LiveRegion role="status" className="muted small">
        {message}
      </LiveRegion>
      <Button
        size="small"
        busy={isPending}
        busyText="Signing out..."
        onClick={() => mutate({ params: { id: user.id } })}
      >
        Sign out everywhere
      </Button>
    </div>
  )
}

/** The button that removes a user's second factors, for a user who has lost both phone and recovery codes. */
function ResetFactorsButton({ user: { id, full_name } }: { user: User }) {
  const ask = useConfirm()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(resetFactors, { params: { id } }),
    onSuccess: () => invalidate(listUsers),
  })
  const outcome = error
    ? errorDetail(error, failures.operation)
    : isSuccess && `${full_name} can now sign in without a second step.`

  async function reset() {
    const text = `This removes ${full_name}’s authenticator app, recovery codes and passkeys, and signs them out everywhere.`
    if (await ask({ title: 'Reset two-step sign-in?', text, confirm: 'Reset', danger: true })) mutate()
  }
  return (
    <div className={styles.resend}>
      <LiveRegion role="status" className="muted small">
        {outcome}
      </LiveRegion>
      <Button size="small" busy={isPending} busyText="Resetting..." onClick={() => void reset()}>
        Reset two-step sign-in
      </Button>
    </div>
  )
}

/** Says what is in the car of a user who is about to be deactivated, and what happens to their deliveries. */
function LeavingNotice({ user }: { user: User }) {
  const read = useApiQuery(readRun, { params: { date: useToday(), user_id: user.id } }, { retry: false })
  const text = read.isPending ? '' : leavingText(user, read.data)
  return text && <StaticNotice>{text}</StaticNotice>
}
