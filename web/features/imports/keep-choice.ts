import { keepColumnChoice, listColumnChoices } from '#shared/api/imports.ts'
import { rememberedFieldNames } from '#shared/model/exchange-columns.ts'
import { headingLengthLimit, headingsLimit, type ImportColumns, type ImportKind } from '#shared/model/import.ts'
import { call } from '../../lib/api/call.ts'
import { forgetAnswers } from '../../lib/api/queries.ts'
import { importFieldsOf } from './column-heads.ts'
import type { MatchedColumns } from './match-columns.ts'
import type { DayMonthOrderByField } from './read-rows.ts'
import type { FileTable } from './read-table.ts'

/** How the columns of a file are read. */
export interface ColumnChoice {
  columns: MatchedColumns
  orders: DayMonthOrderByField
  /** The values that are the same for all rows. */
  same: Readonly<Record<string, unknown>>
}

/** Returns a label for each column: its head. If the head is empty or occurs more than once, the column's number is added. */
export const headNames = ({ heads }: FileTable) =>
  heads.map((head, i) => {
    const isOnly = head !== '' && heads.indexOf(head) === heads.lastIndexOf(head)
    return isOnly ? head : [head, `Column ${i + 1}`].filter(Boolean).join(', ')
  })

const storedHeads = (table: FileTable) => headNames(table).map((head) => head.slice(0, headingLengthLimit))

/** Returns the choice that was made for an earlier file with the same heads. */
export function rememberedChoice(table: FileTable, saved: readonly ImportColumns[]): ColumnChoice | undefined {
  const heads = storedHeads(table)
  const found = saved.find((choice) => JSON.stringify(choice.heads) === JSON.stringify(heads))
  if (!found) return undefined
  const columns: MatchedColumns = {}
  for (const field of importFieldsOf(found.kind)) {
    const at = (found.columns[field] ?? []).map((head) => heads.indexOf(head)).filter((index) => index >= 0)
    if (at.length > 0) columns[field] = at
  }
  return { columns, same: found.same, orders: found.orders }
}

/** Stores the choice for the next file with these heads. Values of patients are not remembered. */
export async function keepChoice(
  kind: ImportKind,
  table: FileTable,
  { columns, same, orders }: ColumnChoice,
): Promise<void> {
  const heads = storedHeads(table)
  if (heads.length > headingsLimit) return
  const named = Object.entries(columns).map(([field, at]) => [field, at.map((index) => heads[index] ?? '')])
  const remembered = Object.entries(same).filter(([field]) => Object.hasOwn(rememberedFieldNames, field))
  await call(keepColumnChoice, {
    body: { kind, heads, columns: Object.fromEntries(named), same: Object.fromEntries(remembered), orders },
  })
  // Forget the cached choices, so that the next file reads the stored ones.
  forgetAnswers(listColumnChoices)
}
