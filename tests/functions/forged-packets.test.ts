/** @module-tag proof */

import { downloadZip } from 'client-zip'
import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import * as attempts from '#shared/api/attempts.ts'
import * as proofs from '#shared/api/proofs.ts'
import type { Proof } from '#shared/model/proof.ts'
import type { SealKey } from '#shared/model/seal.ts'
import { aDelivery, complete, completionData } from '#tests/support/builders.ts'
import { pictures } from '#tests/support/pictures.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { storeSettings } from '#tests/support/run-calls.ts'
import type { Organisation } from '#tests/support/test-app.ts'
import { verifyPageFunctions } from '#tests/support/verify-page.ts'
import { fetchPictures, pictureNamesOf } from '../../web/features/audit/packet/fetch-pictures.ts'
import { uniqueDeliveries } from '../../web/features/audit/packet/packet-deliveries.ts'
import { chainsJson, sealsJson } from '../../web/features/audit/packet/packet-seals.ts'
import { recordsCsv } from '../../web/features/audit/packet/packet-tables.ts'

interface Packet {
  files: { name: string; input: string | Blob }[]
}

let sealKeys: SealKey[]
/** A packet with every kind of record, as the product makes it, and one with the first of its deliveries alone. */
let packet: Packet
let small: Packet

const atDoor = {
  ...completionData,
  signer_name: 'Grace Hopper',
  signer_relationship: 'family',
  signature_method: 'mark',
  photo_id: { checked: true, kind: 'passport' },
  hipaa_form_received: false,
  hipaa_form_outcome: 'unable',
  hipaa_form_reason: 'Both hands in plaster',
  counseling_outcome: 'accepted',
  payment_method: 'cash',
}

async function inProgress(at: Organisation, ...numbers: readonly string[]) {
  const rx_information = numbers.map((rx_number, i) => ({ rx_number, fill_date: '2026-01-02', fill_number: i }))
  return (await aDelivery(app, at, { status: 'in_progress', rx_information })).id
}

async function recordsOf(at: Organisation, ...numbers: readonly string[]): Promise<Proof[]> {
  const body = { rx: numbers.map((rx_number) => ({ rx_number })) }
  return uniqueDeliveries((await app.call(proofs.readAuditRecords, { as: at.admin, body })).body)
}

async function packetOf(found: readonly Proof[]): Promise<Packet> {
  const files: Packet['files'] = []
  const deliveries = []
  for (const proof of found) {
    const { signature, photo } = await fetchPictures(proof, AbortSignal.timeout(10_000))
    const named = pictureNamesOf(proof, { signature, photo })
    if (signature) files.push({ name: String(named.signature), input: signature })
    if (photo) files.push({ name: String(named.photo), input: photo })
    deliveries.push({ proof, pictures: named })
  }
  files.push({ name: 'records.csv', input: recordsCsv(found) })
  files.push({ name: 'chain.json', input: chainsJson(deliveries) })
  files.push({ name: 'seals.json', input: sealsJson(found, sealKeys, 'America/New_York') })
  return { files }
}

async function check({ files }: Packet) {
  const zip = new File([await downloadZip(files).blob()], 'audit-packet.zip')
  const { summary, verdicts, accounts } = await verifyPageFunctions(sealKeys.map(({ key_id }) => key_id)).check([zip])
  return { ...summary, verdicts: verdicts.map(({ text }) => text), accounts }
}

/** Returns the packet with one of its files changed. */
const changed = (name: string, change: (text: string) => string, { files }: Packet = packet): Packet => ({
  files: files.map((file) => (file.name === name ? { name, input: change(String(file.input)) } : file)),
})

