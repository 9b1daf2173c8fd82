import { join } from 'node:path'
import { preconditionFailedError, S3Error } from './s3-error.ts'
import { escapeXml } from './s3-http.ts'
import { holdObjects, type NewObject, openObjectFolder, type StoredObject } from './stored-objects.ts'

export interface Bucket {
  /** Throws an `S3Error` with the code `NoSuchKey` if there is no such object. */
  read(key: string): Promise<StoredObject>
  /** With `isNew`, throws an `S3Error` with the code `PreconditionFailed` if the key is taken. */
  store(object: NewObject, options?: { isNew: boolean }): Promise<void>
  remove(key: string): Promise<void>
  /** Returns the response to `ListObjectsV2`, in XML. */
  list(name: string, query: URLSearchParams): Promise<string>
}

/** Headers of an upload that S3 returns with the object, besides those that begin with `x-amz-meta-`. */
const givenBack = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'expires']

/** Opens the bucket. With `:memory:` its objects disappear with the process. */
export async function openBucket(dataDir: string): Promise<Bucket> {
  const objects = dataDir === ':memory:' ? holdObjects() : await openObjectFolder(join(dataDir, 's3'))
  let turn: Promise<unknown> = Promise.resolve()

  /** Does one change at a time, so that only one of two uploads can create an object. */
  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = turn.then(change)
    turn = done.catch(() => {})
    return done
  }

  return {
    async read(key) {
      const found = await objects.find(key)
      if (!found) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
      return found
    },
    store: (object, { isNew } = { isNew: false }) =>
      inTurn(async () => {
        if (isNew && (await objects.find(object.key))) throw preconditionFailedError()
        await objects.write({ ...object, headers: headersToKeep(object.headers) })
      }),
    remove: (key) => inTurn(() => objects.remove(key)),
    async list(name, query) {
      const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? query.get('start-after')]
      const found: StoredObject[] = []
      for await (const object of objects.all())
        if (object.key.startsWith(prefix) && (!after || compareKeys(object.key, after) > 0)) found.push(object)
      const most = Math.min(Number(query.get('max-keys') ?? mostListed), mostListed)
      return listed(found, { name, prefix, most })
    },
  }
}

function headersToKeep(headers: Readonly<Record<string, string>>): Record<string, string> {
  const stored = Object.entries(headers).filter(([name]) => givenBack.includes(name) || name.startsWith('x-amz-meta-'))
  return { 'content-type': headers['content-type'] ?? 'binary/octet-stream', ...Object.fromEntries(stored) }
}

const mostListed = 1000

/** S3 lists keys in the order of their bytes. */
const compareKeys = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Writes a page of the list. The token of the next page is the last key of this one. */
function listed(found: StoredObject[], { name, prefix, most }: { name: string; prefix: string; most: number }): string {
  const page = found.sort((a, b) => compareKeys(a.key, b.key)).slice(0, most)
  const isTruncated = page.length < found.length
  const contents = page.map(
    ({ key, etag, size, modified }) =>
      `<Contents><Key>${escapeXml(key)}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${escapeXml(etag)}</ETag><Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  )
  const next = isTruncated ? `<NextContinuationToken>${escapeXml(page.at(-1)?.key ?? '')}</NextContinuationToken>` : ''
  return `<ListBucketResult><Name>${name}</Name><Prefix>${escapeXml(prefix)}</Prefix><MaxKeys>${most}</MaxKeys><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}
