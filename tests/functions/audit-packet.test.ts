import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import * as proofs from '#shared/api/proofs.ts'
import type { AuditRecord } from '#shared/model/audit.ts'
import type { Proof } from '#shared/model/proof.ts'
import { aDelivery, aPatient, complete, completionData } from '#tests/support/builders.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { uniqueDeliveries } from '../../web/features/audit/packet/packet-deliveries.ts'
import { startPacketPdf, startPdfDocument } from '../../web/features/audit/packet/packet-pdf.ts'
import { missingFieldsCsv, recordsCsv, requestedNumbersCsv } from '../../web/features/audit/packet/packet-tables.ts'
import { auditRecordDeliveriesText } from '../../web/features/audit/record-deliveries-text.ts'
import { formatIsoWithOffset } from '../../web/lib/browser/format.ts'
import { setShownTimeZone } from '../../web/lib/browser/shown-time-zone.ts'

const count = howMany({ quick: 30, proof: 200 })

/** The details that deliveries lack. `lackOf` tells which delivery lacks which of them. */
const lacks = [
  { gap: 'signer_name', data: { signer_name: null } },
  { gap: 'signer_relationship', data: { signer_relationship: null } },
  { gap: 'good_signature', data: { signature_strokes: [[[400, 150, 0]]] } },
  { gap: 'fill_date', row: { fill_date: '' } },
  { gap: 'fill_number', row: { fill_number: null } },
] as const
const lackOf = (i: number) => (i === 0 || i % 7 === 3 ? lacks[Math.floor(i / 7) % lacks.length] : undefined)

let records: AuditRecord[]
/** The details that were left out on purpose, each as the id of its delivery and the name of the gap. */
const left = new Set<string>()

test.beforeAll(async () => {
  const patient_id = (await aPatient(app, pharmacy.admin)).id
  const strokes = [Array.from({ length: 20 }, (_, i) => [200 + i * 15, 100 + (i % 2) * 80, i * 16])]
  const seed = async (i: number) => {
    const lack = lackOf(i)
    const row = {
      rx_number: `${70_000 + i}`,
      fill_date: '2026-01-02',
      fill_number: i % 5,
      ...(lack && 'row' in lack && lack.row),
    }
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress', patient_id, rx_information: [row] })
    const signed = { signer_name: 'Grace Hopper', signer_relationship: 'patient', signature_strokes: strokes }
    const data = { ...completionData, ...signed, ...(lack && 'data' in lack && lack.data) }
    expect((await complete(app, pharmacy.driver, id, { data })).status).toBe(200)
    if (lack) left.add(`${id} ${lack.gap}`)
  }
  for (let i = 0; i < count; i += 10) await Promise.all(Array.from({ length: 10 }, (_, k) => seed(i + k)))
  const rx = Array.from({ length: count }, (_, i) => ({ rx_number: `${70_000 + i}` }))
  records = (await app.call(proofs.readAuditRecords, { as: pharmacy.admin, body: { rx } })).body
}, 600_000)

test('a packet of many deliveries names exactly the fields that were left out', () => {
  expect(records).toHaveLength(count)
  expect(records.every(({ found }) => found === 'one')).toBe(true)
  expect(left.size).toBe(howMany({ quick: 5, proof: 30 }))
  const [head, ...gaps] = missingFieldsCsv(uniqueDeliveries(records)).trimEnd().split('\r\n')
  expect(head).toBe('\ufeffdelivery_id,delivered_at,rx_numbers,missing')
  const named = gaps.map((line) => line.split(',')).map(([id, , , gap]) => `${id} ${gap}`)
  expect(new Set(named)).toEqual(left)
  expect(named).toHaveLength(left.size)
})

interface Opened {
  pages: { text: string; images: number }[]
}

/** Reads a PDF with pdf.js, not with code of ours. */
async function open(data: Uint8Array): Promise<Opened> {
  const document = await getDocument({ data, useSystemFonts: false, verbosity: 0 }).promise
  const pages: Opened['pages'] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const [{ items }, { fnArray }] = await Promise.all([page.getTextContent(), page.getOperatorList()])
    pages.push({
      text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
      images: fnArray.filter((code) => code === OPS.paintImageXObject).length,
    })
  }
  await document.destroy()
  return { pages }
}

const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 800, height: 300, channels: 3, background: '#fff' } })
    .toFormat(format)
    .toBuffer()
