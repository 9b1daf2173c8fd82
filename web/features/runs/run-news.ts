import type { RunDelivery } from '#shared/model/run.ts'

type Packages = readonly Pick<RunDelivery, 'id'>[]

const packagesWere = (count: number) => (count === 1 ? '1 package was' : `${count} packages were`)

/** Says what was added to a run and what was taken off: `3 packages were added`. Returns '' if the packages are the same. */
export function runNewsText(before: Packages, after: Packages): string {
  const [known, now] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))]
  const added = [...now].filter((id) => !known.has(id)).length
  const taken = [...known].filter((id) => !now.has(id)).length
  return [added > 0 && `${packagesWere(added)} added`, taken > 0 && `${packagesWere(taken)} taken off`]
    .filter(Boolean)
    .join(', ')
}
