import { useState } from 'react'
import { listRoles, listUsers } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import type { Role } from '#shared/model/role.ts'
import { hasYetToJoin, userStateLabels } from '#shared/rules/user-states.ts'
import { readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { formatLocaleDate } from '../../lib/browser/format.ts'
import { useFailureToast } from '../../lib/browser/toast.ts'
import { tabletMediaQuery } from '../../lib/browser/use-media.ts'
import { useOpenedRecord } from '../../lib/forms/form-drafts.ts'
import { useRowRefusal } from '../../lib/forms/use-row-refusal.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DeleteIcon, EditIcon, PlusIcon } from '../../ui/desk-icons.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { QueryList } from '../../ui/query-list.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { administrationFailureTexts as failures } from './administration-failures.ts'
import { useUserChanges } from './use-user-changes.ts'
import { UserDialog } from './user-dialog.tsx'
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

/** What all rows of the list of users have in common. */
interface UserRowTools {
  /** Undefined until the roles have loaded; users cannot be edited before that. */
  roles: readonly Role[] | undefined
  onEdit: (user: User) => void
  onDelete: (user: User) => void
  onResend: (user: User) => void
  onWithdraw: (user: User) => void
}

/** The columns of the table of users. */
const userColumns = (tools: UserRowTools): TableColumn<User>[] => [
  { key: 'user', head: 'User', isRowHead: true, cell: (user) => <UserIdentity user={user} /> },
  { key: 'roles', head: 'Roles', cell: (user) => <RoleChips user={user} roles={tools.roles} /> },
  { key: 'status', head: 'Status', cell: (user) => <UserStatus user={user} /> },
  {
    key: 'created',
    head: 'Created',
    cell: ({ created_at }) => <span className="tabular">{formatLocaleDate(created_at)}</span>,
  },
  {
    key: 'actions',
    head: 'Actions',
    align: 'right',
    cell: (user, name) => (
      <UserActions user={user} name={name} tools={tools} look={{ size: 'small', variant: 'quiet' }} />
    ),
  },
]

interface RowProps {
  user: User
  /** The user's name, extended if other users have the same name. */
  name: string
  tools: UserRowTools
}

/** A user as a card, for screens too narrow for the table. */
const UserCard = ({ user, name, tools, refusal }: RowProps & { refusal: string }) => (
  <Card>
    <UserIdentity user={user} />
    <RoleChips user={user} roles={tools.roles} />
    <div className={styles.foot}>
      <UserStatus user={user} />
      <span className="muted small tabular">Created {formatLocaleDate(user.created_at)}</span>
    </div>
    <UserActions user={user} name={name} tools={tools} />
    <FormAlert>{refusal}</FormAlert>
  </Card>
)

/** Returns the reason why no one can be invited or edited now, or undefined if it is possible. */
const editBlockReason = (roles: UserRowTools['roles']) => (roles ? undefined : 'Roles haven’t loaded yet')

const UserIdentity = ({ user }: { user: User }) => (
  <div className={styles.identity}>
    <Avatar user={user} />
    <div className={styles.who}>
      <div className={styles.name}>
        {user.full_name} {user.is_tenant_admin && <Badge tone="brand">Admin</Badge>}
      </div>
      <div className="muted small">
        <EmailAddress address={user.email} />
      </div>
    </div>
  </div>
)

function RoleChips({ user, roles }: Pick<UserRowTools, 'roles'> & { user: User }) {
  const held = roles?.filter(({ id }) => user.roles.includes(id))
  if (user.roles.length === 0 || held?.length === 0) return <span className="muted">No roles</span>
  return (
    <div className={styles.chips}>
      {held?.map(({ id, name }) => (
        <Badge key={id}>{name}</Badge>
      ))}
    </div>
  )
}

const stateTones = {
  [userStateLabels.invited]: 'blue',
  [userStateLabels.expired]: 'yellow',
  [userStateLabels.notInvited]: 'yellow',
  [userStateLabels.active]: 'green',
  [userStateLabels.inactive]: 'red',
} as const

const UserStatus = ({ user: { state, invitation_ends_at, last_seen_at } }: { user: User }) => (
  <div>
    <Badge tone={stateTones[state]}>{state}</Badge>
    {invitation_ends_at && <div className="muted small">Expires {formatLocaleDate(invitation_ends_at)}</div>}
    {last_seen_at && <div className="muted small">Last seen {formatLocaleDate(last_seen_at)}</div>}
  </div>
)

function UserActions({ user, name, tools, look }: RowProps & { look?: { size: 'small'; variant: 'quiet' } }) {
  const { roles, onEdit, onDelete, onResend, onWithdraw } = tools
  return (
    <div className={styles.actions}>
      {hasYetToJoin(user.state) && (
        <>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Resend the invitation to ${name}`}
            onClick={() => onResend(user)}
          >
            Resend
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Withdraw the invitation to ${name}`}
            onClick={() => onWithdraw(user)}
          >
            Withdraw
          </Button>
        </>
      )}
      <GuardedButton {...look} aria-label={`Edit ${name}`} whyNot={editBlockReason(roles)} onClick={() => onEdit(user)}>
        <EditIcon /> Edit
      </GuardedButton>
      <Button {...look} aria-label={`Delete ${name}`} onClick={() => onDelete(user)}>
        <DeleteIcon /> Delete
      </Button>
    </div>
  )
}
