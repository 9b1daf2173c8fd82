import { describe, expect, test } from 'vitest'
import { readImport } from '#tests/support/read-import.ts'
import { workbook } from '#tests/support/workbook.ts'
import {
  columnsWithoutRxNumber,
  hasOtherDays,
  matchColumns,
  missingRequiredFields,
  withFieldsAt,
} from '../../web/features/imports/match-columns.ts'
import { mendedCell } from '../../web/features/imports/read-rows.ts'

const text = (...lines: string[]) => lines.join('\n')
const heads = 'RXNO,PATIENT,PHONE,ADDRESS,CITY,STATE,ZIP,DATE,TIME,COPAY'
const ada = '1,"ROE, ADA",2035550141,18 Quarry Rd,Hamden,CT,06514,12/1/2026,9 AM,12.50'
const ben = '2,"ROE, BEN",2035550142,5 Mill Ln,New Haven,CT,06510,12/1/2026,3 PM,4'
const noPatient = 'This row has no phone number and no address'
const who = 'Name,Phone,Address,City,State,Zip'
const cay = 'Cay Roe,2035550143,7 Elm St,New Haven,CT,06510'
const utf16 = (content: string) => Uint8Array.from(Buffer.from(content, 'utf16le'))

describe('rows that are no deliveries', () => {
  test('have one problem each: totals, page numbers and comments', async () => {
    const { ready, found, counted } = await readImport(
      text(heads, ada, 'Page 1 of 2', ben, ',,,,,,Total:,,,$16.50', ',Total stops: 2,,,,,,,,$16.50', 'END OF LIST'),
    )
    expect(ready).toHaveLength(2)
    expect(found).toEqual([3, 5, 6, 7].map((number) => [number, undefined, noPatient]))
    expect(counted).toEqual([2, 3, 4, 5, 6, 7])
  })

  test('are left out and named if they repeat the header row, even after another mark of the file', async () => {
    const { ready, found, table } = await readImport(text(`\ufeff${heads}`, ada, `\ufeff${heads}`, ben))
    expect([ready.length, found, table.repeated]).toEqual([2, [], [3]])
  })

  test('keep their problems by cell if they have a name and more, or belong to an earlier row', async () => {
    const lines = text(`Order ID,${heads}`, `A,${ada}`, 'A,9,,,,,,,,,', ',3,"ROE, CAY",,,,,,12/1/2026,9 AM,')
    const { ready, found } = await readImport(lines)
    expect(ready).toMatchObject([{ row: { rx_information: [{ rx_number: '1' }, { rx_number: '9' }] } }])
    expect(found.map(([number, field]) => [number, field])).toContainEqual([4, 'phone'])
  })
})

describe('text files', () => {
  test('may have cells filled up with zero bytes, and a mark at their end', async () => {
    const padded = text(heads, ada.replaceAll(',', '\0\0,')).replace('"ROE\0\0, ADA"', 'ROE ADA')
    const { rows, found } = await readImport(`${padded}\r\n\x1a`)
    expect(found).toEqual([])
    expect(rows).toMatchObject([{ patient: { name: 'ROE ADA', city: 'Hamden' }, rx_information: [{ copay: 12.5 }] }])
  })

  test('may be UTF-16 without a mark', async () => {
    const content = text(heads, ada.replace('Quarry', 'Peña'))
    expect((await readImport(utf16(content))).rows).toMatchObject([{ patient: { address: '18 Peña Rd' } }])
    const big = Uint8Array.from(Buffer.from(content, 'utf16le').swap16())
    expect((await readImport(big)).rows).toMatchObject([{ patient: { address: '18 Peña Rd' } }])
  })

  test('are not pictures or documents', async () => {
    const words = { detail: 'This file can’t be read as a table. Save it as CSV or XLSX and choose it again.' }
    await expect(readImport('%PDF-1.7\n1,2\n\x02\x03,\x01')).rejects.toMatchObject(words)
    await expect(readImport(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 44, 44))).rejects.toMatchObject(words)
  })
})

