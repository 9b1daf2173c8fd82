import { useState } from 'react'
import { listRoles, listUsers } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { administrationFailures as failures } from '../../lib/administration-failures.ts'
import { useApiQuery } from '../../lib/queries.ts'
import { useFailureToast } from '../../lib/use-failure-toast.ts'
import { tablet, useMedia } from '../../lib/use-media.ts'
import { useRefusals } from '../../lib/use-refusals.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failed } from '../../ui/failed.tsx'
import { FormAlert } from '../../ui/form.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDeleteUser } from './use-delete-user.ts'
import { UserCards } from './user-cards.tsx'
import { UserDialog } from './user-dialog.tsx'
import { UserTable } from './user-table.tsx'

/** The people of the organisation: `/admin/users`. */
export function UsersScreen() {
  const users = useApiQuery(listUsers, {})
  const roles = useApiQuery(listRoles, {})
  useFailureToast(users, failures.users)
  useFailureToast(roles, failures.roles)
  const [opened, setOpened] = useState<User | 'new'>()
  const refusals = useRefusals()
  const askAndDelete = useDeleteUser(refusals)
  const Rows = useMedia(tablet) ? UserCards : UserTable

  function open(user: User | 'new') {
    refusals.clear()
    setOpened(user)
  }

  function content() {
    if (users.data && roles.data) {
      if (users.data.length === 0) return <Empty title="No users found" />
      return (
        <>
          <FormAlert>{users.isError ? failures.users : roles.isError && failures.roles}</FormAlert>
          <Rows
            users={users.data}
            roles={roles.data}
            onEdit={open}
            onDelete={(user) => void askAndDelete(user)}
            refusalOf={({ id }) => refusals.of(id)}
          />
        </>
      )
    }
    if (users.isError) return <Failed message={failures.users} onRetry={() => void users.refetch()} />
    if (roles.isError) return <Failed message={failures.roles} onRetry={() => void roles.refetch()} />
    return <Skeleton label="Loading users..." />
  }

  return (
    <Page
      title="Users"
      actions={
        <GuardedButton
          variant="primary"
          whyNot={roles.data ? undefined : 'The roles are not loaded yet'}
          onClick={() => open('new')}
        >
          <PlusIcon /> Invite User
        </GuardedButton>
      }
    >
      {content()}
      {opened && roles.data && (
        <UserDialog
          user={opened === 'new' ? undefined : opened}
          roles={roles.data}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  )
}
