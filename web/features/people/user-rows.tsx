import type { User } from '#shared/model/account.ts'
import type { Role } from '#shared/model/role.ts'
import { hasYetToJoin, userStateLabels } from '#shared/rules/user-states.ts'
import { formatLocaleDate } from '../../lib/browser/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DeleteIcon, EditIcon } from '../../ui/desk-icons.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import styles from './users.module.css'

/** What all rows of the list of users have in common. */
export interface UserRowTools {
  /** Undefined until the roles have loaded; users cannot be edited before that. */
  roles: readonly Role[] | undefined
  onEdit: (user: User) => void
  onDelete: (user: User) => void
  onResend: (user: User) => void
  onWithdraw: (user: User) => void
}

/** The columns of the table of users. */
export const userColumns = (tools: UserRowTools): TableColumn<User>[] => [
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
export const UserCard = ({ user, name, tools, refusal }: RowProps & { refusal: string }) => (
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
export const editBlockReason = (roles: UserRowTools['roles']) => (roles ? undefined : 'Roles haven’t loaded yet')

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
