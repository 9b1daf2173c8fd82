import { listRoles, listUsers } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { administrationFailures as failures } from '../../lib/administration-failures.ts'
import { useOpened } from '../../lib/form-drafts.ts'
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
import { whyNotEdit } from './user-facts.tsx'
import { UserTable } from './user-table.tsx'

/** The people of the organisation: `/admin/users`. */
export function UsersScreen() {
  const users = useApiQuery(listUsers, {})
  const roles = useApiQuery(listRoles, {})
  useFailureToast(users, failures.users)
  useFailureToast(roles, failures.roles)
  const [opened, setOpened] = useOpened('user', users.data)
  const refusals = useRefusals()
  const askAndDelete = useDeleteUser(refusals)
  const Rows = useMedia(tablet) ? UserCards : UserTable

  function open(user: User | 'new') {
    refusals.clear()
    setOpened(user)
  }

  function content() {
    if (!users.data)
      return users.isError ? (
        <Failed message={failures.users} onRetry={() => void users.refetch()} />
      ) : (
        <Skeleton label="Loading users..." />
      )
    if (users.data.length === 0) return <Empty title="No users found" />
    return (
      <>
        <FormAlert>{users.isError ? failures.users : roles.isError && roles.data && failures.roles}</FormAlert>
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

  return (
    <Page
      title="Users"
      actions={
        <GuardedButton variant="primary" whyNot={whyNotEdit(roles.data)} onClick={() => open('new')}>
          <PlusIcon /> Invite User
        </GuardedButton>
      }
    >
      {roles.isError && !roles.data && <Failed message={failures.roles} onRetry={() => void roles.refetch()} />}
      {content()}
      {opened && roles.data && (
        <UserDialog
          user={opened === 'new' ? undefined : opened}
          roles={roles.data}
          refusals={refusals}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  )
}
