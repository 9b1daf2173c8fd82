import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'

/**
 * Replaces a file atomically: a kill leaves the old or the new content. Only the file's owner can read it. The content is on disk
 * when this returns.
 */
export function writeWholeFile(path: string, content: string): void {
  const draft = openSync(`${path}.draft`, 'w', 0o600)
  writeFileSync(draft, content)
  fsyncSync(draft)
  closeSync(draft)
  renameSync(`${path}.draft`, path)
}
