import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret that signs sessions, as Secrets Manager would hold it: made at the first start, the same ever after. */
export function signingSecret(dataDir: string): string {
  if (dataDir === ':memory:') return newSecret()
  const path = join(dataDir, 'signing-secret.json')
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const secret = newSecret()
  const draft = openSync(`${path}.draft`, 'w', 0o600)
  writeFileSync(draft, secret)
  fsyncSync(draft)
  closeSync(draft)
  renameSync(`${path}.draft`, path)
  return secret
}

function newSecret(): string {
  const kid = randomUUID()
  return JSON.stringify({ current: kid, [kid]: randomBytes(32).toString('hex') })
}
