import { listPermissions, listRoles } from '#shared/api/users.ts'
import type { Role } from '#shared/model/role.ts'
import { readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { useFailureToast } from '../../lib/browser/toast.ts'
import { useOpenedRecord } from '../../lib/forms/form-drafts.ts'
import { type RowRefusalState, useRowRefusal } from '../../lib/forms/use-row-refusal.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { PlusIcon } from '../../ui/desk-icons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { administrationFailureTexts as failures } from './administration-failures.ts'
import { RoleCard } from './role-card.tsx'
import { RoleDialog } from './role-dialog.tsx'
import styles from './roles.module.css'
import { useDeleteRole } from './use-delete-role.ts'

export const preloadData: DataPreload = () => Promise.all([readAhead(listRoles, {}), readAhead(listPermissions, {})])

/** The page `/admin/roles`: the roles and their permissions. */
export function RolesScreen() {
  const roles = useApiQuery(listRoles, {})
  const permissions = useApiQuery(listPermissions, {})
  useFailureToast(roles, failures.roles)
  useFailureToast(permissions, failures.permissions)
  const [opened, setOpened] = useOpenedRecord('role', roles.data)
  const refusals = useRowRefusal()

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
      <RoleList
        query={roles}
        failure={permissions.isError && permissions.data ? failures.permissions : undefined}
        whyNotEdit={whyNotEdit}
        onEdit={open}
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

interface RoleListProps extends Omit<RoleCardsProps, 'roles'> {
  query: ReturnType<typeof useApiQuery<typeof listRoles>>
  /** The message that the permissions could not be read again; undefined if there is no such failure. */
  failure: string | undefined
}

function RoleList({ query, failure, ...cards }: RoleListProps) {
  const { data, isError, refetch } = query
  if (!data && isError) return <FailedState message={failures.roles} onRetry={() => void refetch()} />
  if (!data) return <Skeleton label="Loading roles..." />
  if (data.length === 0)
    return (
      <EmptyState title="No roles found">
        <p className="muted">Create a role to choose what its users can do.</p>
      </EmptyState>
    )
  return (
    <>
      <FormAlert>{isError ? failures.roles : failure}</FormAlert>
      <RoleCards roles={data} {...cards} />
    </>
  )
}

interface RoleCardsProps {
  roles: readonly Role[]
  whyNotEdit: string | undefined
  onEdit: (role: Role) => void
  refusals: RowRefusalState
}

function RoleCards({ roles, whyNotEdit, onEdit, refusals }: RoleCardsProps) {
  const askAndDelete = useDeleteRole(refusals)
  return (
    <ul aria-label="Roles" className={styles.cards}>
      {roles.map((role) => (
        <li key={role.id}>
          <RoleCard
            role={role}
            whyNotEdit={whyNotEdit}
            onEdit={onEdit}
            onDelete={(role) => void askAndDelete(role)}
            refusal={refusals.of(role.id)}
          />
        </li>
      ))}
    </ul>
  )
}
