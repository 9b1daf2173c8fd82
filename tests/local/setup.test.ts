/** @module-tag proof */

import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../infra/local/setup.mjs', import.meta.url))
const silence = { status: 0, stdout: '', stderr: '' }
const announcement = /^Carelane: installing packages \(npm ci\)\..*$/m

let root: string

/** Makes a checkout without installed packages. Its only dependency is a folder in it, from which npm can install. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'carelane-setup-'))
  await mkdir(join(root, 'infra', 'local'), { recursive: true })
  await mkdir(join(root, 'lib'))
  await copyFile(script, join(root, 'infra', 'local', 'setup.mjs'))
  await writeJson('package.json', { name: 'checkout', dependencies: { lib: 'file:lib' } })
  await writeJson('lib/package.json', { name: 'lib', version: '1.0.0' })
  await writeJson('package-lock.json', lockOf(installed))
})

afterEach(async () => {
  await rm(root, { recursive: true })
})

const writeJson = (path: string, content: object) => writeFile(join(root, path), JSON.stringify(content))

/** The installed packages, in the form of the record that npm leaves in node_modules. */
const installed = { lib: { version: '1.0.0' }, 'node_modules/lib': { resolved: 'lib', link: true } }

const lockOf = (packages: object) => ({
  name: 'checkout',
  lockfileVersion: 3,
  packages: { '': { name: 'checkout', dependencies: { lib: 'file:lib' } }, ...packages },
})

async function installByHand(packages: object) {
  await mkdir(join(root, 'node_modules'))
  await writeJson('node_modules/.package-lock.json', { packages })
}

function setup() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'infra', 'local', 'setup.mjs')], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('setup', { timeout: 60_000 }, () => {
  it('installs into a new checkout, says so, and prints nothing the next time', async () => {
    const first = setup()
    expect(first.status).toBe(0)
    expect(first.stdout).toMatch(announcement)
    expect(await readFile(join(root, 'node_modules', 'lib', 'package.json'), 'utf8')).toMatch('1.0.0')
    expect(setup()).toEqual(silence)
  })

  it('installs again if the lock file changed', async () => {
    setup()
    await writeJson('lib/package.json', { name: 'lib', version: '2.0.0' })
    await writeJson('package-lock.json', lockOf({ ...installed, lib: { version: '2.0.0' } }))
    expect(setup().stdout).toMatch(announcement)
    expect(setup()).toEqual(silence)
  })

  it('accepts a manual installation that omits other systems’ packages', async () => {
    const elsewhere = { 'node_modules/lib-win32': { version: '1.0.0', optional: true } }
    await writeJson('package-lock.json', lockOf({ ...installed, ...elsewhere }))
    await installByHand(installed)
    expect(setup()).toEqual(silence)
  })

  it.each([
    ['an older package', { ...installed, lib: { version: '0.9.0' } }],
    ['a missing package', { 'node_modules/lib': installed['node_modules/lib'] }],
    ['an extra package', { ...installed, 'node_modules/other': { version: '1.0.0' } }],
  ])('installs over %s', async (_what, packages) => {
    await installByHand(packages)
    expect(setup().stdout).toMatch(announcement)
  })

  it('reports a failure of npm', async () => {
    await writeJson('package.json', { name: 'checkout', dependencies: { lib: 'file:lib', other: 'file:other' } })
    const { status, stderr } = setup()
    expect(status).toBe(1)
    expect(stderr).toMatch('npm ci failed. See its message above.')
  })
})