const drawn: string[] = []
const drawText = async (text: string, size: number) => {
  drawn.push(text)
  return { png: await picture('png'), width: text.length * size, height: size }
}
const head = {
  organisation: 'Corner Pharmacy',
  npi_number: '1234567893',
  nabp_number: '1234567',
  period: 'January 2026',
  time_zone: 'America/New_York',
  made_at: '2026-03-10T15:00:00.000Z',
  verify_url: 'https://app.example.com/verify',
  counts: [['Prescriptions', 200]] as const,
}
const formatTime = (instant: string | null) => instant ?? ''
async function pdfOf(pages: readonly Proof[], records: readonly AuditRecord[] = []) {
  const pdf = await startPacketPdf({ ...head, records: records }, { drawText, formatTime, formatDay: (day) => day })
  const [signature, photo] = [await picture('png'), await picture('jpeg')]
  for (const proof of pages) await pdf.add(proof, { signature, photo })
  return open(await pdf.save())
}

describe('the PDF, as read by another program,', () => {
  test('has a front page and one page for each delivery with its two pictures', async () => {
    const deliveries = uniqueDeliveries(records)
    const { pages } = await pdfOf(deliveries)
    expect(pages).toHaveLength(1 + count)
    expect(pages[0]?.text).toMatch(
      /Proof of delivery.*Corner Pharmacy.*1234567893.*1234567.*January 2026.*https:\/\/app\.example\.com\/verify.*200/,
    )
    for (const [i, { text, images }] of pages.slice(1).entries()) {
      expect(images).toBe(2)
      for (const fact of [`RX ${70_000 + i}`, '12 Harbor Street', 'Grace Hopper', deliveries[i]?.id ?? '?'])
        expect(text).toContain(fact)
    }
    expect(drawn).toEqual([])
  }, 300_000)

  test('has page numbers and an index from each prescription number to its page', async () => {
    const [first, second] = uniqueDeliveries(records)
    if (!first || !second) throw new Error('There are no two records')
    const several = { ...second, patient_name: 'Ada Lovelace-'.repeat(20), delivered_at: '2026-01-03T15:00:00.000Z' }
    const none = Array.from({ length: 60 }, (_, i) => ({ rx_number: `NONE-${i}`, date: null, found: 'none' as const }))
    const { pages } = await pdfOf(
      [first, several],
      [
        { rx_number: 'ONE', date: null, found: 'one', deliveries: [first], undelivered: [] },
        ...none.map((record) => ({ ...record, deliveries: [], undelivered: [] })),
        { rx_number: 'SEVERAL', date: '2026-01-02', found: 'several', deliveries: [several, first], undelivered: [] },
        {
          rx_number: 'OPEN',
          date: null,
          found: 'none',
          deliveries: [],
          undelivered: [{ id: first.id, status: 'in_progress', delivery_date: '2026-11-28' }],
        },
      ],
    )
    // The packet has a front page, two pages of index, and two of deliveries.
    expect(pages).toHaveLength(5)
    for (const [i, { text }] of pages.entries()) expect(text).toContain(`Page ${i + 1} of 5`)
    expect(pages[3]?.text).toContain(first.id)
    expect(pages[4]?.text).toContain(several.id)
    const index = `${pages[1]?.text} ${pages[2]?.text}`
    expect(index).toMatch(/ONE +Grace Hopper +\S+ +4 +NONE-0 +No delivery found/)
    expect(index).toMatch(/SEVERAL, 2026-01-02 +Ada Lovelace-.*… +2026-01-03T15:00:00.000Z +5/)
    for (const { rx_number } of none) expect(index).toContain(`${rx_number} `)
    expect(index).toContain('Not delivered: In progress, Nov 28, 2026')
  })

  test('has the photos of failed attempts below the delivery’s own pictures', async () => {
    const [proof] = uniqueDeliveries(records)
    if (!proof) throw new Error('There is no record')
    const drawing = { drawText, formatTime, formatDay: (day: string) => day }
    const pdf = await startPdfDocument(
      { title: 'Patient record', organisation: 'Corner Pharmacy', blocks: [] },
      drawing,
    )
    const photo = await picture('jpeg')
    const attempts = [1, 2].map((number) => ({ photo, caption: `Photo of attempt ${number}` }))
    await pdf.add(proof, { signature: await picture('png'), photo, attempts })
    const pages = (await open(await pdf.save())).pages.slice(1)
    expect(pages.reduce((sum, { images }) => sum + images, 0)).toBe(4)
    expect(pages.map(({ text }) => text).join(' ')).toMatch(/Photo of attempt 1.*Photo of attempt 2/)
  })

  test('mentions no proof if nothing was delivered yet', async () => {
    const [proof] = uniqueDeliveries(records)
    if (!proof) throw new Error('There is no record')
    const { pages } = await pdfOf([{ ...proof, status: 'assigned', delivered_at: null, missing: ['signer_name'] }])
    expect(pages[1]?.text).toContain(proof.id)
    expect(pages[1]?.text).not.toMatch(/Missing|Delivered at/)
  })

  test('omits what was not recorded at the door', async () => {
    const [proof] = uniqueDeliveries(records)
    if (!proof) throw new Error('There is no record')
    const nothing = {
      hipaa_form_received: false,
      hipaa_form_outcome: null,
      hipaa_form_reason: null,
      counseling_received: false,
      counseling_outcome: null,
      photo_id: null,
      amount: null,
      payment_method: null,
    }
    const { pages } = await pdfOf([{ ...proof, ...nothing }])
    expect(pages[1]?.text).not.toMatch(/\bNo\b|HIPAA|Counseling|Photo ID|Amount/)
    const [names = '', row = ''] = recordsCsv([{ ...proof, ...nothing }])
      .slice(1)
      .split('\r\n')
    const cells = new Map(names.split(',').map((name, i) => [name, row.split(',')[i]]))
    for (const name of ['hipaa_form', 'counseling', 'photo_id_checked', 'amount', 'payment_method'])
      expect([name, cells.get(name)]).toEqual([name, ''])
  })

  test('shows names in any script and a very long record in full', async () => {
    const [proof] = uniqueDeliveries(records)
    if (!proof) throw new Error('There is no record')
    const rx_information = Array.from({ length: 100 }, (_, row) => ({
      row,
      rx_number: `RX-${row}`,
      rx_date: '',
      fill_date: '',
      fill_number: null,
      salt: null,
    }))
    const { pages } = await pdfOf([
      { ...proof, patient_name: '王小明', delivery_address: 'Đường Nguyễn Huệ '.repeat(20) },
      { ...proof, rx_information, hipaa_form_reason: 'W'.repeat(2000) },
    ])
    expect(drawn).toEqual(['王小明', expect.stringContaining('Nguyễn')])
    expect(pages[1]?.images).toBe(4)
    const text = pages.map((page) => page.text).join(' ')
    for (const row of [0, 50, 99]) expect(text).toContain(`RX-${row}`)
    expect(text.match(/W/g)?.length).toBeGreaterThanOrEqual(2000)
  })
})