describe('a time range of two columns', () => {
  const ranges = async (head: string, ...cells: string[]) => {
    const rows = cells.map((cell, i) => `${cay.replace('Cay', `Cay ${i}`)},12/1/2026,${cell}`)
    const { rows: read, found, columns } = await readImport(text(`${who},Delivery Date,${head}`, ...rows))
    return { read: read.map((row) => Reflect.get(row, 'time_range')), found, columns: columns.time_range }
  }

  test.each([
    'Earliest Time,Latest Time',
    'Time from,Time to',
    'delivery_window_start,delivery_window_end',
    'completeAfterTime,completeBeforeTime',
    'Window Start,Window End',
    'STARTTM,ENDTM',
    'dropoff_window_start,dropoff_window_end',
  ])('is read from its start to its end: %s', async (head) => {
    const { read, columns, found } = await ranges(head, '09:00,12:00', '13:00,15:00', '18:00,')
    expect([read, found, columns]).toEqual([['09:00-12:00', '12:00-15:00', '18:00-21:00'], [], [7, 8]])
  })

  test('is a problem if it has no start, or if no time range holds it', async () => {
    const { read, found } = await ranges('Earliest,Latest', ',12:00', '09:00,17:00')
    expect([read, found.map(([number, field]) => [number, field])]).toEqual([
      [],
      [
        [2, 'time_range'],
        [3, 'time_range'],
      ],
    ])
  })

  test('that spans several time ranges says so, and is corrected in the column of its start', async () => {
    const { found } = await ranges('Window Start,Window End', '09:00,14:00', '07:00,10:00')
    expect(found.map(([number, , words]) => [number, String(words).split(/[.:]/)[0]])).toEqual([
      [2, 'This time spans more than one time range'],
      [3, 'This time is outside all time ranges'],
    ])
    const { read } = await ranges('Window Start,Window End', '9 AM - 12 PM,14:00', '12:00 PM - 3:00 PM,14:00')
    expect(read).toEqual(['09:00-12:00', '12:00-15:00'])
  })

  test('gives the day too if its cells have one, in the organization’s time zone', async () => {
    const lines = ['2026-12-01T14:00:00Z,2026-12-01T17:00:00Z', '2026-12-02T00:30:00Z,2026-12-02T01:30:00Z']
    const rows = lines.map((line, i) => `${cay.replace('Cay', `Cay ${i}`)},${line}`)
    const read = await readImport(text(`${who},delivery_window_start,delivery_window_end`, ...rows))
    expect(read.rows).toMatchObject([
      { delivery_date: '2026-12-01', time_range: '09:00-12:00' },
      { delivery_date: '2026-12-01', time_range: '18:00-21:00' },
    ])
  })

  test.each([
    ['2026-12-02T00:00:00Z,2026-12-02T01:00:00Z', '2026-12-01T16:00:00Z,2026-12-01T20:00:00Z', '12:00 PM - 3:00 PM'],
    ['2026-12-01T23:00:00Z,', '2026-12-02T03:30:00Z,', '12-3 pm'],
    ['12/01/2026 9:00 AM,', '12/01/2026 8:00 AM,', '12:00-15:00'],
    ['12012026 9:00 AM,', '12012026 8:00 AM,', '1 PM'],
  ])('keeps the day of its cell when only the time is corrected: %s, %s', async (good, wrong, correction) => {
    const fileWith = (cells: string) =>
      text(`${who},delivery_window_start,delivery_window_end`, `${cay},${good}`, `Dee${cay.slice(3)},${cells}`)
    const { table, reading } = await readImport(fileWith(wrong))
    const row = table.rows[1] ?? { number: 0, cells: [] }
    const cell = mendedCell(table, reading, { row, field: 'time_range', at: 6 }, correction)
    const { rows, found } = await readImport(fileWith(`${cell},${wrong.split(',')[1]}`))
    expect(found).toEqual([])
    expect(rows[1]).toMatchObject({ delivery_date: '2026-12-01', time_range: '12:00-15:00' })
  })

  test.each([
    ['12/1/2026 9:00 AM - 12:00 PM', '09:00-12:00'],
    ['2026-12-01 12:00-15:00', '12:00-15:00'],
    ['2026-12-01T15:00 to 18:00', '15:00-18:00'],
  ])('may stand after its day in one cell: %s', async (cell, range) => {
    const { rows, found } = await readImport(text(`${who},Delivery Date`, `${cay},${cell}`))
    expect(found).toEqual([])
    expect(rows).toMatchObject([{ delivery_date: '2026-12-01', time_range: range }])
  })
})

