import { createRole, listRoles, updateRole } from '#shared/api/users.ts'
import { type Role, type RoleForm, roleForm } from '#shared/model/role.ts'
import { administrationFailures as failures } from '../../lib/administration-failures.ts'
import { CallError, detailOf } from '../../lib/call-error.ts'
import { useFormDraft } from '../../lib/form-drafts.ts'
import { invalidate, useApiMutation } from '../../lib/queries.ts'
import { sessionToast } from '../../lib/toast.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { CheckGroupField } from '../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Form, TextAreaField } from '../../ui/form.tsx'
import { useMayLeave } from '../../ui/use-may-leave.ts'
import { type Permission, permissionsByModule } from './permission-groups.ts'
import styles from './roles.module.css'

interface RoleDialogProps {
  /** Which to edit; none creates one. */
  role: Role | undefined
  permissions: readonly Permission[]
  onClose: () => void
}

function useSave(role: Role | undefined) {
  const create = useApiMutation(createRole)
  const update = useApiMutation(updateRole)
  return (body: RoleForm) =>
    role ? update.mutateAsync({ params: { id: role.id }, body }) : create.mutateAsync({ body })
}

export function RoleDialog({ role, permissions, onClose }: RoleDialogProps) {
  const save = useSave(role)
  const title = role ? 'Edit Role' : 'Create New Role'
  const draft = useFormDraft('role', role?.id)
  const form = useForm(roleForm(), {
    draft,
    initial: {
      name: role?.name ?? '',
      description: role?.description ?? '',
      permissions: role?.permissions ?? [],
    },
    failureText: (error) => detailOf(error, failures.operation),
    onSubmit: async (fields) => {
      try {
        await save(fields)
        sessionToast.success(role ? 'Role updated successfully' : 'Role created successfully')
        void invalidate(listRoles)
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
    <Dialog title={title} onClose={() => void close()} size="wide" fullOnPhone>
      <Form form={form} label={title}>
        <Field name="name" label="Role name" autoComplete="off" required />
        <TextAreaField name="description" label="Description" rows={2} />
        <div className={styles.permissions}>
          {permissionsByModule(permissions).map(({ product, heading, permissions }) => (
            <CheckGroupField
              key={product}
              name="permissions"
              label={heading}
              options={permissions.map(({ key, name, description }) => ({
                value: key,
                label: name,
                hint: description,
              }))}
            />
          ))}
        </div>
        <DialogActions>
          <Button onClick={() => void close()}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText="Saving...">
            {role ? 'Update role' : 'Create role'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
