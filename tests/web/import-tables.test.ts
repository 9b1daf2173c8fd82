import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { exportedDelivery } from '#shared/model/list-export.ts'
import { pickFields } from '#shared/model/shapes.ts'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'
import { plainDelivery } from '#tests/support/plain-delivery.ts'
import { workbook } from '#tests/support/workbook.ts'
import { deliveryCsvHeader, deliveryCsvLines } from '../../web/features/exports/tables.ts'
import { makeImportTemplate, makeRefusedRowsFile } from '../../web/features/imports/import-files.ts'
import { matchColumns, missingRequiredFields } from '../../web/features/imports/match-columns.ts'
import { readTable } from '../../web/features/imports/read-table.ts'
import { checkRows } from '../../web/features/imports/to-rows.ts'

const fileOf = (content: BlobPart, name = 'file.csv') => new File([content], name)
const read = (content: BlobPart) => readTable(fileOf(content))

async function imported(content: BlobPart, kind: 'deliveries' | 'patients' = 'deliveries') {
  const table = await read(content)
  const columns = matchColumns(kind, table)
  expect(missingRequiredFields(kind, columns)).toEqual([])
  return { table, ...checkRows(table, { ...plainReading, kind, columns }) }
}

const plainReading = { orders: {}, same: {}, timeZone: 'America/New_York', timeRanges: defaultTimeRanges }

const grace = {
  name: 'Grace Hopper',
  phone: '(555) 010-0142',
  address: '12 Harbor Street',
  city: 'New Haven',
  state: 'CT',
  zip_code: '06510',
}

const oneSheet = (rows: readonly (readonly (string | number)[])[]) => workbook({ name: 'Day', rows })

describe('the formats that dispensing systems export', () => {
  // These files have the headings and formats of five kinds of dispensing system. The people in them are made up.
  const shapes: { name: string; content: BlobPart; rx: string; copay: number }[] = [
    {
      name: 'commas, names in two columns, American dates',
      content:
        'Rx #,First Name,Last Name,DOB,Phone,Address 1,City,State,Zip,Copay,Delivery Date,Time Window\n' +
        '7100001,Grace,Hopper,12/09/1906,(555) 010-0142,12 Harbor Street,New Haven,CT,6510,"$1,012.50",11/27/2026,9:00 AM - 12:00 PM\n',
      rx: '7100001',
      copay: 1012.5,
    },
    {
      name: 'semicolons and a title above the headers',
      content:
        'Deliveries of Friday;;;;;;;;;\n;;;;;;;;;\n' +
        'RX Number;Patient;Telephone;Street;City;ST;Postal Code;Pat Pay;Deliver On;Slot\n' +
        '7100001;Grace Hopper;(555) 010-0142;12 Harbor Street;New Haven;CT;06510;12.5;2026-11-27;09:00\n',
      rx: '7100001',
      copay: 12.5,
    },
    {
      name: 'tabs in UTF-16, and month names',
      content: utf16(
        'Prescription\tPatient Name\tCell Phone\tDelivery Address\tCity\tState\tZIP Code\tAmount Due\tScheduled Date\tWindow\r\n' +
          '7100001\tGrace Hopper\t(555) 010-0142\t12 Harbor Street\tNew Haven\tCT\t06510\t$0.00\t27-Nov-2026\t9 AM\r\n',
      ),
      rx: '7100001',
      copay: 0,
    },
    {
      name: 'a workbook with numeric dates and phone numbers',
      content: oneSheet([
        [
          'Script #',
          'Full Name',
          'Mobile',
          'Addr1',
          'City',
          'State',
          'Zip',
          'Copay Amount',
          'Promise Date',
          'Promise Time',
        ],
        [
          7100001,
          'Grace Hopper',
          5550100142,
          '12 Harbor Street',
          'New Haven',
          'CT',
          6510,
          19.989999999999998,
          46353,
          '9',
        ],
      ]),
      rx: '7100001',
      copay: 19.99,
    },
    {
      name: 'Windows-1252, a total below the rows, and words for yes',
      content: Uint8Array.from(
        'Rx No,Customer Name,Phone 1,Street Address,Town,ST,Zip,Co-pay,Ship Date,Delivery Window,Fridge\r\n7100001,Grace Hopper,(555) 010-0142,12 Harbor Street,New Haven,CT,06510,3,11/27/26,9:00,Y\r\nTotal é,,,,,,,3,,,\r\n',
        (letter) => letter.charCodeAt(0),
      ),
      rx: '7100001',
      copay: 3,
    },
  ]
  test.each(shapes)('$name', async ({ content, rx, copay }) => {
    const { ready } = await imported(content)
    expect(ready).toHaveLength(1)
    expect(ready[0]?.row).toMatchObject({
      patient: { name: grace.name, address: grace.address, city: grace.city, state: 'CT', zip_code: '06510' },
      delivery_date: '2026-11-27',
      time_range: '09:00-12:00',
      rx_information: [{ rx_number: rx, copay }],
    })
  })
})

