import { photoLimitBytes } from '#shared/model/completion.ts'
import { currentTenantScope, OutsideTenantError } from '../data/scope.ts'
import { contentTypeOfFileName } from './photo-extensions.ts'
import { s3ClientLoader } from './s3-client.ts'

/** How long a presigned URL is valid, in seconds. */
export const presignedUrlSeconds = 900

export interface MediaBucket {
  /** Stores an object, unless it exists. Keys are computed from the content, so an existing object has the same content. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Returns the URL of a presigned GET, valid for 15 minutes. */
  address(key: string): Promise<string>
  /** Returns a presigned POST for one object with exactly this key and type and at most 10 MB. It is valid for 15 minutes. */
  upload(key: string, contentType: string): Promise<{ url: string; fields: Record<string, string> }>
  /** Reads an object, but at most its first `mostBytes` bytes. Returns undefined if the object doesn't exist. */
  read(key: string, mostBytes: number): Promise<Uint8Array | undefined>
}

/** Returns a handler that ignores errors with these names and rethrows all others. */
const unless =
  (...names: string[]) =>
  (error: unknown): undefined => {
    if (!(error instanceof Error && names.includes(error.name))) throw error
  }

/** Opens the media bucket. The S3 client is loaded when the first signature or photo needs it, never for a list. */
export function openMediaBucket({ bucket, pathStyle }: { bucket: string; pathStyle: boolean }): MediaBucket {
  const open = s3ClientLoader(() => import('./s3-sdk.ts'), {
    forcePathStyle: pathStyle,
    requestHandler: { requestTimeout: 8000, throwOnRequestTimeout: true, connectionTimeout: 1000 },
    // Two attempts of eight seconds each fit into the function's limit of 20 seconds.
    maxAttempts: 2,
  })

  return {
    async put(key, bytes, contentType) {
      const { client, s3 } = await open()
      const putting = { Bucket: bucket, Key: key, Body: bytes, ContentType: contentType, IfNoneMatch: '*' }
      const put = async () => client.send(new s3.PutObjectCommand(putting))
      // S3 returns this error if the same object is being stored at the same moment. The object can then simply be stored again.
      const again = async (error: unknown) => {
        unless('ConditionalRequestConflict')(error)
        return put()
      }
      await put().catch(again).catch(unless('PreconditionFailed'))
    },

    async address(key) {
      const { client, s3 } = await open()
      // The URL makes S3 send the headers below, so that a browser shows either a picture of this type or nothing, and keeps no
      // copy.
      const name = key.slice(key.lastIndexOf('/') + 1)
      const command = new s3.GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: contentTypeOfFileName(name),
        ResponseCacheControl: 'private, no-store',
        ResponseContentDisposition: `inline; filename="${name}"`,
      })
      return s3.getSignedUrl(client, command, { expiresIn: presignedUrlSeconds })
    },

    async upload(key, contentType) {
      const [{ client }, { createPresignedPost }] = await Promise.all([open(), import('@aws-sdk/s3-presigned-post')])
      return createPresignedPost(client, {
        Bucket: bucket,
        Key: key,
        Fields: { 'Content-Type': contentType },
        Conditions: [
          ['content-length-range', 1, photoLimitBytes],
          ['eq', '$Content-Type', contentType],
        ],
        Expires: presignedUrlSeconds,
      })
    },

    async read(key, mostBytes) {
      const { client, s3 } = await open()
      const input = { Bucket: bucket, Key: key, Range: `bytes=0-${mostBytes - 1}` }
      // For a missing key, S3 returns AccessDenied to callers without the right to list the bucket.
      const found = await client.send(new s3.GetObjectCommand(input)).catch(unless('NoSuchKey', 'AccessDenied'))
      return found?.Body?.transformToByteArray()
    },
  }
}

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
