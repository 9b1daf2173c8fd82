import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

export interface StoredObject {
  key: string
  headers: Record<string, string>
  body: Buffer
}

interface KeptObjects {
  read(key: string): Promise<StoredObject | undefined>
  write(object: StoredObject): Promise<void>
  remove(key: string): Promise<void>
  /** Reads every object, one at a time. */
  all(): AsyncGenerator<StoredObject>
}

const head = z.object({ key: z.string(), headers: z.record(z.string(), z.string()) })

/**
 * Opens a folder that keeps each object in a file. A file begins with a line for the key and headers, followed by the object's
 * bytes. Finished writes survive a kill.
 */
export async function openObjectFolder(folder: string): Promise<KeptObjects> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'))
  return {
    read: (key) => readObject(pathOf(key)),
    async write({ key, headers, body }) {
      const draft = `${pathOf(key)}.draft`
      const file = await open(draft, 'w', 0o600)
      await file.writeFile(Buffer.concat([Buffer.from(`${JSON.stringify({ key, headers })}\n`), body]))
      await file.sync()
      await file.close()
      await rename(draft, pathOf(key))
      await syncFolder(folder)
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      await syncFolder(folder)
    },
    async *all() {
      for (const name of await readdir(folder)) {
        const object = name.endsWith('.draft') ? undefined : await readObject(join(folder, name))
        if (object) yield object
      }
    },
  }
}

/** Stands in for the folder when there is none: it keeps nothing, so no object survives the process. */
export const noKeptObjects: KeptObjects = {
  read: async () => undefined,
  write: async () => {},
  remove: async () => {},
  async *all() {},
}

async function readObject(path: string): Promise<StoredObject | undefined> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!content) return undefined
  const end = content.indexOf('\n')
  return { ...head.parse(JSON.parse(content.subarray(0, end).toString())), body: content.subarray(end + 1) }
}

/** Syncs a folder, because a new file name is durable only after that. Windows neither has nor needs such a call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
