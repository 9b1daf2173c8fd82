import { execSync } from 'node:child_process'

/**
 * Names the release after the commit that is built, or after the time if there is no git history, as in an archive of the sources.
 */
export function nameOfRelease(): string {
  try {
    return execSync('git rev-parse --short=12 HEAD', { cwd: import.meta.dirname, stdio: 'pipe' })
      .toString()
      .trim()
  } catch {
    return Date.now().toString(16).padStart(12, '0')
  }
}
