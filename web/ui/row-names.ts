import { groupBy } from '#shared/rules/group-by.ts'

/** Returns a function that names a row for its controls: the row's name, with a number if several rows have the same name. */
export function uniqueRowNamer<R extends { id: string }>(
  rows: readonly R[],
  nameOf: (row: R) => string,
): (row: R) => string {
  const named = groupBy(rows, nameOf)
  return (row) => {
    const name = nameOf(row)
    const alike = named.get(name) ?? []
    return alike.length > 1 ? `${name} (${alike.findIndex(({ id }) => id === row.id) + 1} of ${alike.length})` : name
  }
}
