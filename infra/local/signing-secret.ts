import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWholeFile } from '@carelane/simulators/write-whole-file'

/** The secret that signs sessions, in Secrets Manager's format. The first start creates it; later ones reuse it. */
export function signingSecret(dataDir: string): string {
  if (dataDir === ':memory:') return newSecret()
  const path = join(dataDir, 'signing-secret.json')
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const secret = newSecret()
  writeWholeFile(path, secret)
  return secret
}

function newSecret(): string {
  const kid = randomUUID()
  return JSON.stringify({ current: kid, [kid]: randomBytes(32).toString('hex') })
}
