import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'
import { howMany } from '#tests/support/how-many.ts'
import { readImport } from '#tests/support/read-import.ts'
import { sheetStyles, workbook } from '#tests/support/workbook.ts'

const numRuns = howMany({ quick: 40, proof: 3000 })

interface Truth {
  name: string
  phone: string
  address: string
  place: { city: string; state: string; written: string; zip_code: string }
  day: Date
  range: (typeof defaultTimeRanges)[number]
  cents: number
  rx: string
  notes: string
  cold: boolean
}

const places = [
  { city: 'New Haven', state: 'CT', written: 'Connecticut', zip_code: '06510' },
  { city: 'St. Louis', state: 'MO', written: 'missouri', zip_code: '63101' },
  { city: 'New York', state: 'NY', written: 'New York', zip_code: '10001' },
  { city: 'San Juan', state: 'PR', written: 'Puerto Rico', zip_code: '00901' },
]
const latinNames = ['Grace Hopper', 'Peg O’Brien', 'Robert "Bob" Smith', 'José Núñez', 'Hopper, Grace', 'NULL']
const names = [...latinNames, 'Nguyễn Văn An', '山田 太郎', 'Łukasz Żak']
const addresses = ['12 Harbor St', '5 "Rear" Mill Ln', '1 Main St, Rear', '12 Harbor St\nRear']

const day = (from = Date.UTC(2026, 0, 1)) => fc.nat(700).map((days) => new Date(from + days * 86_400_000))
const truth = (isLatin: boolean) =>
  fc.record<Truth>({
    name: fc.constantFrom(...(isLatin ? latinNames : names)),
    phone: fc.constantFrom('(555) 010-0142', '5550100143', '+1 555.010.0144'),
    address: fc.constantFrom(...addresses),
    place: fc.constantFrom(...places),
    day: day(),
    range: fc.constantFrom(...defaultTimeRanges),
    cents: fc.nat(299_999),
    rx: fc.nat(9_999_999).map((number) => `7${number}`),
    notes: fc.constantFrom('', 'Ring twice', 'Say "hello", please', '=1+1'),
    cold: fc.boolean(),
  })

const two = (number: number) => String(number).padStart(2, '0')
const months = 'January February March April May June July August September October November December'.split(' ')
const parts = (date: Date) => ({
  y: date.getUTCFullYear(),
  m: date.getUTCMonth() + 1,
  d: date.getUTCDate(),
  month: months[date.getUTCMonth()] ?? '',
  weekday: date.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }),
})
type Dated = ReturnType<typeof parts>

const dates: readonly ((date: Dated) => string)[] = [
  ({ y, m, d }) => `${m}/${d}/${y}`,
  ({ y, m, d }) => `${two(m)}/${two(d)}/${String(y).slice(2)}`,
  ({ y, m, d }) => `${y}-${two(m)}-${two(d)}`,
  ({ y, m, d }) => `${y}/${m}/${d}`,
  ({ y, m, d }) => `${two(m)}${two(d)}${y}`,
  ({ y, m, d }) => `${y}${two(m)}${two(d)}`,
  ({ y, d, month }) => `${d}-${month.slice(0, 3)}-${y}`,
  ({ y, d, month }) => `${two(d)}-${month.slice(0, 3).toUpperCase()}-${String(y).slice(2)}`,
  ({ y, d, month }) => `${month} ${d}, ${y}`,
  ({ y, d, month, weekday }) => `${weekday}, ${month} ${d}, ${y}`,
  ({ y, m, d, weekday }) => `${weekday.slice(0, 3)} ${two(m)}/${two(d)}/${y}`,
  ({ y, d, month }) => `${month.slice(0, 3)} ${String(d).padStart(2)} ${y} 12:00AM`,
  ({ y, m, d }) => `${m}/${d}/${y} 12:00:00 AM`,
  ({ y, m, d }) => `${y}-${two(m)}-${two(d)}T00:00:00.000Z`,
  ({ y, m, d }) => String(Date.UTC(y, m - 1, d) / 86_400_000 + 25_569),
]
const dayFirst: readonly ((date: Dated) => string)[] = [
  ({ y, m, d }) => `${d}.${m}.${y}`,
  ({ y, m, d }) => `${two(d)}/${two(m)}/${y}`,
  ({ y, m, d }) => `${two(d)}${two(m)}${y}`,
]

