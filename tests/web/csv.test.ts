import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '#tests/support/read-csv.ts'
import { csvRowsText, csvText, withoutFormulaApostrophe } from '../../web/lib/browser/csv.ts'

/** Any texts, and texts made of the characters that mean something in a spreadsheet or in CSV. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom("'", '"', '=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', ',', ' ', 'A'),
  }),
)

test('no exported cell starts a formula, and each is read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.array(texts, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
      const cells = readCsv(csvRowsText(rows))
      for (const cell of cells.flat()) expect(cell).not.toMatch(/^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/)
      expect(cells.map((row) => row.map(withoutFormulaApostrophe))).toEqual(rows)
    }),
  )
})

test.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1 (860) 555-0100', "'+1 (860) 555-0100"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', `"'\rx"`],
  ['O’Brien, "Al"', '"O’Brien, ""Al"""'],
  ["'tis", "'tis"],
])('%j is written as the cell %j', (text, cell) => {
  expect(csvRowsText([[text]])).toBe(`${cell}\r\n`)
})

test('a file starts with a UTF-8 mark; numbers stay numbers and missing values are empty', () => {
  expect(csvText([['Name', -1.5, true, null]])).toBe('\ufeffName,-1.5,true,\r\n')
})
