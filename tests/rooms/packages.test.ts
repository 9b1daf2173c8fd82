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

it('every package that a registry serves is held to what it was, on each platform', () => {
  const served = installed.filter(([, { link, inBundle }]) => !link && !inBundle)
  expect(served.length).toBeGreaterThan(0)
  expect(served.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([])
})

it('no registry is named: each machine asks its own', () => {
  expect(installed.filter(([, { link, resolved }]) => resolved && !link)).toEqual([])
})
