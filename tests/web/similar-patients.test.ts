import { describe, expect, test } from 'vitest'
import { readImport } from '#tests/support/read-import.ts'

interface Fields {
  name?: string
  phone?: string
  address?: string
  apt?: string
  zip?: string
  id?: string
}

let prescriptions = 0
function row({ name = 'Amy Test', phone = '555-010-0142', address = '12 Elm St', ...rest }: Fields = {}) {
  const { apt = '', zip = '06510', id = '' } = rest
  return [id, name, phone, address, apt, 'New Haven', 'CT', zip, '12/01/2026', '9 AM', ++prescriptions + 1000, 10]
}
const heads = 'Patient ID,Patient Name,Phone,Address,Apt,City,State,Zip,Delivery Date,Time,RX Number,Copay'
const fileOf = (...rows: ReturnType<typeof row>[]) => [heads, ...rows.map((cells) => cells.join(','))].join('\n')

const otherPhone = { phone: '555-010-0199' }
const otherPlace = { address: '4 Oak Ave', zip: '06511' }
const looksLike = (differs: string, first = 2) =>
  `This looks like Amy Test in row ${first}, whose ${differs} is different`

describe('two rows of a file with one name and address', () => {
  test('ask whether they are one patient if their phone numbers differ', async () => {
    const { found, similar, counted } = await readImport(fileOf(row(), row(otherPhone), row(otherPhone), row()))
    expect(found).toEqual([
      [3, 'phone', looksLike('phone number')],
      [4, 'phone', looksLike('phone number')],
    ])
    expect(similar).toBe(2)
    expect(counted).toEqual([2, 3, 4, 5])
  })

  test('ask whether they are one patient if their addresses differ and their phone numbers do not', async () => {
    expect((await readImport(fileOf(row(), row(otherPlace)))).found).toEqual([[3, 'address', looksLike('address')]])
  })

  test('become one delivery with the last phone number if they are one patient', async () => {
    const { rows, found } = await readImport(fileOf(row(), row(otherPhone)), { alike: 'same_patient' })
    expect(found).toEqual([])
    expect(rows).toMatchObject([{ patient: otherPhone, rx_information: [{}, {}] }])
    expect(rows).toHaveLength(1)
  })

  test('become two patients only if someone says so, and the others of the file are sent as before', async () => {
    const { rows } = await readImport(fileOf(row(), row(otherPhone), row({ name: 'Ben Other' })), {
      alike: 'new_patient',
    })
    expect(rows.map((one) => ('new_patient' in one ? one.new_patient : false))).toEqual([false, true, false])
  })

  test.each([
    ['another name', { name: 'Amy Tester', ...otherPhone }],
    ['another apartment', { apt: '4B', ...otherPhone }],
    ['another ID', { id: 'P-2', ...otherPhone }],
    ['the same phone number in other digits', { phone: '(555) 010 0142' }],
  ])('ask nothing of %s', async (_, other) => {
    const first = row({ apt: '2A', id: 'P-1' })
    expect((await readImport(fileOf(first, row({ apt: '2A', id: 'P-1', ...other })))).similar).toBe(0)
  })

  test('ask in a file of patients, too', async () => {
    const content = [
      'Name,Phone,Address,City,State,Zip',
      'Amy Test,555-010-0142,12 Elm St,New Haven,CT,06510',
      '"Test, Amy",555-010-0199,12 ELM ST.,New Haven,CT,06510',
    ].join('\n')
    expect((await readImport(content, { kind: 'patients' })).found).toMatchObject([
      [3, 'phone', expect.stringContaining('in row 2, whose phone number is different')],
    ])
  })
})

describe('copays in a file that does not say whether to collect them', () => {
  test('are counted for each delivery, and collected if someone decides so', async () => {
    const content = fileOf(row(), row({ name: 'Ben Other' }))
    const { ready, rows } = await readImport(content)
    expect(ready.map(({ uncollected }) => uncollected)).toEqual([10, 10])
    expect(rows.filter((one) => 'collect_copay' in one)).toEqual([])
    const decided = await readImport(content, { collectsCopays: true })
    expect(decided.rows).toMatchObject([{ collect_copay: true }, { collect_copay: true }])
    expect(decided.ready.map(({ uncollected }) => uncollected)).toEqual([10, 10])
  })

  test('are not asked about if the file or the choice for all rows says it', async () => {
    const [header, line] = fileOf(row()).split('\n')
    const withColumn = [`Collect Copay,${header}`, `No,${line}`].join('\n')
    for (const { ready } of [
      await readImport(withColumn),
      await readImport(fileOf(row()), { same: { collect_copay: true } }),
    ])
      expect(ready.map(({ uncollected }) => uncollected)).toEqual([0])
  })
})
