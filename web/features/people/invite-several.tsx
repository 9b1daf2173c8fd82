import { useState } from 'react'
import { createUsers, listUsers } from '#shared/api/users.ts'
import type { Role } from '#shared/model/role.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SelectField } from '../../ui/select.tsx'
import { administrationFormFailureText } from './administration-failures.ts'
import { invitationForm } from './invitation-form.ts'
import { type InvitedPerson, readInvitations } from './read-invitations.ts'

interface Refused extends InvitedPerson {
  detail: string
}

/**
 * The dialog that invites many people at once. Before sending, it reports the lines that it cannot parse; afterwards, it lists the
 * people whom the server refused.
 */
export function InviteSeveralDialog({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const { mutateAsync } = useApiMutation(createUsers)
  const [refused, setRefused] = useState<readonly Refused[]>()
  const form = useForm(invitationForm(), {
    initial: { lines: '', role: '' },
    failureText: administrationFormFailureText,
    onSubmit: async ({ lines, role }) => {
      const { people } = readInvitations(lines)
      const given = role ? [role] : []
      const results = await mutateAsync({ body: { users: people.map((person) => ({ ...person, roles: given })) } })
      void invalidate(listUsers)
      const left = results.flatMap((result, i) => {
        const person = people[i]
        return !result.ok && person ? [{ ...person, detail: result.detail }] : []
      })
      const invited = results.length - left.length
      if (invited > 0) accountAndAdminToast.success(invited === 1 ? '1 person invited' : `${invited} people invited`)
      if (left.length > 0) setRefused(left)
      else onClose()
    },
  })

  if (refused)
    return (
      <Dialog title="Not invited" onClose={onClose}>
        <ul>
          {refused.map(({ full_name, email, detail }) => (
            <li key={email}>
              {full_name} ({email}): {detail}
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <FormDialog title="Invite several users" form={form} submit="Invite" busyText="Inviting..." onClose={onClose}>
      <TextAreaField
        form={form}
        name="lines"
        label="People"
        rows={8}
        hint="Up to 50, one per line or as copied from an email. Example: Ana Bell <ana@pharmacy.example>. A missing name is taken from the address."
      />
      <SelectField
        form={form}
        name="role"
        label="Role"
        placeholder="No role"
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        optional
      />
    </FormDialog>
  )
}