test.beforeAll(async () => {
  sealKeys = (await app.call(proofs.listSealKeys)).body
  await storeSettings(app, pharmacy, { truthful_first_delivery: true })
  const whole = await inProgress(pharmacy, 'ASKED-1', 'HIDDEN-1')
  const photo = pictures['image/jpeg']
  expect((await complete(app, pharmacy.driver, whole, { data: atDoor, photo })).status).toBe(200)
  const correction = { field: 'amount', value: 12, reason: 'Miscounted' }
  await app.call(proofs.correctDelivery, { as: pharmacy.admin, params: { id: whole }, body: correction })

  const wrong = await inProgress(pharmacy, 'WRONG-1')
  await complete(app, pharmacy.driver, wrong)
  const body = { reason: '=The door beside it, "B"' }
  await app.call(proofs.declareMistake, { as: pharmacy.admin, params: { id: wrong }, body })

  const accepted = await inProgress(pharmacy, 'ACCEPTED-1')
  const captured_at = app.clock.now.toISOString()
  const form = new FormData()
  const report = { kind: 'completion', refusal: 'This run is closed', captured_at, completion: completionData }
  form.set('data', JSON.stringify(report))
  const { body: reported } = await app.call(attempts.reportUnsent, {
    as: pharmacy.driver,
    params: { id: accepted },
    form,
  })
  const params = { id: accepted, unsent_id: reported.unsent_id }
  expect((await app.call(attempts.acceptUnsent, { as: pharmacy.admin, params })).status).toBe(200)

  const records = await recordsOf(pharmacy, 'ASKED-1', 'WRONG-1', 'ACCEPTED-1')
  packet = await packetOf(records)
  small = await packetOf(records.slice(0, 1))
})

test('a packet as the product makes it is sealed, with the account as it states itself', async () => {
  const { text, name, verdicts, accounts } = await check(packet)
  expect([text, name]).toEqual([expect.stringMatching(/^Sealed by Carelane on /), 'good'])
  expect(verdicts).toHaveLength(3)
  expect(accounts).toEqual([
    expect.stringMatching(
      /^Account: “Corner Pharmacy”, NPI \d+, as the account states\. .*Carelane has verified that it belongs to this pharmacy\.$/,
    ),
  ])
  expect(JSON.stringify(packet)).not.toContain('HIDDEN-1')
})

test('the table of the page shows corrections, without those of hidden prescriptions', async () => {
  const id = await inProgress(pharmacy, 'SHOWN-1', 'SECRET-1')
  await complete(app, pharmacy.driver, id)
  for (const [field, value] of [
    ['signer_name', 'Grace H.'],
    ['rx_information.0.fill_number', 7],
    ['rx_information.1.fill_number', 8],
  ]) {
    const body = { field, value, reason: 'Misread' }
    expect((await app.call(proofs.correctDelivery, { as: pharmacy.admin, params: { id }, body })).status).toBe(201)
  }
  const { files } = await packetOf(await recordsOf(pharmacy, 'SHOWN-1'))
  const page = verifyPageFunctions(sealKeys.map(({ key_id }) => key_id))
  const zip = new File([await downloadZip(files).blob()], 'audit-packet.zip')
  const { deliveries, verdicts } = await page.check([zip])
  const lines = page
    .cellsOf(deliveries[0] ?? {}, verdicts[0] ?? {})
    .flat()
    .filter((line) => line.startsWith('Corrected'))
  expect(lines).toEqual([
    expect.stringMatching(/^Corrected on .* by Ada Admin: signer name from “” to “Grace H\.”: Misread$/),
    expect.stringMatching(/: RX SHOWN-1, fill number from “0” to “7”: Misread$/),
  ])
})

