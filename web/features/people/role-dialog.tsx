import { createRole, listRoles, updateRole } from '#shared/api/users.ts'
import type { Role } from '#shared/model/role.ts'
import { type RoleForm, roleForm } from '#shared/model/role-forms.ts'
import { CallError, conflictAsFieldProblem, errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import { useFormDraft } from '../../lib/forms/form-drafts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { CheckboxGroupField } from '../../ui/choice.tsx'
import { Field, TextAreaField } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { administrationFormFailureText, administrationFailureTexts as failures } from './administration-failures.ts'
import { groupPermissionsByProduct, type ListedPermission } from './permission-groups.ts'
import styles from './roles.module.css'

interface RoleDialogProps {
  /** The role to edit; undefined for a new role. */
  role: Role | undefined
  permissions: readonly ListedPermission[]
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
    failureText: administrationFormFailureText,
    onSubmit: async (fields) => {
      try {
        await save(fields)
        accountAndAdminToast.success(role ? 'Role updated successfully' : 'Role created successfully')
        void invalidate(listRoles)
        onClose()
      } catch (error) {
        if (error instanceof CallError) accountAndAdminToast.error(errorDetail(error, failures.operation))
        throw conflictAsFieldProblem('name', error)
      }
    },
  })

  return (
    <FormDialog
      title={title}
      form={form}
      submit={role ? 'Update role' : 'Create role'}
      busyText="Saving..."
      size="wide"
      onClose={onClose}
    >
      <Field form={form} name="name" label="Role name" autoComplete="off" />
      <TextAreaField form={form} name="description" label="Description" rows={2} optional />
      <div className={styles.permissions}>
        {groupPermissionsByProduct(permissions).map(({ product, heading, permissions }) => (
          <CheckboxGroupField
            key={product}
            form={form}
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
    </FormDialog>
  )
}
