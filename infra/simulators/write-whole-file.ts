import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'

/** Readable by its owner alone, on disk when it returns, and at any moment the old content or the new. */
export function writeWholeFile(path: string, content: string): void {
  const draft = openSync(`${path}.draft`, 'w', 0o600)
  writeFileSync(draft, content)
  fsyncSync(draft)
  closeSync(draft)
  renameSync(`${path}.draft`, path)
}
