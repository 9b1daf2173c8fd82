import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areaNeeds, functionAreas } from '#infra/area-needs.ts'
import { listRights, rightsAmong, withPreviousRights } from '#infra/granted-rights.ts'
import { fileOfLastRelease } from './last-release.ts'
import { makeRepository } from './scratch-repository.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The file in which each release records the rights of its functions. */
const rightsFilePath = 'tests/infra/rights.json'

/** The rights that the code of a function uses, and those that it only keeps for the previous release. */
type Rights = Readonly<Record<string, { uses: readonly string[]; keeps: readonly string[] }>>

const own: Rights = Object.fromEntries(
  functionAreas.map((area) => {
    const { previous = {}, ...needs } = areaNeeds[area]
    return [area, { uses: listRights(rightsAmong(needs)), keeps: listRights(previous) }]
  }),
)

/**
 * Throws if a function loses a right that the last release uses, because the old version of the function still serves calls while
 * traffic shifts. Also throws for a right that is kept although the last release does not use it.
 */
function refuseNarrowedRights(folder: string, rights: Rights): void {
  const last = fileOfLastRelease(folder, rightsFilePath)
  if (!last) return
  const before: Rights = JSON.parse(last.content)
  for (const [area, { uses, keeps }] of Object.entries(rights)) {
    const used = before[area]?.uses ?? []
    const lost = used.filter((right) => !uses.includes(right) && !keeps.includes(right))
    if (lost.length > 0)
      throw new Error(
        `${last.tag} uses these rights of ${area}. Keep them under "former" for one release: ${lost.join(', ')}.`,
      )
    const idle = keeps.filter((right) => !used.includes(right))
    if (idle.length > 0)
      throw new Error(`${last.tag} does not use these rights of ${area}. Remove them: ${idle.join(', ')}.`)
  }
}

describe('between two releases', () => {
  it('no function loses a permission that the previous release uses', () => {
    refuseNarrowedRights(root, own)
  })

  it('each release records the permissions of its functions', async () => {
    await expect(`${JSON.stringify(own, null, 2)}\n`).toMatchFileSnapshot('rights.json')
  })
})

describe('in a repository', () => {
  const repository = makeRepository()
  const { folder } = repository
  const rights = (uses: readonly string[], keeps: readonly string[] = []): Rights => ({ auth: { uses, keeps } })

  beforeAll(() => {
    repository.commit(rightsFilePath, rights(['GetItem A', 'PutItem A']))
    repository.tag('v1.0')
    repository.commit(rightsFilePath, rights(['GetItem A']))
  })
  afterAll(repository.remove)

  it.each([
    ['the same permissions', rights(['GetItem A', 'PutItem A'])],
    ['an added permission', rights(['GetItem A', 'PutItem A', 'GetItem B'])],
    ['a permission kept for one release', rights(['GetItem A'], ['PutItem A'])],
    ['an added function', { ...rights(['GetItem A', 'PutItem A']), users: { uses: ['GetItem B'], keeps: [] } }],
  ])('%s is accepted', (_, changed) => {
    expect(() => refuseNarrowedRights(folder, changed)).not.toThrow()
  })

  it('a release that removes a permission is rejected by name', () => {
    expect(() => refuseNarrowedRights(folder, rights(['GetItem A']))).toThrow(
      'v1.0 uses these rights of auth. Keep them under "former" for one release: PutItem A.',
    )
  })

  it('a permission of a previous release that is not needed is rejected by name', () => {
    expect(() => refuseNarrowedRights(folder, rights(['GetItem A', 'PutItem A'], ['GetItem B']))).toThrow(
      'v1.0 does not use these rights of auth. Remove them: GetItem B.',
    )
  })

  it('the release after the next one may drop a permission of a previous release', { tags: ['proof'] }, () => {
    repository.commit(rightsFilePath, rights(['GetItem A'], ['PutItem A']))
    repository.tag('v1.1')
    repository.commit(rightsFilePath, rights(['GetItem A']))
    expect(() => refuseNarrowedRights(folder, rights(['GetItem A']))).not.toThrow()
  })
})

it('a permission of the previous release is granted beside those in use', () => {
  const needs = {
    alarmDescription: '',
    items: { user: ['GetItem'], delivery: ['Query'] },
    previous: { items: { user: ['PutItem'] }, objects: { 'tenants/': ['GetObject'] }, seals: true },
  } as const
  expect(withPreviousRights(needs)).toMatchObject({
    items: { user: ['GetItem', 'PutItem'], delivery: ['Query'] },
    objects: { 'tenants/': ['GetObject'] },
    seals: true,
  })
})
