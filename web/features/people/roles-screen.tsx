import { createRole, deleteRole, listPermissions, listRoles, updateRole } from '#shared/api/users.ts'
import type { Role } from '#shared/model/role.ts'
import { type RoleForm, roleForm } from '#shared/model/role-forms.ts'
import { CallError, conflictAsFieldProblem, errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, readAhead, useApiMutation, useApiQuery } from '../../lib/api/queries.ts'
import { accountAndAdminToast, useFailureToast } from '../../lib/browser/toast.ts'
import { useFormDraft, useOpenedRecord } from '../../lib/forms/form-drafts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { type RowRefusalState, useRowRefusal } from '../../lib/forms/use-row-refusal.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckboxGroupField } from '../../ui/choice.tsx'
import { deletionQuestion, useConfirm } from '../../ui/confirm.tsx'
import { DeleteIcon, EditIcon, PlusIcon } from '../../ui/desk-icons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Field, TextAreaField } from '../../ui/form.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { QueryList } from '../../ui/query-list.tsx'
import { administrationFormFailureText, administrationFailureTexts as failures } from './administration-failures.ts'
import { groupPermissionsByProduct, type ListedPermission } from './permission-groups.ts'
import styles from './roles.module.css'

export const preloadData: DataPreload = () => Promise.all([readAhead(listRoles, {}), readAhead(listPermissions, {})])

const texts = { loading: 'Loading roles...', failed: failures.roles, outdated: failures.roles }

/** The page `/admin/roles`: the roles and their permissions. */
export function RolesScreen() {
  const roles = useApiQuery(listRoles, {})
  const permissions = useApiQuery(listPermissions, {})
  useFailureToast(roles, failures.roles)
  useFailureToast(permissions, failures.permissions)
  const [opened, setOpened] = useOpenedRecord('role', roles.data)
  const refusals = useRowRefusal()
  const askAndDelete = useDeleteRole(refusals)

  // The form lists all permissions, so roles can be edited only once the permissions have loaded.
  const whyNotEdit = permissions.data ? undefined : 'Permissions haven’t loaded yet'

  function open(role: Role | 'new') {
    refusals.clear()
    setOpened(role)
  }

  return (
    <PageFrame
      title="Roles"
      actions={
        <GuardedButton variant="primary" whyNot={whyNotEdit} onClick={() => open('new')}>
          <PlusIcon /> Create Role
        </GuardedButton>
      }
    >
      {permissions.isError && !permissions.data && (
        <FailedState message={failures.permissions} onRetry={() => void permissions.refetch()} />
      )}
      <QueryList
        query={roles}
        rows={roles.data}
        label="Roles"
        texts={texts}
        failure={permissions.isError && permissions.data && failures.permissions}
        empty={
          <EmptyState title="No roles found">
            <p className="muted">Create a role to choose what its users can do.</p>
          </EmptyState>
        }
        card={(role, _name, refusal) => (
          <RoleCard role={role} whyNotEdit={whyNotEdit} onEdit={open} onDelete={askAndDelete} refusal={refusal} />
        )}
        cardsClassName={styles.cards}
        refusals={refusals}
      />
      {opened && permissions.data && (
        <RoleDialog
          role={opened === 'new' ? undefined : opened}
          permissions={permissions.data}
          onClose={() => setOpened(undefined)}
        />
      )}
    </PageFrame>
  )
}

interface RoleCardProps {
  role: Role
  /** The reason why the role cannot be edited now; undefined if it can. */
  whyNotEdit: string | undefined
  onEdit: (role: Role) => void
  onDelete: (role: Role) => void
  /** The reason why the last attempt to delete the role was refused, or ''. */
  refusal: string
}

function RoleCard({ role, whyNotEdit, onEdit, onDelete, refusal }: RoleCardProps) {
  const { name, description, is_system_role, permissions } = role
  const count = permissions.length === 1 ? '1 permission' : `${permissions.length} permissions`
  return (
    <Card title={name} aside={is_system_role && <Badge tone="blue">System Role</Badge>} className={styles.card}>
      <p className="muted small">{description || 'No description'}</p>
      <p className="small tabular">{count}</p>
      <div className={styles.actions}>
        <GuardedButton size="small" aria-label={`Edit ${name}`} whyNot={whyNotEdit} onClick={() => onEdit(role)}>
          <EditIcon /> Edit
        </GuardedButton>
        {!is_system_role && (
          <Button size="small" aria-label={`Delete ${name}`} onClick={() => onDelete(role)}>
            <DeleteIcon /> Delete
          </Button>
        )}
      </div>
      <FormAlert>{refusal}</FormAlert>
    </Card>
  )
}

/** Returns a function that asks whether to delete a role, and deletes it. A refusal is shown at the role. */
function useDeleteRole(refusals: RowRefusalState) {
  const confirm = useConfirm()
  const { mutate } = useApiMutation(deleteRole)

  return async ({ id, name }: Role) => {
    const agreed = await confirm(deletionQuestion('Delete Role', `the role "${name}"`))
    if (!agreed) return
    refusals.clear()
    mutate(
      { params: { id } },
      {
        onSuccess: () => accountAndAdminToast.success('Role deleted successfully'),
        onError(error) {
          accountAndAdminToast.error(errorDetail(error, failures.deletion))
          refusals.refuse(id, errorDetail(error, failures.deletion))
        },
        onSettled: () => void invalidate(listRoles),
      },
    )
  }
}

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

function RoleDialog({ role, permissions, onClose }: RoleDialogProps) {
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