describe('columns', () => {
  test('of a nursing home’s address and phone are recognized if the file has no others', async () => {
    const home = 'Fac Address\tFac City\tFac ST\tFac Zip\tFac Phone'
    const place = '1 Elm Ct\tHamden\tCT\t06514\t(203) 555-0450'
    const lines = (heads: string, cells: string) =>
      text(
        `Facility\tRoom\tPat ID\tResident Last\tResident First\tRx No\tDel Date\tDel Time\t${heads}`,
        `Elm Court\t12A\t0004411\tRoe\tAda\t7400001\t12/9/2026\t9 AM\t${cells}`,
      )
    const { rows, found } = await readImport(lines(home, place))
    expect(found).toEqual([])
    const there = { address: '1 Elm Ct', city: 'Hamden', state: 'CT', zip_code: '06514', phone: '(203) 555-0450' }
    expect(rows).toMatchObject([{ patient: { ...there, name: 'Ada Roe', apt_suite_building: '12A' } }])
    const long = await readImport(lines(home.replaceAll('Fac ', 'Facility '), place))
    expect(long.rows).toMatchObject([{ patient: there }])
    const own = 'Address\tCity\tState\tZip\tPhone'
    const both = await readImport(lines(`${home}\t${own}`, `${place}\t5 Mill Ln\tNew Haven\tCT\t06510\t`))
    expect(both.columns).toMatchObject({ address: [13], city: [14], state: [15], zip_code: [16], phone: [17] })
  })

  test('of order numbers are no names, even if their heading says so', async () => {
    const shop = 'Name,Shipping Name,Shipping Phone,Shipping Address1,Shipping City,Shipping Province,Shipping Zip'
    const order = `#1001,${cay}\n#1002,${cay.replace('Cay', 'Dee')}`
    const { rows, found } = await readImport(
      text(`${shop},Delivery Date,Time`, ...order.split('\n').map((line) => `${line},12/1/2026,9 AM`)),
    )
    expect(found).toEqual([])
    expect(rows).toMatchObject([{ patient: { name: 'Cay Roe' } }, { patient: { name: 'Dee Roe' } }])
  })

  test('of quantities are left out of files without items', async () => {
    const { rows, columns } = await readImport(text(`${who},Date,Time,Quantity,Price`, `${cay},12/1/2026,9 AM,1,4.00`))
    expect([rows.length, columns.quantity, columns.price]).toEqual([1, undefined, undefined])
  })

  test.each([
    ['12.50,0,0', 'copay'],
    ['1,0,0', 'collect_copay'],
    ['yes,no,no', 'collect_copay'],
  ])('of cash to collect have amounts or yes and no: %s', async (cells, field) => {
    const lines = cells.split(',').map((cell, i) => `${i},${cay.replace('Cay', `Cay ${i}`)},12/1/2026,9 AM,${cell}`)
    const { columns, found } = await readImport(text(`Rx #,${who},Date,Time,COD`, ...lines))
    expect([found, Reflect.get(columns, field)]).toEqual([[], [9]])
  })

  test('of residents have patients', async () => {
    const lines = text(
      'Resident Last,Resident First,Phone,Address,City,State,Zip,Date,Time',
      `Roe,${cay.replace(' Roe', '')},12/1/2026,9 AM`,
    )
    expect((await readImport(lines)).rows).toMatchObject([{ patient: { name: 'Cay Roe' } }])
  })

  test.each([
    ['DELVDATE,DELVTIME,PATIENT PAY AMT', '12/1/2026,9 AM,12.50'],
    ['DELDT,DELTM,COPAYAMT', '12/1/2026,0900,000012.5'],
    ['Deliv. Date,Deliv. Time,copay_total', '12/1/2026,9a-12p,$12.50'],
  ])('are recognized in short forms: %s', async (head, cells) => {
    const { rows, found } = await readImport(text(`RXNBR,${who},${head}`, `7,${cay},${cells}`))
    expect(found).toEqual([])
    expect(rows).toMatchObject([
      { delivery_date: '2026-12-01', time_range: '09:00-12:00', rx_information: [{ rx_number: '7', copay: 12.5 }] },
    ])
  })

  test('with the house number and the street are joined', async () => {
    const { rows } = await readImport(
      text(
        'recipientsNames,recipientsNumbers,destinationNumber,destinationStreet,destinationCity,destinationState,destinationPostalCode',
        'Cay,+12035550143,12,5th Avenue,Hamden,CT,06514',
      ),
      { kind: 'patients' },
    )
    expect(rows).toMatchObject([{ name: 'Cay', phone: '+12035550143', address: '12 5th Avenue' }])
  })

  test('with a whole address are found by their cells, though some are incomplete', async () => {
    const places = [
      '"18 Quarry Rd\nApt 2\nHamden, CT 06514"',
      '"5 Mill Ln, New Haven, CT 06510"',
      '"1 Dock Rd\nHamden CT 06514"',
      'Harbor',
    ]
    const { rows, found } = await readImport(
      text('Patient,Phone,Ship To', ...places.map((place, i) => `Ada ${i},203555014${i},${place}`)),
      { kind: 'patients' },
    )
    expect(rows).toMatchObject([
      { address: '18 Quarry Rd, Apt 2', city: 'Hamden', state: 'CT', zip_code: '06514' },
      { address: '5 Mill Ln', city: 'New Haven' },
      { address: '1 Dock Rd', city: 'Hamden' },
    ])
    expect(found).toEqual([[5, 'address', 'This is not a street, city, state and ZIP code.']])
  })

  test('of cash to collect have amounts, or yes and no', async () => {
    const lines = (...cods: string[]) => text('RXNO,Client,COD', ...cods.map((cod, i) => `${i},Ada,${cod}`))
    const { columns } = await readImport(lines('24.00', '', '12,50'))
    expect([columns.copay, columns.collect_copay]).toEqual([[2], undefined])
    expect((await readImport(lines('Y', '0', '1'))).columns).toMatchObject({ collect_copay: [2] })
  })

  test('with amounts need a column of RX numbers', () => {
    expect(columnsWithoutRxNumber({ copay: [3], fill_date: [1] })).toEqual([3, 1])
    expect(columnsWithoutRxNumber({ copay: [3], rx_number: [0] })).toEqual([])
  })

  test('with an unrecognized column of days are not planned for today', async () => {
    const table = async (head: string, cell: string) =>
      (await readImport(text(`${who},${head}`, `${cay},${cell}`))).table
    const asks = async (head: string, cell: string) => {
      const read = await table(head, cell)
      return hasOtherDays(read, matchColumns('deliveries', read), '2026-11-29')
    }
    expect(await asks('Expected', '12/1/2026')).toBe(true)
    expect(await asks('Expected', '20261201')).toBe(true)
    expect(await asks('Expected', '11/29/2026 4:12 PM')).toBe(false)
    expect(await asks('DOB', '12/1/1950')).toBe(false)
    expect(await asks('Store', '46357')).toBe(false)
  })

  test('chosen for the time range give the day too if their cells have one', async () => {
    const { table } = await readImport(text(`${who},Expected`, `${cay},12/1/2026 9:00 AM`))
    const columns = matchColumns('deliveries', table)
    const chosen = withFieldsAt(columns, table, { at: 6, fields: ['time_range'] })
    expect(missingRequiredFields('deliveries', chosen)).toEqual([])
    expect(chosen.delivery_date).toEqual([6])
    expect(withFieldsAt(columns, table, { at: 6, fields: ['delivery_date'] }).time_range).toBeUndefined()
  })
})

