import { runInTenant } from '#functions/data/scope.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { pngBytes } from './builders.ts'
import type { Organisation, TestApp } from './test-app.ts'

/** Uploads a photo for a delivery in progress and returns its key. */
export async function uploadPhoto(app: TestApp, { admin, tenant }: Organisation, { id }: { id: string }) {
  const request = { as: admin, params: { id }, body: { content_type: 'image/png', size: pngBytes.length } }
  const { photo_key } = (await app.call(deliveries.requestPhotoUpload, request)).body
  await runInTenant(tenant.id, () => app.services.media.put(photo_key, pngBytes, 'image/png'))
  return String(photo_key)
}
