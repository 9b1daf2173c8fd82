import { currentScope, OutsideTenant } from '../data/scope.ts'
import type { Media } from './media.ts'

/** The media bucket as requests meet it: every key begins with a prefix of the run's tenant, or nothing is asked. */
export const guardMedia = (media: Media): Media => ({
  put: async (key, bytes, contentType) => media.put(own(key), bytes, contentType),
  address: async (key) => media.address(own(key)),
  upload: async (key, contentType) => media.upload(own(key), contentType),
  peek: async (key) => media.peek(own(key)),
  copy: async ({ key, etag }, to, contentType) => media.copy({ key: own(key), etag }, own(to), contentType),
})

function own(key: string): string {
  const tenantId = currentScope()?.tenantId
  const isOwn = tenantId !== undefined && ['tenants', 'uploads'].some((room) => key.startsWith(`${room}/${tenantId}/`))
  if (!isOwn) throw new OutsideTenant('An object leaves the tenant')
  return key
}
