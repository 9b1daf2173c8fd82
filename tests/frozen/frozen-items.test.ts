import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { expect } from 'vitest'
import type { Item, PrimaryKey } from '#functions/data/key.ts'
import { tableDesign } from '#functions/data/table-keys.ts'
import { app, test } from '#tests/support/product-test.ts'
import { createEveryEntity } from './every-entity.ts'
import { frozenReleases, readFrozen } from './frozen.ts'
import { kindAt, kindNames } from './kind-of-place.ts'

/**
 * The fields of an object with the types of their values. A field is included if every object of this kind that today's code writes
 * has it.
 */
type Fields = Map<string, Set<string>>

/** The fields of what today's code writes: those of items by their kind, and those of the objects inside them by kind and path. */
const today = new Map<string, Fields>()

test.beforeAll(async () => {
  await createEveryEntity(app)
  const { client, inUse } = app.table
  const name = await inUse.forWriting()
  const objects = new Map<string, Item[]>()
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name }))
    for (const item of Items)
      for (const { path, object } of objectsOf({ ...item, pk: String(item.pk), sk: String(item.sk) }))
        objects.set(path, [...(objects.get(path) ?? []), object])
  for (const [path, all] of objects) today.set(path, commonFields(all))
})

interface Found {
  path: string
  object: Item
}

/** Returns an item as its kind reads it, and every object inside it. */
function objectsOf({ pk, sk, ...item }: Item & PrimaryKey) {
  const kind = kindAt({ pk, sk })
  const own = Object.fromEntries(Object.entries(item).filter(([name]) => !indexKeys.has(name)))
  return within(kind.name, kind.read(own))
}

const indexKeys = new Set<string>(tableDesign.indexes.flatMap(({ partition, sort }) => [partition, sort]))

/** Objects whose fields are named by ids. */
const byIds = new Set(['run.numbers'])

function within(path: string, value: unknown): Found[] {
  if (Array.isArray(value)) return value.flatMap((entry) => within(`${path}[]`, entry))
  if (typeof value !== 'object' || value === null || byIds.has(path)) return []
  return [
    { path, object: value },
    ...Object.entries(value).flatMap(([name, inner]) => within(`${path}.${name}`, inner)),
  ]
}

const sortOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

function commonFields(objects: readonly Item[]): Fields {
  const names = Object.keys(objects[0] ?? {}).filter((name) => objects.every((object) => object[name] !== undefined))
  return new Map(names.map((name) => [name, new Set(objects.map((object) => sortOf(object[name])))]))
}

/**
 * Whether the type of a frozen value fits the types that the field has today. A field that is null today may have had a value in
 * the earlier release, and the other way round.
 */
const agree = (sort: string, sorts: ReadonlySet<string>) => sort === 'null' || sorts.has('null') || sorts.has(sort)

test.each(frozenReleases)('today’s code reads everything that release %s stored', (release) => {
  const problems = new Set<string>()
  for (const { path, object } of readFrozen(release).items.flatMap(objectsOf))
    for (const [field, sorts] of today.get(path) ?? []) {
      const sort = sortOf(object[field])
      const place = `${field} of a ${path} of ${release}`
      if (sort === 'undefined') problems.add(`There is no ${place}: give it a default in functions/data/entities`)
      else if (!agree(sort, sorts))
        problems.add(
          `The ${place} is a ${sort}, today's a ${[...sorts]}: have its kind in functions/data/entities read it as one`,
        )
    }
  expect([...problems]).toEqual([])
})

test('today’s code still writes every entity that an old release stored', () => {
  for (const release of frozenReleases)
    for (const key of readFrozen(release).items) expect([...today.keys()]).toContain(kindAt(key).name)
})

test('`createEveryEntity` writes every entity, so that the next release is frozen in full', () => {
  expect(kindNames.filter((name) => !today.has(name))).toEqual(['migration'])
})
