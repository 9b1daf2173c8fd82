import type { ExpiringItem } from '../expiring-item.ts'
import { type AccessPattern, flatKind, keyAt } from '../key.ts'

export interface StoredRole extends ExpiringItem {
  id: string
  name: string
  description: string
  is_system_role: boolean
  permissions: string[]
  /** The number of users who have the role. */
  user_count: number
  /** The name that a system role has in the catalogue. It stays the same when the role is renamed. */
  system_name?: string
}

/** Marks a role's name as taken. The key has the name in lower case. */
interface RoleName extends ExpiringItem {
  role_id: string
}

export const roleKind = flatKind<StoredRole>('role')
const roleNameKind = flatKind<RoleName>('role name')

export const roleKeys = (tenant: string) => ({
  role: (id: string) => keyAt<StoredRole>(roleKind, tenant, `ROLE#${id}`),
  roleName: (name: string) => keyAt<RoleName>(roleNameKind, `${tenant}#ROLENAMES`, name.normalize('NFC').toLowerCase()),
})

export function roleAccessPatterns(): AccessPattern[] {
  const example = roleKeys('T#t')
  return [
    {
      question: 'which permissions does it give (the tenant and all its roles are one query)',
      example: example.role('id'),
    },
    { question: 'is this name taken', example: example.roleName('Name') },
  ]
}