const startOf = ({ value }: Truth['range']) => Number(value.slice(0, 2))
const half = (hour: number) => `${((hour + 11) % 12) + 1}`
const mark = (hour: number) => (hour < 12 ? 'AM' : 'PM')
const times: readonly ((range: Truth['range'], date: Dated) => string)[] = [
  ({ label }) => label,
  ({ value }) => value,
  (range) => `${half(startOf(range))} ${mark(startOf(range))}`,
  (range) => `${half(startOf(range))}:30 ${mark(startOf(range)).toLowerCase()}`,
  (range) => `${two(startOf(range))}:00`,
  (range) => `${two(startOf(range))}00`,
  (range) => `${half(startOf(range))}-${half(startOf(range) + 3)}`,
  (range) => `12/30/1899 ${half(startOf(range))}:00:00 ${mark(startOf(range))}`,
  (range, { y, m, d }) => `${y}-${two(m)}-${two(d)}T${two(startOf(range) + 2)}:59:00`,
  (range, { y, m, d }) => `${m}/${d}/${y} ${half(startOf(range))}:00 ${mark(startOf(range))}`,
  (range) => String(startOf(range) / 24),
]

const grouped = (whole: number, by: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, by)
const decimals = (cents: number) => two(cents % 100)
const amounts: readonly ((cents: number) => string)[] = [
  (cents) => `${Math.floor(cents / 100)}.${decimals(cents)}`,
  (cents) => `$${grouped(Math.floor(cents / 100), ',')}.${decimals(cents)}`,
  (cents) => `${Math.floor(cents / 100)},${decimals(cents)}`,
  (cents) => `${grouped(Math.floor(cents / 100), '.')},${decimals(cents)} €`,
  (cents) => `${grouped(Math.floor(cents / 100), ' ')},${decimals(cents)}`,
]

type Column = [head: string, cell: (row: Truth) => string]

/** How a system writes a patient's name, address and further facts. */
const whoStyles: readonly (readonly Column[])[] = [
  [
    ['Patient Name', ({ name }) => name],
    ['Phone', ({ phone }) => phone],
    ['Address', ({ address }) => address],
    ['City', ({ place }) => place.city],
    ['State', ({ place }) => place.state],
    ['ZIP Code', ({ place }) => place.zip_code],
  ],
  [
    ['PATLAST', ({ name }) => name.split(' ').slice(1).join(' ')],
    ['PATFIRST', ({ name }) => name.split(' ')[0] ?? ''],
    ['PATCELL', () => 'NULL'],
    ['PATPHONE', ({ phone }) => phone],
    ['PATADDR1', ({ address }) => address],
    ['PATADDR2', () => '(null)'],
    ['PATCITY', ({ place }) => place.city],
    ['PATST', ({ place }) => place.written],
    ['PATZIP', ({ place }) => String(Number(place.zip_code))],
  ],
  [
    ['patient', ({ name }) => name],
    ['home_phone', ({ phone }) => `${phone}\u200b`],
    ['cell_phone', () => ''],
    ['street_address', ({ address }) => address],
    ['city_state_zip', ({ place }) => `${place.city}, ${place.state} ${place.zip_code}`],
  ],
  [
    ['recipientsNames', ({ name }) => name],
    ['recipientsNumbers', ({ phone }) => phone],
    ['destinationNumber', ({ address }) => address.split(' ')[0] ?? ''],
    ['destinationStreet', ({ address }) => address.split(' ').slice(1).join(' ')],
    ['destinationCity', ({ place }) => place.city],
    ['destinationState', ({ place }) => place.written],
    ['destinationPostalCode', ({ place }) => place.zip_code],
  ],
  [
    ['Recipient Name', ({ name }) => name],
    ['Recipient Phone', ({ phone }) => phone],
    ['Full Address', ({ address, place }) => `${address}, ${place.city}, ${place.state} ${place.zip_code}, USA`],
  ],
]

const separators = [',', ';', '\t', '|'] as const
const encodings = ['utf-8', 'utf-8 with a mark', 'utf-16', 'utf-16 without a mark', 'windows-1252'] as const

