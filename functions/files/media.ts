import { photoLimitBytes } from '#shared/model/delivery.ts'
import { contentTypeOf } from './image-type.ts'

/** How long a presigned address works, in seconds. */
const addressSeconds = 900

export interface Media {
  /** Never over an object that is there: keys are named by their content, so what is there is the same. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** A presigned GET that lives 15 minutes. */
  address(key: string): Promise<string>
  /** A presigned POST of one object of exactly this key and type, at most 10 MB, for 15 minutes. */
  upload(key: string, contentType: string): Promise<{ url: string; fields: Record<string, string> }>
  /** An object's first bytes, its size and the ETag of what was looked at; undefined where none is. */
  peek(key: string): Promise<{ start: Uint8Array; size: number; etag: string } | undefined>
  /** Copies what has this ETag, never over an object that is there; false where something else lies at the source by now. */
  copy(from: { key: string; etag: string }, to: string, contentType: string): Promise<boolean>
}

const peekBytes = 4100

/** Answers whether the object was written: false when one is there already. Tries again while another writer is at the same object. */
async function once(write: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await write()
      return true
    } catch (error) {
      const name = error instanceof Error ? error.name : ''
      if (name === 'PreconditionFailed') return false
      if (name !== 'ConditionalRequestConflict' || attempt === 3) throw error
    }
  }
}

/** The media bucket. S3's client is loaded when the first signature or photo needs it, never for a list. */
export function openMedia({ bucket, pathStyle }: { bucket: string; pathStyle: boolean }): Media {
  const connect = async () => {
    const s3 = await import('./s3-sdk.ts')
    return {
      s3,
      client: new s3.S3Client({
        forcePathStyle: pathStyle,
        requestHandler: { requestTimeout: 8000, throwOnRequestTimeout: true, connectionTimeout: 1000 },
        // Two tries end before the function does, whose time is up after twenty seconds.
        maxAttempts: 2,
        // Checksums that the SDK adds by default would become part of what a browser has to send.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    }
  }
  let connected: ReturnType<typeof connect> | undefined
  const open = () => {
    connected ??= connect()
    return connected
  }

  return {
    async put(key, bytes, contentType) {
      const { client, s3 } = await open()
      const putting = { Bucket: bucket, Key: key, Body: bytes, ContentType: contentType, IfNoneMatch: '*' }
      await once(() => client.send(new s3.PutObjectCommand(putting)))
    },

    async address(key) {
      const { client, s3 } = await open()
      // Said by the address, not only by the object: a browser shows a picture of this type, or nothing.
      const name = key.slice(key.lastIndexOf('/') + 1)
      const command = new s3.GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: contentTypeOf(name),
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

    async peek(key) {
      const { client, s3 } = await open()
      try {
        const object = await client.send(
          new s3.GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=0-${peekBytes - 1}` }),
        )
        const start = (await object.Body?.transformToByteArray()) ?? new Uint8Array()
        const total = /\/(\d+)$/.exec(object.ContentRange ?? '')?.[1]
        return { start, size: total ? Number(total) : start.length, etag: object.ETag ?? '' }
      } catch (error) {
        // Who may not list a bucket is told AccessDenied about a key that is not there.
        const isAbsent = error instanceof s3.S3ServiceException && /^(NoSuchKey|AccessDenied)$/.test(error.name)
        if (isAbsent) return undefined
        throw error
      }
    },

    async copy(from, to, contentType) {
      const { client, s3 } = await open()
      const copying = new s3.CopyObjectCommand({
        Bucket: bucket,
        Key: to,
        CopySource: `${bucket}/${from.key.split('/').map(encodeURIComponent).join('/')}`,
        CopySourceIfMatch: from.etag,
        IfNoneMatch: '*',
        ContentType: contentType,
        MetadataDirective: 'REPLACE',
      })
      if (await once(() => client.send(copying))) return true
      // S3 does not say which of the two conditions failed.
      return (await this.peek(to)) !== undefined
    },
  }
}
