import type { StoredUser } from '../data/entities/user.ts'
import type { Caller } from '../http/operation.ts'

/** Returns the fields of a user whose changes events record, with the roles by their names. */
export const eventFieldsOfUser = (
  { full_name, email, phone = '', is_tenant_admin, is_active, roles }: StoredUser,
  caller: Caller,
) => ({
  full_name,
  email,
  phone,
  is_tenant_admin,
  is_active,
  roles: roles.map((id) => caller.roles.find((role) => role.id === id)?.name ?? id),
})