function utf16(text: string) {
  const units = Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0))
  return new Uint8Array(units.buffer)
}

const heads = 'External ID,Patient Name,Phone,Address,City,State,ZIP Code,Delivery Date,Time Range,RX Number,Copay'
const line = (more: Partial<Record<'id' | 'name' | 'phone' | 'date' | 'rx' | 'copay', string>> = {}) =>
  [
    more.id ?? '',
    more.name ?? grace.name,
    more.phone ?? grace.phone,
    grace.address,
    grace.city,
    grace.state,
    grace.zip_code,
  ]
    .concat([more.date ?? '11/27/2026', '9:00', more.rx ?? '', more.copay ?? ''])
    .join(',')

describe('rows', () => {
  test('of one patient at one time are one delivery with several prescriptions', async () => {
    const { ready } = await imported(
      [heads, line({ rx: '1' }), line({ rx: '2' }), line({ date: '11/28/2026', rx: '3' })].join('\n'),
    )
    expect(
      ready.map(({ row, rows }) => [Reflect.get(row, 'rx_information').length, rows.map(({ number }) => number)]),
    ).toEqual([
      [2, [2, 3]],
      [1, [4]],
    ])
  })

  test('with one external ID are one delivery unless they contradict each other', async () => {
    const same = await imported([heads, line({ id: 'D-1', rx: '1' }), line({ id: 'D-1', rx: '2' })].join('\n'))
    expect(same.ready).toHaveLength(1)
    const apart = await imported(
      [heads, line({ id: 'D-1', rx: '1' }), line({ id: 'D-1', name: 'Ida Rhodes' })].join('\n'),
    )
    expect(apart.ready).toHaveLength(1)
    expect(apart.problems.map(({ row, field, words }) => [row.number, field, words])).toEqual([
      [3, 'external_id', 'This ID belongs to Grace Hopper.'],
    ])
    const ofPatient = 'Patient External ID,Patient Name,Delivery Date,Time Range'
    const when = '11/27/2026,9:00'
    const table = await read([ofPatient, `P-1,${grace.name},${when}`, `P-1,Ida Rhodes,${when}`].join('\n'))
    const reading = { ...plainReading, kind: 'deliveries', columns: matchColumns('deliveries', table) } as const
    const named = checkRows(table, reading)
    expect(named.problems.map(({ row, field, words }) => [row.number, field, words])).toEqual([
      [3, 'patient_external_id', 'This ID belongs to Grace Hopper.'],
    ])
  })

  test('that the form would reject are reported with row and column, and the others are imported', async () => {
    const { ready, problems } = await imported(
      [
        heads,
        line({ rx: '1', phone: '6.28E+09' }),
        line({ name: 'Ida Rhodes', rx: '2', copay: 'free' }),
        line({ name: 'Ada', rx: '3' }),
        'Total,,,,,,,,,,3',
      ].join('\n'),
    )
    expect(ready).toHaveLength(1)
    expect(
      problems.filter(({ row }) => row.number < 5).map(({ row, field, words }) => [row.number, field, words]),
    ).toEqual([
      [2, 'phone', 'A spreadsheet has shortened this number. Format the column as text and export again.'],
      [3, 'copay', 'Must be a number'],
    ])
  })

  test('with more cells than headers are rejected instead of guessed', async () => {
    const { ready, problems } = await imported([heads, `${line({ rx: '1' })},and,more`].join('\n'))
    expect([ready.length, problems.length]).toEqual([0, 1])
  })
})

