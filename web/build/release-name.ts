import { execSync } from 'node:child_process'

/** The commit that is built; without git's history, such as in an archive of the sources, the time. */
export function nameOfRelease(): string {
  try {
    return execSync('git rev-parse --short=12 HEAD', { cwd: import.meta.dirname, stdio: 'pipe' })
      .toString()
      .trim()
  } catch {
    return Date.now().toString(16).padStart(12, '0')
  }
}
