import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tableDesign } from '#functions/data/table-keys.ts'
import { refuseUndeployableIndexChanges, type TableIndex } from '#infra/operator/index-steps.ts'
import { fileOfLastRelease } from './last-release.ts'
import { makeRepository } from './scratch-repository.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The file in which each release records the indexes of its table. */
const indexesFilePath = 'tests/infra/indexes.json'

function lastReleaseWithIndexes(folder: string): { tag: string; indexes: readonly TableIndex[] } | undefined {
  const found = fileOfLastRelease(folder, indexesFilePath)
  return found && { tag: found.tag, indexes: JSON.parse(found.content) }
}

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

describe('between two releases', () => {
  it('the table gains or loses at most one index', () => {
    refuseTwoSince(root, own)
  })

  it('each release records its indexes', async () => {
    await expect(`${JSON.stringify(own, null, 2)}\n`).toMatchFileSnapshot('indexes.json')
  })
})

describe('in a repository', () => {
  const repository = makeRepository()
  const { folder, tag } = repository
  const index = (name: string): TableIndex => ({ name, partition: `${name}_pk`, sort: 'sk', projection: ['row'] })
  const indexesOf = (...names: string[]) => names.map(index)
  const commit = (names: readonly string[]) => repository.commit(indexesFilePath, names.map(index))

  beforeAll(() => commit(['a']))
  afterAll(repository.remove)

  it('without releases, nothing is compared', () => {
    expect(lastReleaseWithIndexes(folder)).toBeUndefined()
    expect(() => refuseTwoSince(folder, indexesOf('a', 'b', 'c'))).not.toThrow()
  })

  it('one new index since the last release is accepted, and two are rejected by name', () => {
    tag('v1.0')
    commit(['a', 'b'])
    expect(lastReleaseWithIndexes(folder)).toEqual({ tag: 'v1.0', indexes: indexesOf('a') })
    expect(() => refuseTwoSince(folder, indexesOf('a', 'b'))).not.toThrow()
    expect(() => refuseTwoSince(folder, indexesOf('a', 'b', 'c'))).toThrow('To be created: b, c.')
    expect(() => refuseTwoSince(folder, indexesOf('b'))).toThrow('To be created: b.\n  To be dropped: a.')
  })

  it('a release’s own commit is compared with the release before', { tags: ['proof'] }, () => {
    tag('v1.1')
    expect(lastReleaseWithIndexes(folder)?.tag).toBe('v1.0')
    commit(['a', 'b'])
    expect(lastReleaseWithIndexes(folder)?.tag).toBe('v1.1')
    expect(() => refuseTwoSince(folder, indexesOf('a', 'b', 'c'))).not.toThrow()
  })
})
