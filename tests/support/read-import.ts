import type { ImportKind } from '#shared/model/import.ts'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'
import type { IdRules } from '../../web/features/imports/group-rows.ts'
import { matchColumns, valuesAt } from '../../web/features/imports/match-columns.ts'
import { type DayMonthOrder, detectDayMonthOrder } from '../../web/features/imports/read-dates.ts'
import { dayFields, type Reading } from '../../web/features/imports/read-rows.ts'
import { readTable } from '../../web/features/imports/read-table.ts'
import { checkRows } from '../../web/features/imports/to-rows.ts'

interface ImportOptions extends IdRules {
  kind?: ImportKind
  same?: Reading['same']
  /** What comes first in dates that can be read in both orders. */
  first?: DayMonthOrder
}

/** Reads a file as the import page does, with the columns that it recognises itself. */
export async function readImport(
  content: string | Uint8Array<ArrayBuffer>,
  { kind = 'deliveries', same = {}, first = 'month', ...rules }: ImportOptions = {},
) {
  const table = await readTable(new File([content], 'file.csv'))
  const columns = matchColumns(kind, table)
  const orderOf = (at: number | undefined): DayMonthOrder => {
    const found = at === undefined ? undefined : detectDayMonthOrder(valuesAt(table, at))
    return found === 'day' || found === 'month' ? found : first
  }
  const orders = Object.fromEntries(dayFields.map((field) => [field, orderOf(columns[field]?.[0])]))
  const reading = { kind, columns, orders, same, timeZone: 'America/New_York', timeRanges: defaultTimeRanges }
  const checked = checkRows(table, reading, rules)
  const { ready, problems } = checked
  return {
    ...checked,
    table,
    reading,
    columns,
    rows: ready.map(({ row }) => row),
    found: problems.map(({ row, field, words }) => [row.number, field, words]),
    /** The numbers of the rows that are ready, or have a problem, or are hidden. */
    counted: [
      ...ready.flatMap(({ rows }) => rows.map(({ number }) => number)),
      ...new Set(problems.map(({ row }) => row.number)),
      ...table.hidden.map(({ number }) => number),
    ].sort((a, b) => a - b),
  }
}