describe('cells', () => {
  test.each([
    ['"H: (203) 555-0191\nC: (203) 555-0192"', '(203) 555-0191'],
    ['Cell 203-555-0192', '203-555-0192'],
    ['203-555-0192 (cell) / 203-555-0193 (work)', '203-555-0192'],
    ['203/555-0192', '203/555-0192'],
    ['203-555-0192 ext. 12', '203-555-0192 ext. 12'],
  ])('with phone numbers and words give the first number: %s', async (cell, phone) => {
    const { rows, found } = await readImport(
      text('Name,Phone,Address,City,State,Zip', cay.replace('2035550143', cell)),
      {
        kind: 'patients',
      },
    )
    expect([found, rows]).toMatchObject([[], [{ phone }]])
  })

  test.each(['Ask Ben, 203-555-0192', '203-555-0192, 555-01', 'see notes'])(
    'with anything else than phone numbers are rejected: %s',
    async (cell) => {
      const { found } = await readImport(text(who, cay.replace('2035550143', `"${cell}"`)), { kind: 'patients' })
      expect(found).toEqual([[2, 'phone', 'Please enter a valid phone number']])
    },
  )

  test.each(['$12.50-', '12.50 -', '(12.50)', '-12.50'])('with a negative amount are rejected: %s', async (amount) => {
    const { found } = await readImport(text(heads, ada.replace('12.50', amount)))
    expect(found).toEqual([[2, 'copay', 'Cannot be negative']])
  })

  test('with a ZIP code of nine digits get its dash, and lose zeros that fill it up', async () => {
    const zipOf = async (zip: string) =>
      (await readImport(text(who, cay.replace('06510', zip)), { kind: 'patients' })).rows.map((row) =>
        Reflect.get(row, 'zip_code'),
      )
    expect(await zipOf('065101234')).toEqual(['06510-1234'])
    expect(await zipOf('065100000')).toEqual(['06510'])
  })

  test('of a workbook that is named CSV are read', async () => {
    const sheet = workbook({ name: 'DELV', rows: [['DELIVERY LOG'], who.split(','), cay.split(',')] })
    expect((await readImport(sheet, { kind: 'patients' })).rows).toMatchObject([{ name: 'Cay Roe', zip_code: '06510' }])
  })
})
