import { useState } from 'react'
import { listRoles, listUsers } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { useFailureToast } from '../../lib/browser/toast.ts'
import { tabletMediaQuery } from '../../lib/browser/use-media.ts'
import { useOpenedRecord } from '../../lib/forms/form-drafts.ts'
import { useRowRefusal } from '../../lib/forms/use-row-refusal.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { PlusIcon } from '../../ui/desk-icons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { QueryList } from '../../ui/query-list.tsx'
import { administrationFailureTexts as failures } from './administration-failures.ts'
import { useUserChanges } from './use-user-changes.ts'
import { UserDialog } from './user-dialog.tsx'
import { editBlockReason, UserCard, userColumns } from './user-rows.tsx'
import styles from './users.module.css'

const InviteSeveral = lazyComponent(async () => (await import('./invite-several.tsx')).InviteSeveralDialog, {
  waiting: () => null,
})

const texts = { loading: 'Loading users...', failed: failures.users, outdated: failures.users }

export const preloadData: DataPreload = () => Promise.all([readAhead(listUsers, {}), readAhead(listRoles, {})])

/** The page `/admin/users`: the people of the organization. */
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
  const tools = { roles: roles.data, onEdit: open, ...useUserChanges(refusals) }

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
      <QueryList
        query={users}
        rows={users.data}
        label="Users"
        texts={texts}
        failure={roles.isError && roles.data && failures.roles}
        empty={<EmptyState title="No users found" />}
        nameOf={({ full_name }) => full_name}
        columns={userColumns(tools)}
        tableClassName={styles.table}
        cardsOn={tabletMediaQuery}
        card={(user, name, refusal) => <UserCard user={user} name={name} tools={tools} refusal={refusal} />}
        refusals={refusals}
      />
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