describe('the CSV tables', () => {
  /** Returns the cells of a CSV text (RFC 4180) without their quotation marks. */
  const cellsOf = (csv: string) =>
    [...csv.slice(1).matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,"\r\n]*))/g)].map(
      ([, quoted, bare]) => quoted ?? bare ?? '',
    )

  const formulas = [
    '=HYPERLINK("http://x.test")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    ' =1',
    '＝1',
    '＠A1',
    'a,=1',
  ]
  test.each(formulas)('neutralize a formula: %j', (text) => {
    const [proof] = uniqueDeliveries(records)
    if (!proof) throw new Error('There is no record')
    const row = { row: 0, rx_number: text, rx_date: '', fill_date: '', fill_number: 1, salt: null }
    const named = { ...proof, patient_name: text, rx_information: [row] }
    for (const csv of [
      recordsCsv([named]),
      requestedNumbersCsv([{ rx_number: text, date: null, found: 'one', deliveries: [named], undelivered: [] }]),
    ])
      for (const cell of cellsOf(csv)) expect(cell).not.toMatch(/^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/)
  })

  test('give the outcome for each requested number, in the order of the letter', () => {
    const [first, second] = uniqueDeliveries(records)
    if (!first || !second) throw new Error('There are no two records')
    const date = '2026-01-02'
    const csv = requestedNumbersCsv([
      { rx_number: '3', date: null, found: 'none', deliveries: [], undelivered: [] },
      { rx_number: '01', date, found: 'one', deliveries: [first], undelivered: [] },
      { rx_number: '2', date: null, found: 'several', deliveries: [second, first], undelivered: [] },
      { rx_number: '4', date: null, found: 'several', deliveries: [], undelivered: [] },
      {
        ...{ rx_number: '5', date: null, found: 'none', deliveries: [] },
        undelivered: [{ id: first.id, status: 'in_progress', delivery_date: '2026-11-28' }],
      },
    ])
    const ids = [first.id, second.id]
    const times = [first.delivered_at, second.delivered_at].map(formatIsoWithOffset)
    expect(
      csv
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')),
    ).toEqual([
      ['3', '', auditRecordDeliveriesText({ found: 'none', deliveries: [], undelivered: [] }), '', ''],
      ['01', date, '1 delivery', ids[0], times[0]],
      ['2', '', '2 deliveries', ids.toReversed().join(' '), times.toReversed().join(' ')],
      ['4', '', auditRecordDeliveriesText({ found: 'several', deliveries: [], undelivered: [] }), '', ''],
      ['5', '', '"Not delivered: In progress', ' Nov 28', ' 2026"', '', ''],
    ])
  })

  test('give each time in the organization’s time zone', () => {
    setShownTimeZone('Pacific/Guam')
    try {
      const deliveries = uniqueDeliveries(records)
      const csv = [recordsCsv(deliveries), requestedNumbersCsv(records)].join('\n')
      const zones = csv.match(/(?<=\dT\d\d:\d\d[\d:.]*)(?:Z|[-+]\d\d:\d\d)/g)
      expect(zones?.length).toBeGreaterThanOrEqual(2 * deliveries.length)
      expect(new Set(zones)).toEqual(new Set(['+10:00']))
    } finally {
      setShownTimeZone('')
    }
  })

  test('say that a delivery was recorded by mistake', () => {
    const [right] = uniqueDeliveries(records)
    if (!right) throw new Error('There is no record')
    const mistake = {
      ...right,
      recorded_by_mistake: { reason: 'Wrong door', declared_at: '2026-11-28T15:00:00.000Z', declared_by: 'Ada' },
    }
    const answer = (deliveries: (typeof right)[]) =>
      auditRecordDeliveriesText({ found: 'several', deliveries, undelivered: [] })
    expect(auditRecordDeliveriesText({ found: 'none', deliveries: [mistake], undelivered: [] })).toBe(
      '1 completion recorded by mistake',
    )
    expect(answer([mistake, right, right])).toBe('2 deliveries. 1 completion recorded by mistake')
    const open = { id: right.id, status: 'unassigned' as const, delivery_date: '2026-11-28' }
    const csv = requestedNumbersCsv([
      { rx_number: '7', date: null, found: 'none', deliveries: [mistake], undelivered: [open] },
    ])
    expect(cellsOf(csv.trimEnd()).slice(-5)).toEqual([
      '7',
      '',
      '1 completion recorded by mistake. Not delivered: Unassigned, Nov 28, 2026',
      '',
      '',
    ])
  })

  test('keep commas, quotes and line breaks inside their cells', () => {
    const [proof] = uniqueDeliveries(records)
    if (!proof) throw new Error('There is no record')
    const csv = recordsCsv([{ ...proof, patient_name: 'Hopper, "Grace"\nMurray' }])
    expect(csv).toContain('"Hopper, ""Grace""\nMurray"')
  })

  test('have one row for each prescription and one for a delivery without prescriptions', () => {
    const [proof] = uniqueDeliveries(records)
    if (!proof) throw new Error('There is no record')
    const rows = (rx_information: Proof['rx_information']) =>
      recordsCsv([{ ...proof, rx_information }])
        .trim()
        .split('\r\n').length - 1
    const [row] = proof.rx_information
    expect([rows([]), rows(row ? [row, { ...row, row: 1 }] : [])]).toEqual([1, 2])
  })
})

test('a delivery found by two numbers appears once, with both numbers', () => {
  const proof = records.flatMap(({ deliveries }) => deliveries).find(({ missing }) => missing.length === 0)
  if (!proof) throw new Error('There is no complete record')
  const [row] = proof.rx_information
  if (!row) throw new Error('It has no prescription')
  const other = { ...proof, missing: ['fill_date'] as const, rx_information: [{ ...row, row: 1, fill_date: '' }] }
  const found = [proof, { ...other, missing: [...other.missing] }, proof].map((one) => ({
    rx_number: '',
    date: null,
    found: 'one' as const,
    deliveries: [one],
    undelivered: [],
  }))
  const [merged, ...more] = uniqueDeliveries(found)
  expect(more).toEqual([])
  expect(merged).toMatchObject({ missing: ['fill_date'], rx_information: [{ row: 0 }, { row: 1 }] })
})
