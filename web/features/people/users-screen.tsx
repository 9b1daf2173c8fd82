import { type ComponentProps, useState } from 'react'
import { listRoles, listUsers } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { useFailureToast } from '../../lib/browser/toast.ts'
import { tablet, useMedia } from '../../lib/browser/use-media.ts'
import { useOpened } from '../../lib/forms/form-drafts.ts'
import { type Refusals, useRefusals } from '../../lib/forms/use-refusals.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { PlusIcon } from '../../ui/desk-icons.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failed } from '../../ui/failed.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { administrationFailures as failures } from './administration-failures.ts'
import { useDeleteUser } from './use-delete-user.ts'
import { useInvitations } from './use-invitations.ts'
import { UserCards } from './user-cards.tsx'
import { UserDialog } from './user-dialog.tsx'
import { whyNotEdit } from './user-facts.tsx'
import { UserTable } from './user-table.tsx'

const InviteSeveral = lazyComponent(async () => (await import('./invite-several.tsx')).InviteSeveral, {
  waiting: () => null,
})

export const preloadData: DataPreload = () => Promise.all([readAhead(listUsers, {}), readAhead(listRoles, {})])

/** The page `/admin/users`: the people of the organisation. */
export function UsersScreen() {
  const users = useApiQuery(listUsers, {})
  const roles = useApiQuery(listRoles, {})
  useFailureToast(users, failures.users)
  useFailureToast(roles, failures.roles)
  const [opened, setOpened] = useOpened<User>('user', users.data)
  const [isSeveral, setSeveral] = useState(false)
  const refusals = useRefusals()

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
        <UserRows users={users.data} roles={roles.data} onEdit={open} refusals={refusals} />
      </>
    )
  }

  return (
    <Page
      title="Users"
      actions={
        <>
          <GuardedButton whyNot={whyNotEdit(roles.data)} onClick={() => setSeveral(true)}>
            Invite several
          </GuardedButton>
          <GuardedButton variant="primary" whyNot={whyNotEdit(roles.data)} onClick={() => open('new')}>
            <PlusIcon /> Invite User
          </GuardedButton>
        </>
      }
    >
      {roles.isError && !roles.data && <Failed message={failures.roles} onRetry={() => void roles.refetch()} />}
      {content()}
      {isSeveral && roles.data && <InviteSeveral roles={roles.data} onClose={() => setSeveral(false)} />}
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

interface UserRowsProps extends Pick<ComponentProps<typeof UserTable>, 'users' | 'roles' | 'onEdit'> {
  refusals: Refusals
}

function UserRows({ refusals, ...shown }: UserRowsProps) {
  const askAndDelete = useDeleteUser(refusals)
  const invitations = useInvitations(refusals)
  const TableOrCards = useMedia(tablet) ? UserCards : UserTable
  return (
    <TableOrCards
      {...shown}
      onDelete={(user) => void askAndDelete(user)}
      onResend={invitations.resend}
      onWithdraw={(user) => void invitations.withdraw(user)}
      refusalOf={({ id }) => refusals.of(id)}
    />
  )
}
