import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Makes an empty git repository for a test of releases. */
export function makeRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'carelane-releases-'))
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe' })
  git('init', '--quiet')
  return {
    folder,
    commit(path: string, content: unknown) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), JSON.stringify(content))
      git('add', '.')
      git('-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '--allow-empty', '-m', 'a commit')
    },
    tag: (name: string) => git('tag', name),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
