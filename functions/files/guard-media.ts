import { currentTenantScope, OutsideTenantError } from '../data/scope.ts'
import type { MediaBucket } from './media.ts'

/** Restricts the media bucket to the current tenant: a key outside the tenant's prefixes is refused before S3 is called. */
export const guardMedia = (media: MediaBucket): MediaBucket => ({
  put: async (key, bytes, contentType) => media.put(own(key), bytes, contentType),
  address: async (key) => media.address(own(key)),
  upload: async (key, contentType) => media.upload(own(key), contentType),
  read: async (key, mostBytes) => media.read(own(key), mostBytes),
})

function own(key: string): string {
  const tenantId = currentTenantScope()?.tenantId
  const isOwn = tenantId !== undefined && ['tenants', 'uploads'].some((room) => key.startsWith(`${room}/${tenantId}/`))
  if (!isOwn) throw new OutsideTenantError('An object leaves the tenant')
  return key
}
