import { join } from 'node:path'
import { createEmulator } from 'emulate'
import { noKeptObjects, openObjectFolder, type StoredObject } from './kept-objects.ts'
import { preconditionFailedError, S3Error } from './s3-error.ts'
import { percentEncode } from './signing.ts'

export interface EmulatedBucket {
  /** Throws an `S3Error` with the code `NoSuchKey` if there is no such object. */
  read(key: string): Promise<StoredObject>
  /** Returns the ETag. With `isNew`, throws an `S3Error` with the code `PreconditionFailed` if the key is taken. */
  store(object: StoredObject, options?: { isNew: boolean }): Promise<string>
  remove(key: string): Promise<void>
  /** Returns the response to `ListObjectsV2`, in XML. */
  list(query: URLSearchParams): Promise<string>
  close(): Promise<void>
}

/** Headers of an upload that S3 returns with the object. The emulator itself keeps only the type and `x-amz-meta-` headers. */
const givenBack = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'expires']
const stash = 'x-amz-meta-carelane-header-'

/**
 * Opens the bucket. The package `emulate` holds the objects in memory. The data folder keeps them permanently, and each object is
 * loaded from there when it is first used.
 */
export async function openBucket(dataDir: string): Promise<EmulatedBucket> {
  const kept = dataDir === ':memory:' ? noKeptObjects : await openObjectFolder(join(dataDir, 's3'))
  const emulator = await openEmulator()
  const loaded = new Set<string>()
  let turn: Promise<unknown> = Promise.resolve()

  /** Runs one piece of work at a time, so that the data folder and the emulator agree which of two writes came last. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  async function load(object: StoredObject | undefined): Promise<void> {
    if (!object || loaded.has(object.key)) return
    await emulator.put(object)
    loaded.add(object.key)
  }

  async function find(key: string): Promise<StoredObject | undefined> {
    if (!loaded.has(key)) await load(await kept.read(key))
    return emulator.get(key)
  }

  return {
    async read(key) {
      const found = await (loaded.has(key) ? emulator.get(key) : inTurn(() => find(key)))
      if (!found) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
      return found
    },
    store: (object, { isNew } = { isNew: false }) =>
      inTurn(async () => {
        if (isNew && (await find(object.key))) {
          throw preconditionFailedError()
        }
        const etag = await emulator.put(object)
        loaded.add(object.key)
        await kept.write(object)
        return etag
      }),
    remove: (key) =>
      inTurn(async () => {
        await kept.remove(key)
        await emulator.remove(key)
        loaded.delete(key)
      }),
    list: (query) =>
      inTurn(async () => {
        for await (const object of kept.all()) await load(object)
        return emulator.list(query)
      }),
    close: () => emulator.close(),
  }
}

/** Starts the emulator. Its bucket has a fixed name, because the emulator starts before callers choose the name of theirs. */
async function openEmulator() {
  const bucket = 'objects'
  const seed = { aws: { s3: { buckets: [{ name: bucket }] } } }
  const emulator = await createEmulator({ service: 'aws', port: 0, seed })
  const address = `http://127.0.0.1:${new URL(emulator.url).port}/${bucket}`
  let calls = 0

  async function call(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    // A new token is used after 4,000 calls, because the emulator refuses a token after 5,000 calls in an hour.
    const authorization = `Bearer carelane-${Math.floor(calls++ / 4000)}`
    const answer = await fetch(`${address}${path}`, { ...init, headers: { ...init.headers, authorization } })
    if (!answer.ok && answer.status !== 404)
      throw new Error(`emulate answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const pathOf = (key: string) => `/${key.split('/').map(percentEncode).join('/')}`

  return {
    async get(key: string): Promise<StoredObject | undefined> {
      const answer = await call(pathOf(key))
      const body = Buffer.from(await answer.arrayBuffer())
      return answer.status === 404 ? undefined : { key, headers: unstashed(answer.headers), body }
    },
    async put({ key, headers, body }: StoredObject): Promise<string> {
      const answer = await call(pathOf(key), { method: 'PUT', headers: stashed(headers), body: new Uint8Array(body) })
      return answer.headers.get('etag') ?? ''
    },
    async remove(key: string): Promise<void> {
      await call(pathOf(key), { method: 'DELETE' })
    },
    list: async (query: URLSearchParams) => (await call(`?${query}`)).text(),
    close: () => emulator.close(),
  }
}

/**
 * Returns the headers of an upload that S3 would store with the object. Those that the emulator would lose get a prefix that makes
 * them metadata, which it keeps.
 */
function stashed(headers: Readonly<Record<string, string>>): Record<string, string> {
  const given = Object.entries(headers)
  return {
    'content-type': headers['content-type'] ?? 'binary/octet-stream',
    ...Object.fromEntries(given.filter(([name]) => name.startsWith('x-amz-meta-'))),
    ...Object.fromEntries(
      given.filter(([name]) => givenBack.includes(name)).map(([name, value]) => [stash + name, value]),
    ),
  }
}

function unstashed(headers: Headers): Record<string, string> {
  const given = [...headers].map(([name, value]): [string, string] => [name.replace(stash, ''), value])
  const kept = ['content-type', 'etag', 'last-modified', ...givenBack]
  return Object.fromEntries(given.filter(([name]) => kept.includes(name) || name.startsWith('x-amz-meta-')))
}