test('ambiguous dates are read in the order that the user chooses', async () => {
  const table = await read([heads, line({ date: '3/4/2027' })].join('\n'))
  const columns = matchColumns('deliveries', table)
  for (const [order, date] of [
    ['month', '2027-03-04'],
    ['day', '2027-04-03'],
  ] as const) {
    const { ready } = checkRows(table, {
      ...plainReading,
      kind: 'deliveries',
      columns,
      orders: { delivery_date: order },
    })
    expect(ready[0]?.row).toMatchObject({ delivery_date: date })
  }
})

/** A small workbook whose sheet was changed by hand. */
function withSheet(change: (xml: string) => string) {
  const place = 'xl/worksheets/sheet1.xml'
  const parts = unzipSync(
    oneSheet([
      ['Name', 'Phone'],
      ['Grace Hopper', '(555) 010-0142'],
    ]),
  )
  return zipSync({ ...parts, [place]: strToU8(change(strFromU8(parts[place] ?? new Uint8Array()))) })
}
const withCellAt = (place: string) => withSheet((xml) => xml.replace('r="A2"', `r="${place}"`))

test('a workbook that is made to stop the page is read or refused at once', async () => {
  const started = performance.now()
  const long = withSheet((xml) => xml.replace('<row r="2"', `<row ${'a'.repeat(100_000)}:::="1" r="2"`))
  expect((await read(long)).rows).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(5000)
})

describe('a file that is not a table', () => {
  const unreadable = 'This file can’t be read as a table.'
  const words: [string, BlobPart, string][] = [
    ['empty', '', 'This file has no rows.'],
    ['headers only', `${heads}\n`, 'This file has no rows.'],
    ['a letter', 'Dear pharmacy\nplease send the records.\n', unreadable],
    ['a page', '<html><table><tr><td>Rx</td></tr></table></html>', unreadable],
    ['a workbook from before 2007', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), unreadable],
    ['a ZIP file of something else', zipSync({ 'a.txt': new Uint8Array(10) }), unreadable],
    [
      'a workbook that unpacks to more than the memory limit',
      zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(160 * 1024 * 1024) }),
      unreadable,
    ],
    ['a workbook with a cell two billion rows down', withCellAt('A2147483647'), unreadable],
    ['a workbook with a cell three hundred million columns out', withCellAt('ZZZZZZ2'), unreadable],
    ['a workbook whose last row and last column are the last of a spreadsheet', withCellAt('XFD1048576'), unreadable],
    ['a workbook that hides where a cell is', withCellAt('A&#50;147483647'), unreadable],
    ['bytes', Uint8Array.of(1, 0, 2, 0, 3), unreadable],
    [
      'more than 10,000 rows',
      `${heads}\n${`${line({ rx: '1' })}\n`.repeat(10_001)}`,
      'This file has more than 10,000 rows.',
    ],
    ['more than 10 MB', 'x'.repeat(10 * 1024 * 1024 + 1), 'This file is larger than 10 MB.'],
  ]
  test.each(words)('is reported: %s', async (_name, content, message) => {
    await expect(read(content)).rejects.toThrow(message)
  })
})

