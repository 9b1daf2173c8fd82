import { randomUUID } from 'node:crypto'
import { addressWrite, countedWrites } from '#functions/data/accounts.ts'
import type { StoredTenant, StoredUser } from '#functions/data/entities.ts'
import { keysOf } from '#functions/data/keys.ts'
import { newTenant } from '#functions/data/new-tenant.ts'
import type { Table } from '#functions/data/table.ts'
import { put } from '#functions/data/writes.ts'
import type { ProductKey } from '#shared/model/catalogue.ts'
import { defaultChoices } from '#shared/model/settings.ts'

interface NewTenant {
  name: string
  description: string
  subscribed_products: ProductKey[]
  time_zone: string
  now: Date
}

/** An organisation as sign-up creates it, but without any user. */
export async function createTenant(table: Table, { now, ...fields }: NewTenant) {
  const tenant: StoredTenant = {
    ...company,
    ...defaultChoices,
    ...fields,
    id: randomUUID(),
    active_admins: 0,
    version: 1,
    created_at: now.toISOString(),
  }
  const { roles, writes } = newTenant(tenant, randomUUID)
  await table.write(...writes)
  return { tenant, roles }
}

const company: Pick<StoredTenant, 'phone_number' | 'domain' | 'business_type' | 'metadata'> = {
  phone_number: '5550100100',
  domain: '',
  business_type: ['pharmacy'],
  metadata: { npi_number: '1234567893', nabp_number: '1234567', fax_number: '5550100101' },
}

/** A user who cannot sign in yet, because their address is not registered. */
export async function addUser(
  table: Table,
  tenant: StoredTenant,
  fields: Pick<StoredUser, 'full_name' | 'email' | 'password_hash'> & Partial<StoredUser>,
): Promise<StoredUser> {
  const user: StoredUser = {
    id: randomUUID(),
    tenant_id: tenant.id,
    avatar_url: null,
    is_tenant_admin: false,
    is_active: true,
    is_verified: true,
    roles: [],
    invited_by: null,
    session_epoch: 0,
    version: 1,
    created_at: tenant.created_at,
    ...fields,
  }
  const keys = keysOf(tenant.id)
  await table.write(put(keys.user(user.id), user), ...countedWrites(keys, undefined, user))
  return user
}

/** Registers the user's address, unless it is somebody else's. */
export const addressUser = (table: Table, user: StoredUser) => table.write(addressWrite(user))
