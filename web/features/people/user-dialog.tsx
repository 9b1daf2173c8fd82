import type { User } from '#shared/model/account.ts'
import { newUser } from '#shared/model/account-forms.ts'
import type { Role } from '#shared/model/role.ts'
import { activeStateLabel, userStateLabels } from '#shared/rules/user-states.ts'
import { CallError, conflictAsFieldProblem, errorDetail } from '../../lib/api/call-error.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import { useFormDraft } from '../../lib/forms/form-drafts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import type { RowRefusalState } from '../../lib/forms/use-row-refusal.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { CheckboxField, CheckboxGroupField } from '../../ui/choice.tsx'
import { Field } from '../../ui/form.tsx'
import { StaticNotice } from '../../ui/form-alert.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { administrationFormFailureText, administrationFailureTexts as failures } from './administration-failures.ts'
import { ResetFactorsButton } from './reset-factors.tsx'
import { SignOutEverywhereButton } from './sign-out-everywhere.tsx'
import { unassignedDeliveriesText } from './unassigned-deliveries-text.ts'
import { useSaveUser } from './use-save-user.ts'

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
      {user?.is_active && !form.values.is_active && unassignedDeliveriesText(user) && (
        <StaticNotice>{unassignedDeliveriesText(user)}</StaticNotice>
      )}
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
