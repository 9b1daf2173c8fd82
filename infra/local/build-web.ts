import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const stampFile = join('node_modules', '.carelane-web-build')
const sources = ['web', 'shared', 'package-lock.json']

/** Builds the web app unless the last build is newer than its sources. Returns the folder to serve. */
export async function buildWeb(root: string, report: (line: string) => void): Promise<{ folder: string }> {
  const folder = join(root, 'web', 'dist')
  // Made before the time is taken, because making it changes the time of its own folder, which counts as a source.
  await mkdir(folder, { recursive: true })
  const lastBuild = await readFile(join(root, stampFile), 'utf8').then(Number, () => 0)
  const startedAt = Date.now()
  const changes = await Promise.all(sources.map((source) => lastChange(join(root, source))))
  if (existsSync(join(folder, 'index.html')) && Math.max(...changes) < lastBuild) return { folder }
  report('Building the web app (sources changed since the last build) …')
  const { build } = await import('vite')
  await build({ root: join(root, 'web'), logLevel: 'warn' })
  // Store the time at which the build began, so that sources changed during the build count as newer.
  await writeFile(join(root, stampFile), String(startedAt))
  return { folder }
}

/**
 * Returns the newest modification time at or below a path, in milliseconds since 1970, without anything named `dist`. A folder's
 * own time counts, because it changes when a file in the folder is deleted.
 */
async function lastChange(path: string): Promise<number> {
  const found = await stat(path)
  if (!found.isDirectory()) return found.mtimeMs
  const names = (await readdir(path)).filter((name) => name !== 'dist')
  const times = await Promise.all(names.map((name) => lastChange(join(path, name))))
  return Math.max(found.mtimeMs, ...times)
}
