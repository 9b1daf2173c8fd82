import {
  GetObjectCommand,
  type GetObjectCommandInput,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'

/** The calls to S3 of the operator's commands. */
interface Buckets {
  /**
   * Returns the id of the first version of each object under a prefix, by key. Object Lock protects the first version, but a later
   * version or a delete marker may hide it.
   */
  firstVersions(bucket: string, prefix: string): Promise<Map<string, string>>
  object(bucket: string, key: string, versionId: string): Promise<Uint8Array>
  /** Returns the objects under a prefix that come last in the order of their keys, at most `most`. */
  newestObjects(bucket: string, prefix: string, most: number): Promise<Uint8Array[]>
}

export function openBuckets(region: string): Buckets {
  const s3 = new S3Client({ region })
  return {
    async firstVersions(Bucket, Prefix) {
      const first = new Map<string, string>()
      for (let next: Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'> = {}; ; ) {
        const page = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...next }))
        // S3 lists the versions of a key from newest to oldest, so the last one wins.
        for (const { Key = '', VersionId = '' } of page.Versions ?? []) first.set(Key, VersionId)
        if (!page.IsTruncated) return first
        next = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      }
    },

    object: (Bucket, Key, VersionId) => readObject(s3, { Bucket, Key, VersionId }),

    async newestObjects(Bucket, Prefix, most) {
      const keys: string[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix }))
        for (const { Key = '' } of Contents) keys.push(Key)
      const found: Uint8Array[] = []
      for (const Key of keys.slice(-most)) found.push(await readObject(s3, { Bucket, Key }))
      return found
    },
  }
}

async function readObject(s3: S3Client, place: GetObjectCommandInput): Promise<Uint8Array> {
  const { Body } = await s3.send(new GetObjectCommand(place))
  return (await Body?.transformToByteArray()) ?? new Uint8Array()
}
