import type { User } from '#shared/model/account.ts'
import { formatLocaleDate } from '../../lib/browser/format.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteIcon, EditIcon } from '../../ui/desk-icons.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { uniqueRowNamer } from '../../ui/row-names.ts'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { InvitationActions } from './invitation-actions.tsx'
import { editBlockReason, RoleChips, UserIdentity, type UserRowsProps, UserStatus } from './user-facts.tsx'
import styles from './users.module.css'

export function UserTable({ users, roles, onEdit, onDelete, onResend, onWithdraw, refusalOf }: UserRowsProps) {
  const nameOf = uniqueRowNamer(users, ({ full_name }) => full_name)
  const columns: TableColumn<User>[] = [
    { key: 'user', head: 'User', isRowHead: true, cell: (user) => <UserIdentity user={user} /> },
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
          <InvitationActions user={user} name={nameOf(user)} onResend={onResend} onWithdraw={onWithdraw} />
          <GuardedButton
            size="small"
            variant="quiet"
            aria-label={`Edit ${nameOf(user)}`}
            whyNot={editBlockReason(roles)}
            onClick={() => onEdit(user)}
          >
            <EditIcon /> Edit
          </GuardedButton>
          <Button size="small" variant="quiet" aria-label={`Delete ${nameOf(user)}`} onClick={() => onDelete(user)}>
            <DeleteIcon /> Delete
          </Button>
        </div>
      ),
    },
  ]
  return (
    <Table
      label="Users"
      className={styles.table}
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      refusalOf={refusalOf}
    />
  )
}
