import type { User } from '#shared/model/account.ts'
import { newUser } from '#shared/model/account.ts'
import type { Role } from '#shared/model/role.ts'
import { administrationFailures as failures } from '../../lib/administration-failures.ts'
import { CallError, detailOf } from '../../lib/call-error.ts'
import { useFormDraft } from '../../lib/form-drafts.ts'
import { useSignedIn } from '../../lib/session.ts'
import { sessionToast } from '../../lib/toast.ts'
import { useForm } from '../../lib/use-form.ts'
import { userStatus } from '../../lib/user-status.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, CheckGroupField } from '../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Form } from '../../ui/form.tsx'
import { useMayLeave } from '../../ui/use-may-leave.ts'
import { ResendInvitation } from './resend-invitation.tsx'
import { useSaveUser } from './use-save-user.ts'

interface UserDialogProps {
  /** Whom to edit; none invites somebody new. */
  user: User | undefined
  roles: readonly Role[]
  onClose: () => void
}

export function UserDialog({ user, roles, onClose }: UserDialogProps) {
  const { user: me } = useSignedIn()
  const save = useSaveUser(user)
  const title = user ? 'Edit User' : 'Invite New User'
  const draft = useFormDraft('user', user?.id)
  const form = useForm(newUser(), {
    draft,
    initial: {
      full_name: user?.full_name ?? '',
      email: user?.email ?? '',
      roles: user?.roles ?? [],
      is_tenant_admin: user?.is_tenant_admin ?? false,
      is_active: user?.is_active ?? true,
      send_invitation: true,
    },
    failureText: (error) => detailOf(error, failures.operation),
    onSubmit: async (fields) => {
      try {
        sessionToast.success(await save(fields))
        onClose()
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        sessionToast.error(detailOf(error, failures.operation))
        throw error
      }
    },
  })

  const mayLeave = useMayLeave(form)

  async function close() {
    if (await mayLeave()) onClose()
  }

  return (
    <Dialog title={title} onClose={() => void close()} fullOnPhone>
      <Form form={form} label={title}>
        <Field name="full_name" label="Full name" autoComplete="off" required />
        <Field
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={Boolean(user)}
        />
        {roles.length > 0 && (
          <CheckGroupField
            name="roles"
            label="Roles"
            options={roles.map(({ id, name, description }) => ({ value: id, label: name, hint: description }))}
          />
        )}
        <CheckField name="is_tenant_admin" label="Tenant administrator" />
        <CheckField name="is_active" label={userStatus(true)} />
        {!user && <CheckField name="send_invitation" label="Send invitation email" />}
        {user && user.id !== me.id && <ResendInvitation user={user} />}
        <DialogActions>
          <Button onClick={() => void close()}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={user ? 'Saving...' : 'Inviting...'}>
            {user ? 'Save changes' : 'Invite user'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
