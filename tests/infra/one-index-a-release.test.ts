import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tableDesign } from '#functions/data/table-keys.ts'
import { refuseUndeployableIndexChanges, type TableIndex } from '#infra/operator/index-steps.ts'
import { indexesFilePath, lastReleaseWithIndexes } from './released-indexes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const own = tableDesign.indexes.map(({ name, partition, sort, projection }) => ({ name, partition, sort, projection }))

/**
 * Throws if more than one index in all was added to the table or removed from it since the last release, or if an index was altered
 * under the same name. Before the first release there is nothing to compare with, so the table may start with any number of
 * indexes.
 */
function refuseTwoSince(folder: string, designed: readonly TableIndex[]): void {
  const released = lastReleaseWithIndexes(folder)
  if (released) refuseUndeployableIndexChanges(released.indexes, designed, [])
}

describe('from a release to the next one', () => {
  it('the table gets or loses one index at most', () => {
    refuseTwoSince(root, own)
  })

  it('each release says which indexes it has', async () => {
    await expect(`${JSON.stringify(own, null, 2)}\n`).toMatchFileSnapshot('indexes.json')
  })
})

describe('in a repository', () => {
  let folder: string
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe' })
  const index = (name: string): TableIndex => ({ name, partition: `${name}_pk`, sort: 'sk', projection: ['row'] })
  function commit(names: readonly string[]) {
    writeFileSync(join(folder, indexesFilePath), JSON.stringify(names.map(index)))
    git('add', '.')
    git('-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '--allow-empty', '-m', names.join())
  }
  const indexesOf = (...names: string[]) => names.map(index)

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'carelane-releases-'))
    mkdirSync(dirname(join(folder, indexesFilePath)), { recursive: true })
    git('init', '--quiet')
    commit(['a'])
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('without a release there is nothing to compare with', () => {
    expect(lastReleaseWithIndexes(folder)).toBeUndefined()
    expect(() => refuseTwoSince(folder, indexesOf('a', 'b', 'c'))).not.toThrow()
  })

  it('one more index than the last release had is taken, two are refused by name', () => {
    git('tag', 'v1.0')
    commit(['a', 'b'])
    expect(lastReleaseWithIndexes(folder)).toEqual({ tag: 'v1.0', indexes: indexesOf('a') })
    expect(() => refuseTwoSince(folder, indexesOf('a', 'b'))).not.toThrow()
    expect(() => refuseTwoSince(folder, indexesOf('a', 'b', 'c'))).toThrow('To be created: b, c.')
    expect(() => refuseTwoSince(folder, indexesOf('b'))).toThrow('To be created: b.\n  To be dropped: a.')
  })

  it('a commit that is a release itself is compared with the one before', () => {
    git('tag', 'v1.1')
    expect(lastReleaseWithIndexes(folder)?.tag).toBe('v1.0')
    commit(['a', 'b'])
    expect(lastReleaseWithIndexes(folder)?.tag).toBe('v1.1')
    expect(() => refuseTwoSince(folder, indexesOf('a', 'b', 'c'))).not.toThrow()
  })
})
