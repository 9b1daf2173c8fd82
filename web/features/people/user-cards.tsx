import { formatLocaleDate } from '../../lib/browser/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DeleteIcon, EditIcon } from '../../ui/desk-icons.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { uniqueRowNamer } from '../../ui/row-names.ts'
import { InvitationActions } from './invitation-actions.tsx'
import { editBlockReason, RoleChips, UserIdentity, type UserRowsProps, UserStatus } from './user-facts.tsx'
import styles from './users.module.css'

/** The users as cards, for screens too narrow for the table. */
export function UserCards({ users, roles, onEdit, onDelete, onResend, onWithdraw, refusalOf }: UserRowsProps) {
  const nameOf = uniqueRowNamer(users, ({ full_name }) => full_name)
  return (
    <ul aria-label="Users" className={styles.cards}>
      {users.map((user) => (
        <li key={user.id}>
          <Card>
            <UserIdentity user={user} />
            <RoleChips user={user} roles={roles} />
            <div className={styles.foot}>
              <UserStatus user={user} />
              <span className="muted small tabular">Created {formatLocaleDate(user.created_at)}</span>
            </div>
            <div className={styles.actions}>
              <InvitationActions user={user} name={nameOf(user)} onResend={onResend} onWithdraw={onWithdraw} />
              <GuardedButton
                aria-label={`Edit ${nameOf(user)}`}
                whyNot={editBlockReason(roles)}
                onClick={() => onEdit(user)}
              >
                <EditIcon /> Edit
              </GuardedButton>
              <Button aria-label={`Delete ${nameOf(user)}`} onClick={() => onDelete(user)}>
                <DeleteIcon /> Delete
              </Button>
            </div>
            <FormAlert>{refusalOf(user)}</FormAlert>
          </Card>
        </li>
      ))}
    </ul>
  )
}
