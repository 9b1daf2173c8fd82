import { describe, expect, test } from 'vitest'
import { readImport } from '#tests/support/read-import.ts'
import { sheetStyles, workbook } from '#tests/support/workbook.ts'
import { missingRequiredFields } from '../../web/features/imports/match-columns.ts'
import { detectDayMonthOrder } from '../../web/features/imports/read-dates.ts'
import { withHiddenRows } from '../../web/features/imports/read-table.ts'

const text = (...lines: string[]) => lines.join('\n')

const heads = 'Rx Number,Patient Name,Phone,Address,City,State,Zip,Delivery Date,Time,Copay'
type Cells = Partial<
  Record<'rx' | 'name' | 'phone' | 'street' | 'city' | 'state' | 'zip' | 'date' | 'time' | 'copay', string>
>
const cells = (more: Cells = {}) => [
  ...[more.rx ?? '1', more.name ?? 'Ana Prueba', more.phone ?? '(555) 010-0201', more.street ?? '12 Calle Uno'],
  ...[more.city ?? 'Miami', more.state ?? 'FL', more.zip ?? '33101', more.date ?? '12/15/2026'],
  ...[more.time ?? '9 AM', more.copay ?? '12.50'],
]
const quoted = (cell: string) => (/[,"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const line = (more: Cells = {}) => cells(more).map(quoted).join(',')
const lines = (...rows: Cells[]) =>
  text(heads, ...rows.map((row, i) => line({ rx: String(i + 1), name: `Ana ${i}`, ...row })))

const copays = async (...amounts: string[]) => {
  const { rows, found } = await readImport(lines(...amounts.map((copay) => ({ copay }))))
  return { read: rows.map((row) => Reflect.get(row, 'rx_information')[0].copay), found }
}

describe('numbers', () => {
  test('a decimal comma is read with any separator', async () => {
    expect(await copays('12,50', '7,5', '1.234,50', '0,99', '1.234')).toEqual({
      read: [12.5, 7.5, 1234.5, 0.99, 1234],
      found: [],
    })
    const semicolons = text(heads.replaceAll(',', ';'), cells({ copay: '12,50' }).join(';'))
    const { rows } = await readImport(`\ufeff${semicolons.replaceAll('\n', '\r\n')}\r\n`)
    expect(rows).toMatchObject([{ rx_information: [{ copay: 12.5 }] }])
  })

  test('commas between thousands are read', async () => {
    expect(await copays('$1,234.50', '1,234', '12')).toEqual({ read: [1234.5, 1234, 12], found: [] })
    expect(await copays('1,234')).toEqual({ read: [1234], found: [] })
  })

  test('an ambiguous number in a column with both marks is a problem', async () => {
    const words = 'This number can be read in two ways, because the column has both decimal points and decimal commas'
    expect(await copays('12,50', '12.50', '1,234', '5')).toEqual({
      read: [12.5, 12.5, 5],
      found: [[4, 'copay', words]],
    })
  })

  test.each(['1,2,3', '1,5 pieces', '1.23E+02', '12%', '1 2'])('%s is rejected', async (copay) => {
    expect((await copays(copay)).found).toEqual([[2, 'copay', 'Must be a number']])
  })
})

describe('times of day', () => {
  const outside =
    'This time is outside all time ranges: 9:00 AM - 12:00 PM, 12:00 PM - 3:00 PM, 3:00 PM - 6:00 PM, 6:00 PM - 9:00 PM'
  const none = 'This is not a time of day.'
  test.each([
    ['12/1/2026 9:00:00 AM', '09:00-12:00'],
    ['12/01/2026 3:00 PM', '15:00-18:00'],
    ['12/30/1899 6:00:00 PM', '18:00-21:00'],
    ['3/1/2027 9:00 AM', '09:00-12:00'],
    ['6/1/2027 12:00 PM', '12:00-15:00'],
    ['9/1/2027 6:00 PM', '18:00-21:00'],
    ['2026-12-01T15:00:00', '15:00-18:00'],
    ['2026-12-01T20:00:00.000Z', '15:00-18:00'],
    ['2026-12-01 15:00:00-05', '15:00-18:00'],
    ['Dec  1 2026  9:00AM', '09:00-12:00'],
    ['01-DEC-26 09.30.00.000000 AM', '09:00-12:00'],
    ['12/01/2026 0900', '09:00-12:00'],
    ['202612011530', '15:00-18:00'],
    ['20261201153000', '15:00-18:00'],
    ['12:00 noon', '12:00-15:00'],
    ['10:00 AM', '09:00-12:00'],
    ['0900', '09:00-12:00'],
    ['3p', '15:00-18:00'],
    ['noon', '12:00-15:00'],
    ['0.375', '09:00-12:00'],
    ['9 - 12 PM', '09:00-12:00'],
    ['3-6', '15:00-18:00'],
    ['between 6 and 9 PM', '18:00-21:00'],
    ['3:00', '15:00-18:00'],
  ])('%s is in the time range %s', async (time, time_range) => {
    expect((await readImport(lines({ time }))).rows).toMatchObject([{ time_range }])
  })

  test.each([
    ['9 to 5', outside.replace('is outside all time ranges:', 'spans more than one time range. Enter one of:')],
    ['8 AM', outside],
    ['03:00', outside],
    ['12/1/2026 12:00:00 AM', outside],
    ['12 Main St', none],
    ['12/1/2026', none],
    ['ASAP', none],
    ['25:00', none],
    ['', 'Time range is required'],
  ])('%s is rejected: %s', async (time, words) => {
    const { rows, found } = await readImport(lines({ time }))
    expect([rows, found]).toEqual([[], [[2, 'time_range', words]]])
  })

  test('3:00 in a 24-hour column is at night, outside all time ranges', async () => {
    const { rows, found } = await readImport(lines({ time: '15:00' }, { time: '3:00' }))
    expect([rows.length, found]).toEqual([1, [[3, 'time_range', outside]]])
  })
})

describe('dates', () => {
  test.each([
    ...['2026/12/01', 'Tue 12/01/2026', 'Tuesday, December 1, 2026', 'Dec  1 2026 12:00AM', '12/1/2026 12:00:00 AM'],
    ...['2026-12-01T00:00:00.000Z', '1-DEC-26', '01DEC2026', 'December 1st, 2026', '2026.12.1', '12-01-2026', '46357'],
    ...['46357.5', '1 December 2026', '12.1.26', 'Tue Dec 01 2026 00:00:00 GMT-0500 (Eastern Standard Time)'],
  ])('%s is read as December 1', async (date) => {
    const { rows, found } = await readImport(lines({ date, time: '9 AM' }, { date: '12/31/2026' }))
    expect([found, rows[0]]).toMatchObject([[], { delivery_date: '2026-12-01' }])
  })

  test('eight digits are read if the whole column has them', async () => {
    const { rows } = await readImport(lines({ date: '12012026' }, { date: '12312026' }))
    expect(rows).toMatchObject([{ delivery_date: '2026-12-01' }, { delivery_date: '2026-12-31' }])
    const mixed = await readImport(lines({ date: '12012026' }, { date: '12/31/2026' }))
    expect(mixed.found).toEqual([[2, 'delivery_date', 'Invalid date']])
  })

  test('of eight digits with times are asked about if they can be read in two orders', () => {
    expect(detectDayMonthOrder(['01122026 09:00', '02122026 09:00'])).toBeUndefined()
    expect(detectDayMonthOrder(['01122026 09:00', '13122026 09:00'])).toBe('day')
    expect(detectDayMonthOrder(['202612010900'])).toBe('either')
    expect(detectDayMonthOrder(['12/13/2026', '01/02/2027'])).toBe('month')
  })

  test.each(['12/01/0026', '13/13/2026', '2026-02-30', '26/12/01', 'next Friday', '9 to 5', '4635'])(
    '%s is rejected',
    async (date) => {
      expect((await readImport(lines({ date }))).found).toEqual([[2, 'delivery_date', 'Invalid date']])
    },
  )

  test('a date with a time fills both fields if no other column has times', async () => {
    const { rows } = await readImport(
      text(
        'Patient,Phone,Address,City,State,Zip,Deliver By',
        'Ada,5550100201,1 First St,Hamden,CT,06514,12/1/2026 3:30 PM',
      ),
    )
    expect(rows).toMatchObject([{ delivery_date: '2026-12-01', time_range: '15:00-18:00' }])
  })
})

describe('quotation marks', () => {
  test.each([',', ';', '\t', '|'])('affect only their own row if not closed, separator %j', async (mark) => {
    const names = ['A One', '"Bob" Two', 'C Three', 'D Four', 'E Five']
    const rows = names.map((name, i) => cells({ rx: String(i), name, copay: '1' }).join(mark))
    const { ready, found, counted, table } = await readImport(text(heads.replaceAll(',', mark), ...rows))
    expect(ready).toHaveLength(4)
    expect(found).toEqual([[3, undefined, 'This row has a quotation mark that is not closed']])
    expect(counted).toEqual([2, 3, 4, 5, 6])
    expect(table.rows[1]?.cells[1]).toBe('"Bob" Two')
  })

  test('in two different rows do not swallow the rows between them', async () => {
    const streets = ['1 A St', '"Rear 2 B St', '3 C St', '4 D St"', '5 E St']
    const { ready, counted } = await readImport(
      text(heads, ...streets.map((street, i) => cells({ rx: String(i), name: `Ana ${i}`, street }).join(','))),
    )
    expect([ready.length, counted]).toEqual([4, [2, 3, 4, 5, 6]])
  })

  test('in two rows do not join them if the second row has another one that is not closed', async () => {
    const written = [{ name: '"Ann' }, { rx: '2', name: 'Ben"', copay: '"5' }, { rx: '3', name: 'Cay' }]
    const { ready, counted } = await readImport(text(heads, ...written.map((row) => cells(row).join(','))))
    expect([ready.length, counted]).toEqual([1, [2, 3, 4]])
  })

  test('for inches, and in cells with line breaks, commas and quotes, are read correctly', async () => {
    const streets = ['12 Harbor St\nRear', '5" pipe', 'The "Rear", 12 Harbor St']
    const { rows, found } = await readImport(lines(...streets.map((street) => ({ street }))))
    expect(found).toEqual([])
    expect(rows.map((row) => Reflect.get(row, 'patient').address)).toEqual(['12 Harbor St, Rear', ...streets.slice(1)])
  })

  test('may have spaces before them', async () => {
    const { rows } = await readImport(text(heads, cells({ name: '"Prueba, Ana"' }).join(', ')))
    expect(rows).toMatchObject([{ patient: { name: 'Prueba, Ana' } }])
  })
})

describe('identifiers', () => {
  const patients = (...rows: string[]) => text('Patient ID,Name,Phone,Address,City,State,Zip', ...rows)
  const ada = 'Ada Sample,555-010-0281,1 First St,New Haven,CT,06510'
  const ben = 'Ben Other,555-010-0282,2 Second St,New Haven,CT,06511'
  const shortened = 'A spreadsheet has shortened this number. Format the column as text and export again.'

  test('shortened by a spreadsheet are rejected', async () => {
    const { ready, found } = await readImport(patients(`1.23457E+12,${ada}`, `1.23457E+12,${ben}`), {
      kind: 'patients',
    })
    expect([ready, found]).toEqual([[], [2, 3].map((number) => [number, 'external_id', shortened])])
    expect((await readImport(lines({ rx: '7.10E+11' }))).found).toEqual([[2, 'rx_number', shortened]])
    const sheet = workbook({ name: 'A', rows: [patients().split(','), [1234567890123456, ...ada.split(',')]] })
    expect((await readImport(sheet, { kind: 'patients' })).found).toEqual([[2, 'external_id', shortened]])
  })

  test('with two names are a problem until the user confirms the new name', async () => {
    const file = patients(`7,${ada}`, `7,${ben}`, `7,"SAMPLE, ADA",555-010-0281,1 First St,New Haven,CT,06510`)
    const { ready, found } = await readImport(file, { kind: 'patients' })
    expect([ready.length, found]).toEqual([2, [[3, 'external_id', 'This ID belongs to Ada Sample.']]])
    const { rows } = await readImport(file, { kind: 'patients', renames: true })
    expect(rows.map((row) => Reflect.get(row, 'rename'))).toEqual([undefined, true, undefined])
  })

  test('whose leading zeros a spreadsheet dropped belong to the same delivery', async () => {
    const head = `Order ID,${heads}`
    const { ready } = await readImport(text(head, `000900,${line({ rx: '1' })}`, `900,${line({ rx: '2' })}`))
    expect(ready).toHaveLength(1)
  })

  test('lose the marks that make spreadsheets read numbers as text', async () => {
    const { rows } = await readImport(
      patients(`"=""00012""",${ada}`, `'00013,${ben}`, `14.0,${ada.replace('Ada', 'Cay')}`),
      {
        kind: 'patients',
      },
    )
    expect(rows).toMatchObject([{ external_id: '00012' }, { external_id: '00013' }, { external_id: '14' }])
  })
})

describe('cells', () => {
  test.each(['NULL', '(null)', '\\N', 'N/A', '#N/A', 'none', '-', 'nan'])(
    'with %s are empty, except for a name',
    async (word) => {
      const { rows, found } = await readImport(
        text(
          'Name,Phone,Address 1,Address 2,City,State,Zip,Gate Code,Email',
          `${word},555-010-0281,1 First St,${word},Hamden,CT,06514,${word},${word}`,
        ),
        { kind: 'patients' },
      )
      expect(found).toEqual([])
      expect(Object.keys(rows[0] ?? {})).toEqual(['name', 'phone', 'address', 'city', 'state', 'zip_code'])
      expect(rows).toMatchObject([{ name: word }])
    },
  )

  test('with a line break get a comma, or a space in notes and names', async () => {
    const { rows } = await readImport(
      text(
        `${heads},Notes`,
        `${line({ street: '12 Harbor St\r\nRear entrance', name: 'Ana\nPrueba' })},"Ring\n\ntwice"`,
      ),
    )
    expect(rows).toMatchObject([
      { patient: { address: '12 Harbor St, Rear entrance', name: 'Ana Prueba' }, delivery_notes: 'Ring twice' },
    ])
  })

  test('with several phone numbers give the first one, and its extension goes to the access notes', async () => {
    const { rows, extensions } = await readImport(
      text(
        'Name,Home Phone,Cell Phone,Work Phone,Address,City,State,Zip',
        'Ada,555-010-0281,,,1 First St,Hamden,CT,06514',
        'Ben,555-010-0282,NULL,555-010-0283,2 First St,Hamden,CT,06514',
        'Cay,555-010-0284,555-010-0285,,3 First St,Hamden,CT,06514',
        'Dan,,,555-010-0286 x204,4 First St,Hamden,CT,06514',
      ),
      { kind: 'patients' },
    )
    expect(rows.map((row) => Reflect.get(row, 'phone'))).toEqual([
      ...['555-010-0281', '555-010-0282', '555-010-0285', '555-010-0286 x204'],
    ])
    expect(extensions).toBe(1)
  })

  test('with parts of a name or an address are joined in order', async () => {
    const { rows } = await readImport(
      text(
        'LNAME,FNAME,MI,Suffix,PATPHONE,PATADDR1,PATADDR2,Bldg,PATCITY,PATST,PATZIP',
        'Hopper,Grace,M,Jr,5550100281,1 First St,Apt 4,B,Hamden,CT,06514',
      ),
      { kind: 'patients' },
    )
    expect(rows).toMatchObject([{ name: 'Grace M Hopper Jr', address: '1 First St', apt_suite_building: 'Apt 4, B' }])
  })

  test.each([
    ['City State Zip', '"New Haven, CT 06510"', { city: 'New Haven', state: 'CT', zip_code: '06510' }],
    ['City/State/Zip', 'New Haven Connecticut 6510', { city: 'New Haven', state: 'CT', zip_code: '06510' }],
    ['CSZ', '"New York, New York, 10001-1234"', { city: 'New York', state: 'NY', zip_code: '10001-1234' }],
  ])('with a whole place are split: %s', async (head, cell, place) => {
    const { rows } = await readImport(text(`Name,Phone,Address,${head}`, `Ada,5550100281,1 First St,${cell}`), {
      kind: 'patients',
    })
    expect(rows).toMatchObject([{ address: '1 First St', ...place }])
  })

  test('with a whole address are split, or reported if that fails', async () => {
    const file = (...addresses: string[]) =>
      text('Name,Phone,Full Address', ...addresses.map((address, i) => `Ada ${i},555010028${i},"${address}"`))
    const { rows, found } = await readImport(file('1 First St, Apt 4, Hamden, CT 06514, USA', 'Hamden'), {
      kind: 'patients',
    })
    expect(rows).toMatchObject([{ address: '1 First St, Apt 4', city: 'Hamden', state: 'CT', zip_code: '06514' }])
    expect(found).toEqual([[3, 'address', 'This is not a street, city, state and ZIP code.']])
  })

  test('with a ZIP code get leading zeros back only if they fit the state', async () => {
    const { rows, found } = await readImport(
      lines(
        { state: 'Connecticut', zip: '6510' },
        { state: 'PR', zip: '601' },
        { state: 'CT', zip: '65101234' },
        { state: 'IL', zip: '6061' },
      ),
    )
    expect(rows.map((row) => Reflect.get(row, 'patient').zip_code)).toEqual(['06510', '00601', '06510-1234'])
    expect(found).toEqual([[5, 'zip_code', 'This ZIP code is incomplete. With leading zeros, it would be outside IL.']])
  })

  test.each([', ', '; ', '/', ' & ', '|', ' + ', ' and ', '\n'])(
    'with prescription numbers between %j become several prescriptions',
    async (mark) => {
      const { rows } = await readImport(lines({ rx: ['7100001', '7100002', '7100003'].join(mark) }))
      expect(rows).toMatchObject([
        { rx_information: [{ rx_number: '7100001', copay: 12.5 }, { rx_number: '7100002' }, { rx_number: '7100003' }] },
      ])
    },
  )
})

describe('columns', () => {
  test('with an ID for each fill do not identify a delivery, and its rows are reported as one', async () => {
    const head = 'transaction_id,rx_number,patient_last_name,patient_first_name,patient_home_phone,patient_cell_phone'
    const more =
      'patient_address1,patient_address2,patient_city,patient_state,patient_zip_code,delivery_date,delivery_time'
    const row = (id: number) =>
      `${id},710000${id},Hopper,Grace,5550100281,,1 First St,,Hamden,CT,06514,12/1/2026,9:00 AM`
    const { rows, columns, table } = await readImport(text(`${head},${more}`, row(1), row(2), row(3)))
    expect(missingRequiredFields('deliveries', columns)).toEqual([])
    expect(table.heads.filter((_, at) => !Object.values(columns).flat().includes(at))).toEqual(['transaction_id'])
    expect(rows).toMatchObject([
      { patient: { name: 'Grace Hopper', phone: '5550100281' }, rx_information: [{}, {}, {}] },
    ])
    const orders = await readImport(text(`Order ${head},${more}`.replace('transaction_', ''), row(1), row(2), row(3)))
    expect([orders.ready.length, orders.alike]).toEqual([3, { rows: 3, deliveries: 1 }])
    const together = text(`Order ${head},${more}`.replace('transaction_', ''), row(1), row(2), row(3))
    expect((await readImport(together, { ignoresIds: true })).ready).toHaveLength(1)
  })

  test.each([
    ['RXNO,PATIENTNAME,PATPHONE,PATADDR,PATCITY,PATSTATE,PATZIP,DELDATE,DELTIME'],
    [
      'RxNum,Patient Full Name Last then First,Patient Primary Phone,Patient Primary Address Line 1,Patient Primary City,Patient Primary State,Patient Primary Zip Code,Promised Date,Promise Time',
    ],
    ['rx_nbr,Patient,Cell #,Street,Town,ST,Zip,Deliver By,Slot'],
    ['Rx No.,Pt Name,Home Phone #,Addr 1,Pt City,Pt State,Pt Zip,Del. Date,Time Window'],
  ])('of pharmacy systems are recognized: %s', async (head) => {
    const { found, rows } = await readImport(
      text(head, '7100001,"HOPPER, GRACE",5550100281,1 First St,Hamden,CT,06514,12/1/2026,9 AM'),
    )
    expect(found).toEqual([])
    expect(rows).toMatchObject([{ rx_information: [{ rx_number: '7100001' }], delivery_date: '2026-12-01' }])
  })

  test.each([
    'Doctor Name',
    'Prescriber Phone',
    'Pharmacy City',
    'Primary Paid Amount',
    'Refills Left',
    'Drug',
    'PATDOB',
    'SSN',
  ])('about others are ignored: %s', async (head) => {
    const { columns } = await readImport(text(`${heads},${head}`, `${line()},x`))
    expect(Object.values(columns).flat()).not.toContain(10)
  })

  test('are required with or without IDs, unless all rows get the same value', async () => {
    const { columns } = await readImport(text('Order ID,Patient,Time', '1,Ada,9 AM'))
    expect(missingRequiredFields('deliveries', columns, { delivery_date: '2026-12-01', state: 'CT' })).toEqual([
      ...['Phone', 'Address', 'City', 'ZIP Code'],
    ])
  })

  test('missing from the file can get one value for all rows', async () => {
    const same = {
      delivery_date: '2026-12-01',
      time_range: '15:00-18:00',
      refrigerated: true,
      pharmacist_id: 'somebody',
      state: 'CT',
    }
    const { rows } = await readImport(text('Name,Phone,Address,City,Zip', 'Ada,5550100281,1 First St,Hamden,6514'), {
      same,
    })
    const { state, ...ofDelivery } = same
    expect(rows).toMatchObject([{ ...ofDelivery, patient: { state, zip_code: '06514' } }])
  })

  test('without a prescription give a count of the deliveries that have none', async () => {
    const { withoutPrescription } = await readImport(lines({ rx: '', copay: '' }, { rx: '2' }))
    expect(withoutPrescription).toBe(1)
  })
})

describe('rows of one delivery', () => {
  test('need required values only once and keep all notes', async () => {
    const { rows } = await readImport(
      text(`${heads},Fridge,Notes`, `${line({ rx: '1' })},N,Ring`, `${line({ rx: '2' })},Y,Knock`),
    )
    expect(rows).toMatchObject([{ refrigerated: true, delivery_notes: 'Ring; Knock', rx_information: [{}, {}] }])
  })

  test('that contradict each other are problems, and all are counted', async () => {
    const { rows, found, counted } = await readImport(lines({ name: 'Ana' }, { name: 'ANA', street: '13 Calle Dos' }))
    expect(rows).toEqual([])
    expect(found).toEqual([
      [2, undefined, 'This row is of the same delivery as row 3, which has a problem'],
      [3, 'address', 'Differs from row 2, which is of the same delivery'],
    ])
    expect(counted).toEqual([2, 3])
  })

  test('are matched by ID and by name, phone and ZIP code together', async () => {
    const { ready } = await readImport(
      text(
        `Patient ID,${heads}`,
        `,${line({ rx: '1' })}`,
        `7,${line({ rx: '2' })}`,
        `07,${line({ rx: '3', phone: '555.010.0201' })}`,
      ),
    )
    expect(ready).toHaveLength(1)
  })
})

describe('a workbook', () => {
  const rows = (name: string) => [
    heads.split(','),
    cells({ name }),
    cells({ name: `${name} 2`, rx: '2' }),
    cells({ name: `${name} 3`, rx: '3' }),
  ]

  test('is read from its first visible sheet without hidden rows, which can be included', async () => {
    const file = workbook(
      { name: 'Archive', state: 'hidden', rows: rows('Old') },
      { name: 'Today', rows: rows('Ada'), hidden: [2, 4] },
      { name: 'Tomorrow', rows: rows('Ben') },
    )
    const { rows: read, table, counted } = await readImport(file)
    expect(read).toMatchObject([{ patient: { name: 'Ada 2' } }])
    expect(counted).toEqual([2, 3, 4])
    expect(withHiddenRows(table, true).rows.map(({ number }) => number)).toEqual([2, 3, 4])
    expect(withHiddenRows(withHiddenRows(table, true), false).rows).toEqual(table.rows)
  })

  test('has days, times and date-times in spreadsheet form', async () => {
    const { day, moment, time } = sheetStyles
    const row = (date: { value: number; style: number }, at: { value: number; style: number }, name: string) => [
      ...cells({ name }).slice(0, 7),
      date,
      at,
      12.5,
    ]
    const { rows: read, found } = await readImport(
      workbook({
        name: 'Today',
        rows: [
          heads.split(','),
          row({ value: 46357, style: day }, { value: 0.375, style: time }, 'Ada'),
          row({ value: 46357.625, style: moment }, { value: 46357.625, style: moment }, 'Ben'),
          row({ value: 46357, style: day }, { value: 0.75, style: 0 }, 'Cay'),
        ],
      }),
    )
    expect(found).toEqual([])
    expect(read).toMatchObject(
      ['09:00-12:00', '15:00-18:00', '18:00-21:00'].map((time_range) => ({ delivery_date: '2026-12-01', time_range })),
    )
  })
})

test('rows above the header row are listed', async () => {
  const { table, counted } = await readImport(text('Deliveries of Friday', '', heads, line()))
  expect([table.above, counted]).toEqual([[1], [4]])
})
