import type * as imports from '#shared/api/imports.ts'
import type { ImportColumns, ImportKind } from '#shared/model/import.ts'
import type { Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'
import { put, remove } from '../data/writes.ts'
import type { Operation } from '../http/operation.ts'

/**
 * How many choices of columns an organisation keeps for each kind of import. A choice says which column of a file has which field.
 */
const rememberedChoices = 20

async function newestFirst(table: Table, keys: TenantKeys, kind: ImportKind) {
  const stored = await table.queryAll(keys.importColumnsOf(kind), { consistent: true })
  return stored.sort((a, b) => (a.kept_at < b.kept_at ? 1 : -1))
}

export const listColumnChoices: Operation<typeof imports.listColumnChoices> = async ({ query, caller }, { table }) => {
  const stored = await newestFirst(table, caller.keys, query.kind)
  return stored.slice(0, rememberedChoices).map(({ choice }) => choice)
}

export const keepColumnChoice: Operation<typeof imports.keepColumnChoice> = async (
  { body, caller },
  { table, now },
) => {
  const { keys } = caller
  const key = (choice: ImportColumns) => keys.importColumns(choice)
  const stored = { choice: body, kept_at: now().toISOString() }
  const others = (await newestFirst(table, keys, body.kind)).filter(({ choice }) => key(choice).sk !== key(body).sk)
  const old = others.slice(rememberedChoices - 1)
  await table.write(put(key(body), stored), ...old.map(({ choice }) => remove(key(choice))))
  return body
}
