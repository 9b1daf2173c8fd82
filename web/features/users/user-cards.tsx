import { formatLocaleDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DeleteIcon, EditIcon } from '../../ui/icons.tsx'
import { RoleChips, UserIdentity, type UserRowsProps, UserStatus } from './user-facts.tsx'
import styles from './users.module.css'

/** The table's rows where it would not fit. */
export function UserCards({ users, roles, onEdit, onDelete }: UserRowsProps) {
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
              <Button aria-label={`Edit ${user.full_name}`} disabled={!roles} onClick={() => onEdit(user)}>
                <EditIcon /> Edit
              </Button>
              <Button aria-label={`Delete ${user.full_name}`} onClick={() => onDelete(user)}>
                <DeleteIcon /> Delete
              </Button>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