describe('a forged packet is not reported as sealed:', () => {
  test('another organization that calls itself like the pharmacy', async () => {
    const other = await app.createPharmacy()
    const { metadata, name } = pharmacy.tenant
    await app.table.write(update(keysOf(other.tenant.id).tenant, { set: { name, metadata }, remove: ['verified_at'] }))
    await complete(app, other.driver, await inProgress(other, 'INVENTED-1'))
    const theirs = await recordsOf(other, 'INVENTED-1')
    const found = await check(await packetOf(theirs))
    expect([found.text, found.name]).toEqual([
      expect.stringMatching(/^Sealed by Carelane on .*, for an account that Carelane hadn’t verified$/),
      'open',
    ])
    expect(found.accounts).toEqual([expect.stringMatching(/Carelane has not verified it: anyone can open an account/)])
    const mixed = await check(await packetOf([...(await recordsOf(pharmacy, 'ASKED-1')), ...theirs]))
    expect([mixed.text, mixed.name]).toEqual(['The deliveries are from different pharmacies.', 'bad'])
  })

  test('another prescription, a guessed one, or another’s salt', async () => {
    const inTable = await check(changed('records.csv', (csv) => csv.replaceAll('ASKED-1', '9911223')))
    expect(inTable.name).toBe('bad')
    expect(inTable.verdicts).toContain('records.csv says rx_number “9911223” instead of “ASKED-1”.')
    const everywhere = (from: string, to: string) =>
      changed(
        'records.csv',
        (csv) => csv.replaceAll(from, to),
        changed('chain.json', (json) => json.replaceAll(from, to)),
      )
    for (const [from, to] of [
      ['ASKED-1', '9911223'],
      ['2026-01-02', '2026-02-02'],
      ['"row": 0', '"row": 1'],
    ] as const)
      expect((await check(everywhere(from, to))).name).toBe('bad')
    const guessed = changed('chain.json', (json) => json.replace('"row": 0', '"row": 1').replace('ASKED-1', 'HIDDEN-1'))
    expect(
      (await check(changed('records.csv', (csv) => csv.replace('ASKED-1', 'HIDDEN-1'), guessed))).verdicts[0],
    ).toBe('RX HIDDEN-1 is not what was sealed.')
  })

  const csvOf = ({ files }: Packet) => String(files.find(({ name }) => name === 'records.csv')?.input)
  const { columns } = verifyPageFunctions()

  test('the page compares exactly the columns of the table', () => {
    expect(csvOf(packet).slice(1).split('\r\n')[0]?.split(',')).toEqual(Object.keys(columns))
  })

  test.each(Object.keys(columns).map((name, i) => [name, i] as const))(
    'another cell in the column %s',
    async (_, i) => {
      const another = (csv: string) => {
        const [head = '', first = '', ...lines] = csv.split('\r\n')
        const cells = first.split(',')
        cells[i] = cells[i] === 'true' ? 'false' : `${cells[i]}9`
        return [head, cells.join(','), ...lines].join('\r\n')
      }
      expect((await check(changed('records.csv', another, small))).name).toBe('bad')
    },
  )

  test('a line that is missing or added', async () => {
    const lines = csvOf(packet).trimEnd().split('\r\n')
    for (const forged of [lines.slice(0, -1), [...lines, lines[1] ?? ''], [lines[0] ?? '']])
      expect((await check(changed('records.csv', () => `${forged.join('\r\n')}\r\n`))).name).toBe('bad')
  })

  test.each([
    [
      'a column twice',
      (csv: string) => csv.replace('signer_name', 'signer_name,signer_name'),
      /column “signer_name” twice/,
    ],
    [
      'an unknown column',
      (csv: string) => csv.replace('signer_name', 'signer_name,note'),
      /column that doesn’t belong .* “note”/,
    ],
    ['no column of patients', (csv: string) => csv.replace('patient_name,', ''), /no column “patient_name”/],
    ['a line of one cell', (csv: string) => `${csv}Paid in full\r\n`, /line with too many or too few cells/],
    ['a text before a lone carriage return', (csv: string) => csv.replace('\r\n', '\r\nRefused\r'), /can’t be read/],
    [
      'a quotation mark that has no end',
      (csv: string) => csv.replace('Grace Hopper', '"Grace Hopper9'),
      /can’t be read/,
    ],
    ['a cell that takes long to read', (csv: string) => `${csv}"${'""'.repeat(300_000)}x`, /can’t be read/],
    ['a text behind a quoted cell', (csv: string) => csv.replace('Grace Hopper', '"Grace Hopper"9'), /can’t be read/],
  ])('records.csv with %s', async (_, change, reason) => {
    await expect(check(changed('records.csv', change))).rejects.toThrow(reason)
  })

  test.each([
    ['a table in a folder', [{ name: 'original/records.csv', input: 'x' }], /in a folder where none belongs: original/],
    ['a name twice', [{ name: 'records.csv', input: 'x' }], /two files with the name records\.csv/],
    ['another file', [{ name: 'Records.csv', input: 'x' }], /doesn’t belong to it: Records\.csv/],
    ['a path', [{ name: 'pictures/../records.csv', input: 'x' }], /in a folder where none belongs/],
    ['a table among the pictures', [{ name: 'pictures/records.csv', input: 'x' }], /in a folder where none belongs/],
  ])('a ZIP file with %s', async (_, more, reason) => {
    await expect(check({ files: [...more, ...packet.files] })).rejects.toThrow(reason)
    await expect(check({ files: [...packet.files, ...more] })).rejects.toThrow(reason)
  })

  test('a time that comes with words, or without its zone', async () => {
    const time = /\d{4}-\d\d-\d\dT[\d:.]+[-+]\d\d:\d\d/
    for (const forge of [
      (shown: string) => `${shown.replace('T', ' ').replace(/[-+]\d\d:\d\d$/, ' GMT$&')} (left on the porch)`,
      (shown: string) => `left on the porch ${shown.replace('T', ' ').replace(/[-+]\d\d:\d\d$/, ' GMT$&')}`,
      (shown: string) => new Date(shown).toString(),
    ]) {
      const [shown = ''] = time.exec(csvOf(small)) ?? []
      expect(Date.parse(forge(shown))).toBeCloseTo(Date.parse(shown), -4)
      expect((await check(changed('records.csv', (csv) => csv.replace(time, forge), small))).name).toBe('bad')
    }
  })

  test('a word for nothing in an empty cell', async () => {
    const first = csvOf(small).split('\r\n')[1] ?? ''
    for (const word of ['null', 'undefined'])
      for (const { index } of first.matchAll(/,(?=,)/g)) {
        const line = `${first.slice(0, index + 1)}'${word}${first.slice(index + 1)}`
        expect((await check(changed('records.csv', (csv) => csv.replace(first, line), small))).name).toBe('bad')
      }
  })

  test('a picture that no check compares', async () => {
    const named = changed('chain.json', (json) =>
      json.replace('"pictures": {', '"pictures": { "door": "pictures/door.jpg",'),
    )
    const more = { name: 'pictures/door.jpg', input: 'another photo' }
    expect(await check({ files: [...named.files, more] })).toMatchObject({
      text: 'No delivery has the picture pictures/door.jpg.',
      name: 'bad',
    })
  })

  test('a prescription twice, with its row as a text', async () => {
    const twice = changed(
      'chain.json',
      (json) => {
        const [delivery] = JSON.parse(json)
        const [first] = delivery.prescriptions
        return JSON.stringify([{ ...delivery, prescriptions: [first, { ...first, row: String(first.row) }] }])
      },
      small,
    )
    const lines = csvOf(small).trimEnd().split('\r\n')
    const table = `${[...lines, lines[1] ?? ''].join('\r\n')}\r\n`
    expect((await check(changed('records.csv', () => table, twice))).name).toBe('bad')
  })

  test('a number that is too large in place of nothing', async () => {
    const bare = { files: small.files.filter(({ name }) => name !== 'records.csv') }
    expect((await check(bare)).name).toBe('good')
    const infinite = changed('chain.json', (json) => json.replace(/(?<!"prev"): ?null/g, ': 1e999'), bare)
    await expect(check(infinite)).rejects.toThrow('The packet has a number that is too large.')
  })

  test('a ZIP file in which a file has two names', async () => {
    const zip = Buffer.from(await (await downloadZip(packet.files).blob()).arrayBuffer())
    zip.write('gaps', zip.indexOf('asked.csv') < 0 ? zip.indexOf('records.csv') : zip.indexOf('asked.csv'))
    const { check: checkFiles } = verifyPageFunctions(sealKeys.map(({ key_id }) => key_id))
    await expect(checkFiles([new File([zip], 'audit-packet.zip')])).rejects.toThrow(/file with two names/)
  })

  test('a ZIP file with something between its files or behind them', async () => {
    const { check: checkFiles } = verifyPageFunctions(sealKeys.map(({ key_id }) => key_id))
    const zipOf = async (files: Packet['files']) => Buffer.from(await (await downloadZip(files).blob()).arrayBuffer())
    const whole = await zipOf(packet.files)
    const other = await zipOf([{ name: 'records.csv', input: 'forged' }])
    const end = whole.subarray(-22)
    const moved = Buffer.from(end)
    moved.writeUInt32LE(end.readUInt32LE(16) + other.length, 16)
    const withComment = Buffer.concat([whole, Buffer.from('comment')])
    withComment.writeUInt16LE(7, whole.length - 2)
    for (const zip of [withComment, Buffer.concat([whole, other.subarray(-22)]), Buffer.concat([whole, end])])
      await expect(checkFiles([new File([zip], 'audit-packet.zip')])).rejects.toThrow(/ZIP file/)
    const before = Buffer.concat([other, whole.subarray(0, -22), moved])
    await expect(checkFiles([new File([before], 'audit-packet.zip')])).rejects.toThrow()
  })

  test('a ZIP file that other programs can read differently', async () => {
    const { check: checkFiles } = verifyPageFunctions(sealKeys.map(({ key_id }) => key_id))
    const whole = Buffer.from(await (await downloadZip(packet.files).blob()).arrayBuffer())
    const list = whole.readUInt32LE(whole.length - 6)
    const forged = (change: (zip: Buffer) => void) => {
      const zip = Buffer.from(whole)
      change(zip)
      return zip
    }
    // Info-ZIP’s field of a file’s name in Unicode, which many programs show in place of the other name.
    const field = Buffer.from([0x75, 0x70, 2, 0, 1, 0])
    const nameEnd = list + 46 + whole.readUInt16LE(list + 28)
    const renamed = Buffer.concat([whole.subarray(0, nameEnd), field, whole.subarray(nameEnd)])
    renamed.writeUInt16LE(field.length, list + 30)
    renamed.writeUInt32LE(renamed.readUInt32LE(renamed.length - 10) + field.length, renamed.length - 10)
    const zips = [
      renamed,
      forged((zip) => zip.writeUInt16LE(8, 8)),
      forged((zip) => zip.writeUInt16LE(12, list + 10)),
      forged((zip) => zip.writeUInt16LE(0x0009, list + 8)),
      forged((zip) => zip.writeUInt32LE(1, list + 24)),
      forged((zip) => zip.writeUInt16LE(7, zip.length - 2)),
    ]
    for (const zip of zips)
      await expect(checkFiles([new File([zip], 'audit-packet.zip')])).rejects.toThrow(/This ZIP file was changed/)
  })

  test('a removed delivery or seal, or changed facts of the account', async () => {
    const [first, ...others] = await recordsOf(pharmacy, 'ASKED-1', 'WRONG-1')
    const rest = await packetOf(others)
    const all = sealsJson(
      [first, ...others].flatMap((proof) => proof ?? []),
      sealKeys,
      'UTC',
    )
    expect((await check(changed('seals.json', () => all, rest))).text).toBe(
      'seals.json seals deliveries that are not in chain.json.',
    )
    const other = await app.createPharmacy()
    await app.table.write(update(keysOf(other.tenant.id).tenant, { remove: ['verified_at'] }))
    await complete(app, other.driver, await inProgress(other, 'INVENTED-2'))
    const theirs = await packetOf(await recordsOf(other, 'INVENTED-2'))
    for (const [from, to] of [
      ['"verified": false', '"verified": true'],
      [other.tenant.id, pharmacy.tenant.id],
      [other.tenant.created_at, '2016-01-01T00:00:00.000Z'],
    ] as const)
      expect(await check(changed('seals.json', (json) => json.replace(from, to), theirs))).toMatchObject({
        text: 'Internally consistent, but not proven to come from Carelane',
        name: 'open',
      })
  })
})
