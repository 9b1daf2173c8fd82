import type { User } from '#shared/model/account.ts'
import { formatLocaleDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteIcon, EditIcon } from '../../ui/icons.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { RoleChips, UserIdentity, type UserRowsProps, UserStatus } from './user-facts.tsx'
import styles from './users.module.css'

export function UserTable({ users, roles, onEdit, onDelete }: UserRowsProps) {
  const columns: Column<User>[] = [
    { key: 'user', head: 'User', cell: (user) => <UserIdentity user={user} /> },
    { key: 'roles', head: 'Roles', cell: (user) => <RoleChips user={user} roles={roles} /> },
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
      cell: (user) => (
        <div className={styles.actions}>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Edit ${user.full_name}`}
            disabled={!roles}
            onClick={() => onEdit(user)}
          >
            <EditIcon /> Edit
          </Button>
          <Button size="small" variant="quiet" aria-label={`Delete ${user.full_name}`} onClick={() => onDelete(user)}>
            <DeleteIcon /> Delete
          </Button>
        </div>
      ),
    },
  ]
  return <Table label="Users" className={styles.table} columns={columns} rows={users} rowKey={({ id }) => id} />
}
