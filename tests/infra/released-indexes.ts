import { execFileSync } from 'node:child_process'
import type { TableIndex } from '#infra/operator/index-steps.ts'

/** Where each release says which indexes its table has. */
export const indexesFile = 'tests/infra/indexes.json'

function git(folder: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}

/**
 * The last release before what is checked out, and the indexes of its table: the tag at the commit itself is no earlier one. Undefined
 * where nothing was released, and where a release did not say.
 */
export function releasedIndexes(folder: string): { tag: string; indexes: readonly TableIndex[] } | undefined {
  const tag = git(folder, 'describe', '--tags', '--abbrev=0', 'HEAD^')
  const listed = tag && git(folder, 'show', `${tag}:${indexesFile}`)
  return tag && listed ? { tag, indexes: JSON.parse(listed) } : undefined
}
