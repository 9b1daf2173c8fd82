import type { User } from '#shared/model/account.ts'
import type { Role } from '#shared/model/role.ts'
import { userStateLabels } from '#shared/rules/user-states.ts'
import { formatLocaleDate } from '../../lib/browser/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import type { InvitationActionsProps } from './invitation-actions.tsx'
import styles from './users.module.css'

export interface UserRowsProps extends Pick<InvitationActionsProps, 'onResend' | 'onWithdraw'> {
  users: readonly User[]
  /** Undefined until the roles have loaded; users cannot be edited before that. */
  roles: readonly Role[] | undefined
  onEdit: (user: User) => void
  onDelete: (user: User) => void
  refusalOf: (user: User) => string
}

/** Returns the reason why nobody can be invited or edited now, or undefined if it is possible. */
export const editBlockReason = (roles: UserRowsProps['roles']) => (roles ? undefined : 'Roles haven’t loaded yet')

export const UserIdentity = ({ user }: { user: User }) => (
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

export function RoleChips({ user, roles }: Pick<UserRowsProps, 'roles'> & { user: User }) {
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

export const UserStatus = ({ user: { state, invitation_ends_at, last_seen_at } }: { user: User }) => (
  <div>
    <Badge tone={stateTones[state]}>{state}</Badge>
    {invitation_ends_at && <div className="muted small">Expires {formatLocaleDate(invitation_ends_at)}</div>}
    {last_seen_at && <div className="muted small">Last seen {formatLocaleDate(last_seen_at)}</div>}
  </div>
)
