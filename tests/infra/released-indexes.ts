import { execFileSync } from 'node:child_process'
import type { TableIndex } from '#infra/operator/index-steps.ts'

/** The file in which each release records the indexes of its table. */
export const indexesFilePath = 'tests/infra/indexes.json'

function git(folder: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}

/**
 * Returns the last release before the current commit, with the indexes of its table. A tag at the current commit doesn't count.
 * Undefined if there is no release, or if the release recorded no indexes.
 */
export function lastReleaseWithIndexes(folder: string): { tag: string; indexes: readonly TableIndex[] } | undefined {
  const tag = git(folder, 'describe', '--tags', '--abbrev=0', 'HEAD^')
  const listed = tag && git(folder, 'show', `${tag}:${indexesFilePath}`)
  return tag && listed ? { tag, indexes: JSON.parse(listed) } : undefined
}
