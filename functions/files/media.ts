import { photoLimitBytes } from '#shared/model/completion.ts'
import { contentTypeOf } from './photo-endings.ts'
import { openS3 } from './s3-client.ts'

/** How long a presigned address works, in seconds. */
export const addressSeconds = 900

export interface Media {
  /** Keeps a new object. Keys are named by content: one that is there already is what would be put. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** A presigned GET that lives 15 minutes. */
  address(key: string): Promise<string>
  /** A presigned POST of one object of exactly this key and type, at most 10 MB, for 15 minutes. */
  upload(key: string, contentType: string): Promise<{ url: string; fields: Record<string, string> }>
  /** An object's first `mostBytes` bytes: of most, all; undefined where none is. */
  read(key: string, mostBytes: number): Promise<Uint8Array | undefined>
}

/** Catches a refusal of these names; anything else goes on. */
const unless =
  (...names: string[]) =>
  (error: unknown): undefined => {
    if (!(error instanceof Error && names.includes(error.name))) throw error
  }

/** The media bucket. S3's client is loaded when the first signature or photo needs it, never for a list. */
export function openMedia({ bucket, pathStyle }: { bucket: string; pathStyle: boolean }): Media {
  const open = openS3(() => import('./s3-sdk.ts'), {
    forcePathStyle: pathStyle,
    requestHandler: { requestTimeout: 8000, throwOnRequestTimeout: true, connectionTimeout: 1000 },
    // Two tries end before the function does, whose time is up after twenty seconds.
    maxAttempts: 2,
  })

  return {
    async put(key, bytes, contentType) {
      const { client, s3 } = await open()
      const putting = { Bucket: bucket, Key: key, Body: bytes, ContentType: contentType, IfNoneMatch: '*' }
      const put = async () => client.send(new s3.PutObjectCommand(putting))
      // Of two that put the same at one moment, S3 has the other try again.
      const again = async (error: unknown) => {
        unless('ConditionalRequestConflict')(error)
        return put()
      }
      await put().catch(again).catch(unless('PreconditionFailed'))
    },

    async address(key) {
      const { client, s3 } = await open()
      // Said by the address, not only by the object: a browser shows a picture of this type, or nothing, and keeps no copy.
      const name = key.slice(key.lastIndexOf('/') + 1)
      const command = new s3.GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: contentTypeOf(name),
        ResponseCacheControl: 'private, no-store',
        ResponseContentDisposition: `inline; filename="${name}"`,
      })
      return s3.getSignedUrl(client, command, { expiresIn: addressSeconds })
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
        Expires: addressSeconds,
      })
    },

    async read(key, mostBytes) {
      const { client, s3 } = await open()
      const asked = { Bucket: bucket, Key: key, Range: `bytes=0-${mostBytes - 1}` }
      // Who may not list a bucket is told AccessDenied about a key that is not there.
      const found = await client.send(new s3.GetObjectCommand(asked)).catch(unless('NoSuchKey', 'AccessDenied'))
      return found?.Body?.transformToByteArray()
    },
  }
}
