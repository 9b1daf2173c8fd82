import { type ComponentProps, useState } from 'react'
import { listRoles, listUsers } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { useFailureToast } from '../../lib/browser/toast.ts'
import { tabletMediaQuery, useMediaQuery } from '../../lib/browser/use-media.ts'
import { useOpenedRecord } from '../../lib/forms/form-drafts.ts'
import { type RowRefusalState, useRowRefusal } from '../../lib/forms/use-row-refusal.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { PlusIcon } from '../../ui/desk-icons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { administrationFailureTexts as failures } from './administration-failures.ts'
import { useDeleteUser } from './use-delete-user.ts'
import { useInvitationChanges } from './use-invitation-changes.ts'
import { UserCards } from './user-cards.tsx'
import { UserDialog } from './user-dialog.tsx'
import { editBlockReason } from './user-facts.tsx'
import { UserTable } from './user-table.tsx'

const InviteSeveral = lazyComponent(async () => (await import('./invite-several.tsx')).InviteSeveralDialog, {
  waiting: () => null,
})

export const preloadData: DataPreload = () => Promise.all([readAhead(listUsers, {}), readAhead(listRoles, {})])

/** The page `/admin/users`: the people of the organisation. */
export function UsersScreen() {
  const users = useApiQuery(listUsers, {})
  const roles = useApiQuery(listRoles, {})
  useFailureToast(users, failures.users)
  useFailureToast(roles, failures.roles)
  const [opened, setOpened] = useOpenedRecord<User>('user', users.data)
  const [isSeveral, setSeveral] = useState(false)
  const refusals = useRowRefusal()

  function open(user: User | 'new') {
    refusals.clear()
    setOpened(user)
  }

  function content() {
    if (!users.data)
      return users.isError ? (
        <FailedState message={failures.users} onRetry={() => void users.refetch()} />
      ) : (
        <Skeleton label="Loading users..." />
      )
    if (users.data.length === 0) return <EmptyState title="No users found" />
    return (
      <>
        <FormAlert>{users.isError ? failures.users : roles.isError && roles.data && failures.roles}</FormAlert>
        <UserRows users={users.data} roles={roles.data} onEdit={open} refusals={refusals} />
      </>
    )
  }

  return (
    <PageFrame
      title="Users"
      actions={
        <>
          <GuardedButton whyNot={editBlockReason(roles.data)} onClick={() => setSeveral(true)}>
            Invite several
          </GuardedButton>
          <GuardedButton variant="primary" whyNot={editBlockReason(roles.data)} onClick={() => open('new')}>
            <PlusIcon /> Invite User
          </GuardedButton>
        </>
      }
    >
      {roles.isError && !roles.data && <FailedState message={failures.roles} onRetry={() => void roles.refetch()} />}
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
    </PageFrame>
  )
}

interface UserRowsProps extends Pick<ComponentProps<typeof UserTable>, 'users' | 'roles' | 'onEdit'> {
  refusals: RowRefusalState
}

function UserRows({ refusals, ...shown }: UserRowsProps) {
  const askAndDelete = useDeleteUser(refusals)
  const invitations = useInvitationChanges(refusals)
  const TableOrCards = useMediaQuery(tabletMediaQuery) ? UserCards : UserTable
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
