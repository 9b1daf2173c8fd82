import { changePassword, listSessions } from '#shared/api/sessions.ts'
import { passwordChange } from '#shared/model/account-forms.ts'
import { errorDetail } from '../../../lib/api/call-error.ts'
import { invalidate, useApiMutation } from '../../../lib/api/queries.ts'
import { accountAndAdminToast } from '../../../lib/browser/toast.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'

/** The form that changes the password. It asks for the current password. The change ends all other sessions of the account. */
export function PasswordChangeForm() {
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
