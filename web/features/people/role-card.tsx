import type { Role } from '#shared/model/role.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DeleteIcon, EditIcon } from '../../ui/desk-icons.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import styles from './roles.module.css'

interface RoleCardProps {
  role: Role
  /** The reason why the role cannot be edited now; undefined if it can. */
  whyNotEdit: string | undefined
  onEdit: (role: Role) => void
  onDelete: (role: Role) => void
  /** The reason why the last attempt to delete the role was refused, or ''. */
  refusal: string
}

export function RoleCard({ role, whyNotEdit, onEdit, onDelete, refusal }: RoleCardProps) {
  const { name, description, is_system_role, permissions } = role
  const count = permissions.length === 1 ? '1 permission' : `${permissions.length} permissions`
  return (
    <Card title={name} aside={is_system_role && <Badge tone="blue">System Role</Badge>} className={styles.card}>
      <p className="muted small">{description || 'No description'}</p>
      <p className="small tabular">{count}</p>
      <div className={styles.actions}>
        <GuardedButton size="small" aria-label={`Edit ${name}`} whyNot={whyNotEdit} onClick={() => onEdit(role)}>
          <EditIcon /> Edit
        </GuardedButton>
        {!is_system_role && (
          <Button size="small" aria-label={`Delete ${name}`} onClick={() => onDelete(role)}>
            <DeleteIcon /> Delete
          </Button>
        )}
      </div>
      <FormAlert>{refusal}</FormAlert>
    </Card>
  )
}
