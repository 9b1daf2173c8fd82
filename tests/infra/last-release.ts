import { execFileSync } from 'node:child_process'

function git(folder: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}

/**
 * Returns the last release before the current commit, with the content of one of its files. A tag at the current commit doesn't
 * count. Undefined if there is no release, or if the release does not have the file.
 */
export function fileOfLastRelease(folder: string, path: string): { tag: string; content: string } | undefined {
  const tag = git(folder, 'describe', '--tags', '--abbrev=0', 'HEAD^')
  const content = tag && git(folder, 'show', `${tag}:${path}`)
  return tag && content ? { tag, content } : undefined
}
