import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface LockedPackage {
  integrity?: string
  resolved?: string
  /** The package is one of our workspaces. */
  link?: boolean
  /** The package is bundled in another package, whose integrity covers it. */
  inBundle?: boolean
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
)
const installed = Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/'))

it('every package from a registry is pinned by a hash on each platform', () => {
  const served = installed.filter(([, { link, inBundle }]) => !link && !inBundle)
  expect(served.length).toBeGreaterThan(0)
  expect(served.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([])
})

it('the lock file names no registry, so that each machine uses its own', () => {
  expect(installed.filter(([, { link, resolved }]) => resolved && !link)).toEqual([])
})