test('a thousand columns are accepted, and a broken character is rejected', async () => {
  const wide = Array.from({ length: 1000 }, (_, i) => `Extra ${i}`).join(',')
  const more = `${'x,'.repeat(999)}x`
  const { ready, problems } = await imported(
    [
      `${heads},Notes,${wide}`,
      `${line({ rx: '1' })},whole,${more}`,
      `${line({ rx: '2', date: '11/28/2026' })},\ud83d half,${more}`,
    ].join('\n'),
  )
  expect(ready.map(({ row }) => Reflect.get(row, 'delivery_notes'))).toEqual(['whole'])
  expect(problems.map(({ row, words }) => [row.number, words])).toEqual([
    [3, 'Contains a character that is not allowed'],
  ])
})

test('hostile cells are imported unchanged and exported harmlessly', async () => {
  const { table, problems } = await imported(
    [
      `${heads},Notes`,
      `${line({ rx: "'=1+1" })},"a\r\nb\rc"`,
      `${line({ name: 'x'.repeat(1_000_000), rx: '2' })},`,
    ].join('\r\n'),
  )
  expect(table.rows[0]?.cells.slice(9)).toEqual(['=1+1', '', 'a\nb\nc'])
  expect(problems.map(({ row, words }) => [row.number, words])).toEqual([[3, 'Must be at most 200 characters']])
  const text = await makeRefusedRowsFile(
    table,
    new Map([
      [2, 'Because'],
      [3, 'Too long'],
    ]),
  ).text()
  expect(text).toContain("'=1+1")
  expect(text.split('\r\n')[0]).toMatch(/,Notes,Reason$/)
  const again = await read(text)
  expect(again.rows.map(({ cells }) => cells.slice(9))).toEqual([
    ['=1+1', '', 'a\nb\nc', 'Because'],
    ['2', '', '', 'Too long'],
  ])
})

test('an export can be read back: every row is ready and matches its delivery', async () => {
  const delivery = pickFields(exportedDelivery(), {
    ...{ recorded_by_mistake: null, again_of: null, planned_again_as: null },
    ...{ session_ended_at: null, clock_correction_seconds: null },
    ...plainDelivery('2026-11-23'),
    ...{
      status: 'assigned',
      delivery_date: '2026-11-27',
      time_range: '15:00-18:00',
      pharmacist_name: 'Miguel Santos',
      pharmacist_id: null,
    },
    return_by: null,
    return_state: null,
    unsent: [],
    external_id: 'D-7',
    delivery_notes: '=Ring',
    rx_information: [
      { rx_number: 'RX-1', rx_date: '2026-11-20', copay: 1234.5, fill_date: '', fill_number: 0 },
      { rx_number: 'RX-2', rx_date: '', copay: 0, fill_date: '2026-11-21', fill_number: null },
    ],
    sku_information: [{ sku_number: '-7', quantity: 3, price: 0.2 }],
  })
  const { ready, problems } = await imported(
    deliveryCsvHeader() + deliveryCsvLines([{ ...delivery, patient_external_id: '' }]),
  )
  expect(problems).toEqual([])
  expect(ready).toHaveLength(1)
  const { delivery_date, time_range, delivery_notes, sku_information } = delivery
  expect(ready[0]?.row).toMatchObject({
    external_id: 'D-7',
    delivery_date,
    time_range,
    delivery_notes,
    sku_information,
    patient: { name: delivery.patient_name, phone: delivery.phone, zip_code: delivery.zip_code },
    rx_information: [
      { rx_number: 'RX-1', rx_date: '2026-11-20', copay: 1234.5, fill_number: 0 },
      { rx_number: 'RX-2', copay: 0, fill_date: '2026-11-21' },
    ],
  })
})

test.each(['deliveries', 'patients'] as const)('the template of %s can be imported', async (kind) => {
  const { ready, problems } = await imported(await makeImportTemplate(kind, '2026-11-27').text(), kind)
  expect(problems).toEqual([])
  expect(ready).toHaveLength(1)
})
