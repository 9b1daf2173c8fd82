import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

interface ObjectHead {
  key: string
  headers: Record<string, string>
  etag: string
}

export interface NewObject extends ObjectHead {
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

export interface StoredObject extends ObjectHead {
  size: number
  modified: Date
  /** Reads the bytes from `start` to before `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

/** Objects by their keys. Their bytes pass in pieces, so that an object may be larger than the memory. */
export interface StoredObjects {
  find(key: string): Promise<StoredObject | undefined>
  write(object: NewObject): Promise<void>
  remove(key: string): Promise<void>
  all(): AsyncIterable<StoredObject>
}

/** Keeps objects in memory. */
export function holdObjects(): StoredObjects {
  const held = new Map<string, StoredObject>()
  return {
    find: async (key) => held.get(key),
    async write({ body, ...head }) {
      const bytes = await bytesOf(body)
      async function* read(start: number, end: number) {
        yield bytes.subarray(start, end)
      }
      held.set(head.key, { ...head, size: bytes.length, modified: new Date(), read })
    },
    async remove(key) {
      held.delete(key)
    },
    async *all() {
      yield* held.values()
    },
  }
}

/**
 * Opens a folder that keeps each object in a file. A file begins with a line for the key, the headers and the ETag, followed by the
 * object's bytes. Finished writes survive a kill.
 */
export async function openObjectFolder(folder: string): Promise<StoredObjects> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'))
  return {
    find: (key) => openObject(pathOf(key)),
    async write({ body, ...head }) {
      const draft = `${pathOf(head.key)}.draft`
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(`${JSON.stringify(head)}\n`)
        await file.writeFile(body)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, pathOf(head.key))
      await syncFolder(folder)
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      await syncFolder(folder)
    },
    async *all() {
      for (const name of await readdir(folder)) {
        const object = name.endsWith('.draft') ? undefined : await openObject(join(folder, name))
        if (object) yield object
      }
    },
  }
}

/** Until the release 2026-11-28, files had no ETag. */
const storedHead = z.object({
  key: z.string(),
  headers: z.record(z.string(), z.string()),
  etag: z.optional(z.string()),
})

/** The most bytes of a file's first line. The headers of a request are shorter. */
const longestHead = 65_536

async function openObject(path: string): Promise<StoredObject | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(longestHead), 0, longestHead, 0)
    .finally(() => file.close())
  const end = buffer.subarray(0, bytesRead).indexOf('\n')
  const first = end + 1
  const head = storedHead.parse(JSON.parse(buffer.subarray(0, end).toString()))
  const { size, mtime } = await stat(path)
  async function* read(from: number, to: number) {
    if (from < to) yield* createReadStream(path, { start: first + from, end: first + to - 1 })
  }
  const etag = head.etag ?? etagOf(await bytesOf(read(0, size - first)))
  return { ...head, etag, size: size - first, modified: mtime, read }
}

export async function bytesOf(body: NewObject['body']): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

export const etagOf = (body: Uint8Array) => `"${createHash('md5').update(body).digest('hex')}"`

/** Syncs a folder, because a new file name is durable only after that. Windows neither has nor needs such a call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
