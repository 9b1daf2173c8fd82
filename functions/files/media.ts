import { photoLimitBytes } from '#shared/model/completion.ts'
import { contentTypeOf } from './photo-endings.ts'
import { openS3 } from './s3-client.ts'

/** How long a presigned address is valid, in seconds. */
export const addressSeconds = 900

export interface Media {
  /** Stores a new object. Keys are made from the content, so an existing object is the same as the new one. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** A presigned GET, valid for 15 minutes. */
  address(key: string): Promise<string>
  /** A presigned POST of one object with exactly this key and type, at most 10 MB, valid for 15 minutes. */
  upload(key: string, contentType: string): Promise<{ url: string; fields: Record<string, string> }>
  /** The first `mostBytes` bytes of an object, which is all of most objects. Undefined if it does not exist. */
  read(key: string, mostBytes: number): Promise<Uint8Array | undefined>
}

/** Ignores errors with these names and rethrows all others. */
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
    // Two attempts of eight seconds fit into the function's 20-second limit.
    maxAttempts: 2,
  })

  return {
    async put(key, bytes, contentType) {
      const { client, s3 } = await open()
      const putting = { Bucket: bucket, Key: key, Body: bytes, ContentType: contentType, IfNoneMatch: '*' }
      const put = async () => client.send(new s3.PutObjectCommand(putting))
      // If the same object is stored twice at the same moment, S3 lets the second attempt be repeated.
      const again = async (error: unknown) => {
        unless('ConditionalRequestConflict')(error)
        return put()
      }
      await put().catch(again).catch(unless('PreconditionFailed'))
    },

    async address(key) {
      const { client, s3 } = await open()
      // The address itself sets these headers, so that a browser shows a picture of this type or nothing, and keeps no copy.
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
      // Without the right to list the bucket, S3 answers AccessDenied for a key that does not exist.
      const found = await client.send(new s3.GetObjectCommand(asked)).catch(unless('NoSuchKey', 'AccessDenied'))
      return found?.Body?.transformToByteArray()
    },
  }
}
