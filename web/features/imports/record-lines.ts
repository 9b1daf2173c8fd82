import type { ImportField } from './column-heads.ts'
import type { ReadRow } from './read-rows.ts'
import type { TableRow } from './read-table.ts'
import { pickValues, withoutNothing } from './row-values.ts'

/** A prescription or an item of a record, and the row of the file that has it. */
interface Line {
  line: Record<string, unknown>
  row: TableRow
}

/** Numbers of several prescriptions in one cell. */
const severalNumbers = /^[a-z]*\d[\w-]{3,}(?:(?:\s*[,;/&|+]\s*|\s+(?:and\s+)?)[a-z]*\d[\w-]{3,})+$/i

/** Returns the prescriptions of rows. If a row has several, the first of them has its copay. */
export function rxLinesIn(rows: readonly ReadRow[]): Line[] {
  const fields = ['rx_number', 'rx_date', 'copay', 'fill_date', 'fill_number'] as const
  return linesIn(rows, fields).flatMap(({ line, row }) => {
    const { rx_number, copay, ...others } = line
    const text = String(rx_number ?? '')
    if (!severalNumbers.test(text)) return [{ line, row }]
    const numbers = text.split(/\s+and\s+|[\s,;/&|+]+/i)
    return numbers.map((number, i) => ({
      line: withoutNothing({ rx_number: number, ...others, copay: i === 0 ? copay : undefined }),
      row,
    }))
  })
}

export const skuLinesIn = (rows: readonly ReadRow[]): Line[] => linesIn(rows, ['sku_number', 'quantity', 'price'])

const linesIn = (rows: readonly ReadRow[], fields: readonly ImportField[]): Line[] =>
  rows
    .map(({ row, values }) => ({ row, line: pickValues(values, fields) }))
    .filter(({ line }) => Object.keys(line).length > 0)
