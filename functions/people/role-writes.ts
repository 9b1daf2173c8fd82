import type { Role } from '#shared/model/role.ts'
import type { StoredRole } from '../data/entities/role.ts'
import { AppError, notFoundError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

export const presentRole = ({ id, name, description, is_system_role, permissions }: StoredRole): Role => ({
  id,
  name,
  description,
  is_system_role,
  permissions,
})

/** Returns the fields of a role whose changes events record: those that a person can change. */
export const eventFieldsOfRole = ({ name, description, permissions }: StoredRole) => ({
  name,
  description,
  permissions,
})

export async function findRole({ keys }: Caller, { id }: { id: string }, { table }: Services): Promise<StoredRole> {
  const role = await table.get(keys.role(id))
  if (!role) throw notFoundError('Role')
  return role
}

export const roleNameTakenError = () => new AppError('conflict', 'A role with this name already exists')
