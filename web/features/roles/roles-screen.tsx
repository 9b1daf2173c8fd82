import { useState } from 'react'
import { listPermissions, listRoles } from '#shared/api/users.ts'
import type { Role } from '#shared/model/role.ts'
import { administrationFailures as failures } from '../../lib/administration-failures.ts'
import { useApiQuery } from '../../lib/queries.ts'
import { useFailureToast } from '../../lib/use-failure-toast.ts'
import { useRefusals } from '../../lib/use-refusals.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failed } from '../../ui/failed.tsx'
import { FormAlert } from '../../ui/form.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RoleCard } from './role-card.tsx'
import { RoleDialog } from './role-dialog.tsx'
import styles from './roles.module.css'
import { useDeleteRole } from './use-delete-role.ts'

/** What each role may do: `/admin/roles`. */
export function RolesScreen() {
  const roles = useApiQuery(listRoles, {})
  const permissions = useApiQuery(listPermissions, {})
  useFailureToast(roles, failures.roles)
  useFailureToast(permissions, failures.permissions)
  const [opened, setOpened] = useState<Role | 'new'>()
  const refusals = useRefusals()
  const askAndDelete = useDeleteRole(refusals)

  function open(role: Role | 'new') {
    refusals.clear()
    setOpened(role)
  }

  function content() {
    if (roles.data && permissions.data) {
      if (roles.data.length === 0)
        return (
          <Empty title="No roles found">
            <p className="muted">Create a role to decide what its users may do.</p>
          </Empty>
        )
      return (
        <>
          <FormAlert>{roles.isError ? failures.roles : permissions.isError && failures.permissions}</FormAlert>
          <ul aria-label="Roles" className={styles.cards}>
            {roles.data.map((role) => (
              <li key={role.id}>
                <RoleCard
                  role={role}
                  onEdit={open}
                  onDelete={(role) => void askAndDelete(role)}
                  refusal={refusals.of(role.id)}
                />
              </li>
            ))}
          </ul>
        </>
      )
    }
    if (roles.isError) return <Failed message={failures.roles} onRetry={() => void roles.refetch()} />
    if (permissions.isError) return <Failed message={failures.permissions} onRetry={() => void permissions.refetch()} />
    return <Skeleton label="Loading roles..." />
  }

  return (
    <Page
      title="Roles"
      actions={
        <GuardedButton
          variant="primary"
          whyNot={permissions.data ? undefined : 'The permissions are not loaded yet'}
          onClick={() => open('new')}
        >
          <PlusIcon /> Create Role
        </GuardedButton>
      }
    >
      {content()}
      {opened && permissions.data && (
        <RoleDialog
          role={opened === 'new' ? undefined : opened}
          permissions={permissions.data}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  )
}