function encoded(text: string, encoding: (typeof encodings)[number]): Uint8Array<ArrayBuffer> {
  if (encoding === 'windows-1252')
    return Uint8Array.from(text.replaceAll('’', '\x92').replaceAll('€', '\x80'), (letter) => letter.charCodeAt(0))
  if (encoding === 'utf-16' || encoding === 'utf-16 without a mark')
    return Uint8Array.from(Buffer.from(encoding === 'utf-16' ? `\ufeff${text}` : text, 'utf16le'))
  return new TextEncoder().encode(encoding === 'utf-8' ? text : `\ufeff${text}`)
}

const style = fc.record({
  separator: fc.constantFrom(...separators),
  quotesAll: fc.boolean(),
  encoding: fc.constantFrom(...encodings),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  isDayFirst: fc.boolean(),
  date: fc.nat(),
  time: fc.constantFrom(...times),
  amount: fc.constantFrom(...amounts),
  who: fc.constantFrom(...whoStyles),
  flags: fc.constantFrom(['Y', 'N'], ['true', ''], ['x', 'NULL'], ['1', '0']),
  title: fc.constantFrom('', 'Deliveries of the day'),
  hasWindow: fc.boolean(),
  isPrinted: fc.boolean(),
})
type Style = typeof style extends fc.Arbitrary<infer S> ? S : never

const dateOf = ({ isDayFirst, date }: Style) => {
  const shapes = isDayFirst ? dayFirst : dates
  return shapes[date % shapes.length] ?? String
}

const endOf = ({ value }: Truth['range']) => value.slice(6)
const timeColumns = ({ hasWindow, time }: Style): Column[] =>
  hasWindow
    ? [
        ['Earliest Time', ({ range }) => range.value.slice(0, 5)],
        ['Latest Time', ({ range }) => endOf(range)],
      ]
    : [['Time Window', ({ range, day: date }) => time(range, parts(date))]]

const columnsOf = (written: Style): Column[] => [
  ['RXNO', ({ rx }) => rx],
  ...written.who,
  ['Delivery Date', ({ day: date }) => dateOf(written)(parts(date))],
  ...timeColumns(written),
  ['Copay', ({ cents }) => written.amount(cents)],
  ['Notes', ({ notes }) => notes],
  ['Fridge', ({ cold }) => written.flags[cold ? 0 : 1] ?? ''],
  ['Drug Name', () => 'Lisinopril'],
]

function fileOf(rows: readonly Truth[], written: Style) {
  const { separator, quotesAll, lineEnd } = written
  const cell = (text: string) =>
    quotesAll || text.includes('"') || text.includes('\n') || text.includes(separator)
      ? `"${text.replaceAll('"', '""')}"`
      : text
  const columns = columnsOf(written)
  const [head, ...lines] = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, of]) => of(row)))]
  // A printed list repeats its heads on each page, and ends with a total.
  const printed = written.isPrinted
    ? [head, ...lines.slice(0, 1), head, ...lines.slice(1), ['Total 1']]
    : [head, ...lines]
  const text = printed.map((cells) => (cells ?? []).map(cell).join(separator)).join('\n')
  return encoded((written.title ? `${written.title}\n${text}` : text).replaceAll('\n', lineEnd), written.encoding)
}

/** What a row says, in the form in which the import sends it. */
const expectedRow = (row: Truth) => ({
  patient: {
    name: row.name,
    phone: row.phone,
    address: row.address.replace('\n', ', '),
    city: row.place.city,
    state: row.place.state,
    zip_code: row.place.zip_code,
  },
  delivery_date: row.day.toISOString().slice(0, 10),
  time_range: row.range.value,
  delivery_notes: row.notes || undefined,
  refrigerated: row.cold,
  rx_information: [{ rx_number: row.rx, copay: row.cents / 100 }],
})

const sent = (row: object) => {
  const { patient, refrigerated = false, delivery_notes, ...others } = { ...row } as ReturnType<typeof expectedRow>
  const phone = patient.phone.replace('\u200b', '')
  return { ...others, delivery_notes, refrigerated, patient: { ...patient, phone } }
}

