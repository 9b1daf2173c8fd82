import { PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { eventCopiesDayPrefix, eventCopyKey, tenantIdOfCopyKey } from './copy-keys.ts'

export interface EventCopies {
  /** Returns the ids of the organisations whose events of that day have been copied. */
  tenantsOf(day: string): Promise<Set<string>>
  /** Stores an organisation's events of a day. Does nothing if they are stored already. */
  keep(day: string, tenantId: string, bytes: Uint8Array): Promise<void>
}

/** Opens the bucket for the copies. In an environment that locks the bucket, its objects are protected until their lock ends. */
export function openEventCopies({ bucket, pathStyle }: { bucket: string; pathStyle: boolean }): EventCopies {
  const client = new S3Client({
    forcePathStyle: pathStyle,
    requestHandler: { requestTimeout: 60_000, throwOnRequestTimeout: true, connectionTimeout: 1000 },
  })
  return {
    async tenantsOf(day) {
      const tenants = new Set<string>()
      const listing = { Bucket: bucket, Prefix: eventCopiesDayPrefix(day) }
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, listing))
        for (const { Key = '' } of Contents) tenants.add(tenantIdOfCopyKey(Key))
      return tenants
    },

    async keep(day, tenantId, bytes) {
      const putting = new PutObjectCommand({
        Bucket: bucket,
        Key: eventCopyKey(day, tenantId),
        Body: bytes,
        ContentType: 'application/gzip',
        IfNoneMatch: '*',
        // If the bucket locks its objects, S3 refuses an object without a checksum.
        ChecksumAlgorithm: 'CRC32',
      })
      await client.send(putting).catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'PreconditionFailed')) throw error
      })
    },
  }
}