/** Gives each row a patient of its own, because rows of one patient would become one delivery. */
const withOwnNames = (rows: readonly Truth[]) => rows.map((row, i) => ({ ...row, name: `${row.name} ${i}` }))

test('values in any system’s format are read back correctly', async () => {
  await fc.assert(
    fc.asyncProperty(
      style.chain((written) =>
        fc.tuple(
          fc.constant(written),
          fc.array(truth(written.encoding === 'windows-1252'), { minLength: 1, maxLength: 5 }).map(withOwnNames),
        ),
      ),
      async ([written, rows]) => {
        const first = written.isDayFirst ? 'day' : 'month'
        const { ready, found, counted, table } = await readImport(fileOf(rows, written), { first })
        const total = table.rows.slice(rows.length).map(({ number }) => number)
        expect(found).toEqual(total.map((number) => [number, undefined, 'This row has no phone number and no address']))
        expect(ready.map(({ row }) => sent(row))).toEqual(rows.map(expectedRow))
        expect(counted).toEqual(table.rows.map(({ number }) => number))
        expect([total.length, table.repeated.length]).toEqual(written.isPrinted ? [1, 1] : [0, 0])
      },
    ),
    { numRuns },
  )
}, 120_000)

test('a workbook is read back correctly, and every hidden row is listed', async () => {
  const { day: dayStyle, time, moment } = sheetStyles
  const serial = (date: Date) => date.getTime() / 86_400_000 + 25_569
  const shape = fc.record({ dates: fc.constantFrom(dayStyle, moment, 0), times: fc.constantFrom(time, 0) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(truth(false), fc.boolean()), { minLength: 2, maxLength: 6 }),
      shape,
      async (marked, styles) => {
        const rows = withOwnNames(marked.map(([row]) => row))
        const isHidden = marked.map(([, hides], i) => hides && i > 0)
        const { ready, found, counted, table } = await readImport(
          workbook({
            name: 'Today',
            hidden: isHidden.flatMap((hides, i) => (hides ? [i + 2] : [])),
            rows: [
              [
                'RX Number',
                'Patient',
                'Phone',
                'Address',
                'City',
                'State',
                'Zip',
                'Date',
                'Time',
                'Copay',
                'Notes',
                'Cold',
              ],
              ...rows.map((row) => [
                ...[Number(row.rx), row.name, row.phone, row.address, row.place.city, row.place.written],
                Number(row.place.zip_code),
                { value: serial(row.day), style: styles.dates },
                { value: (startOf(row.range) + 1) / 24, style: styles.times },
                ...[row.cents / 100, row.notes, row.cold ? 'Yes' : 'No'],
              ]),
            ],
          }),
        )
        expect(found).toEqual([])
        expect(ready.map(({ row }) => sent(row))).toEqual(rows.filter((_, i) => !isHidden[i]).map(expectedRow))
        expect(counted).toEqual(rows.map((_, i) => i + 2))
        expect(table.hidden).toHaveLength(isHidden.filter(Boolean).length)
      },
    ),
    { numRuns: Math.ceil(numRuns / 3) },
  )
}, 120_000)

test('stray quotation marks never lose a row', async () => {
  const plain = {
    quotesAll: false,
    encoding: 'utf-8' as const,
    lineEnd: '\n' as const,
    title: '' as const,
    isPrinted: false,
  }
  await fc.assert(
    fc.asyncProperty(
      style.map((written) => ({ ...written, ...plain })),
      fc.array(truth(true), { minLength: 2, maxLength: 6 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      async (written, rows, spots) => {
        const file = withOwnNames(rows).map((row) => ({ ...row, name: 'Ana', address: '1 Main St', notes: 'Ring' }))
        let text = new TextDecoder().decode(fileOf(file, { ...written, who: whoStyles[0] ?? [] }))
        const body = text.indexOf(written.lineEnd)
        for (const at of spots) {
          const place = body + 1 + (at % (text.length - body))
          text = `${text.slice(0, place)}"${text.slice(place)}`
        }
        const { counted } = await readImport(text)
        expect(counted).toEqual(file.map((_, i) => i + 2))
      },
    ),
    { numRuns },
  )
}, 120_000)
