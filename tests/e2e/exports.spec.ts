import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { recordAttempt } from '#shared/api/attempts.ts'
import { createDelivery } from '#shared/api/deliveries.ts'
import { exportDeliveries, exportList } from '#shared/api/exports.ts'
import { addDays } from '#shared/rules/dates.ts'
import { readCsv } from '#tests/support/read-csv.ts'
import { readZip } from '#tests/support/read-zip.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { aDelivery, aPatient, deliver, hasPathOf, rowOf, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

const porch = new URL('../../infra/local/demo/pictures/porch-green-door.jpg', import.meta.url)

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export CSV' })

/** Presses the export button and returns the rows of the file that it makes. */
async function exported(page: Page, name: RegExp) {
  const [download] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()])
  expect(download.suggestedFilename()).toMatch(name)
  const text = await readFile(await download.path(), 'utf8')
  expect(text[0]).toBe('\ufeff')
  return readCsv(text.slice(1))
}

test('the deliveries of a day can be exported as a table without live formulas', { tag: '@proof' }, async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  const name = `=${nameHere('HYPERLINK')}`
  const date = addDays(demoToday(), 500 + (Date.now() % 400))
  const { id } = await aDelivery(admin, name, { date, prescription: 'RX-77' })
  const begun: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    for (const entry of [exportList, exportDeliveries]) if (hasPathOf(url, entry)) begun.push(request.postData() ?? '')
  })
  // The longest texts that the filters can show.
  await admin.enter(page, `/pharmacy/delivery?date=${date}&time=15:00-18:00&status=unassigned&sort=-total`)
  await expect(rowOf(page, name)).toBeVisible()
  await expectGoodScreen(page, 'Export CSV')
  const [head = [], ...rows] = await exported(page, /^deliveries-\d{4}-\d\d-\d\d\.csv$/)
  const row = rows.find((cells) => cells[head.indexOf('Patient Name')] === `'${name}`)
  expect(row?.[head.indexOf('RX Number')]).toBe('RX-77')
  expect(row?.[head.indexOf('Copay ($)')]).toBe('10.10')
  expect(row?.[head.indexOf('Delivery Date')]).toBe(date)
  expect(row?.[head.indexOf('Patient External ID')]).toBe('')
  expect(begun.map((body) => JSON.parse(body))).toEqual([
    { kind: 'deliveries', filters: expect.objectContaining({ view: 'current', delivery_date: date }) },
    { ids: expect.arrayContaining([id]) },
  ])
  await expect(exportButton(page)).toBeVisible()
})

test('the patients found by a search can be exported as a table', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Quill')
  await aPatient(admin, name)
  await admin.enter(page, '/pharmacy/delivery?view=patients')
  await page.getByRole('searchbox', { name: 'Search the directory' }).fill(name)
  await expect(page.getByText('1 patient found')).toBeVisible()
  await expectGoodScreen(page, 'Export CSV')
  const [head, row, ...more] = await exported(page, /^patients-\d{4}-\d\d-\d\d\.csv$/)
  expect(head?.slice(0, 2)).toEqual(['External ID', 'Name'])
  expect(row?.[1]).toBe(name)
  expect(more).toEqual([])
})

test('an export is logged before it reads, can be stopped, and reports a failure', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const pages: string[] = []
  page.on('request', (request) => request.url().includes('limit=200') && pages.push(request.url()))
  await admin.enter(page, '/pharmacy/delivery?view=past')
  await expect(exportButton(page)).toBeVisible()
  await page.route('**/api/exports/lists', (route) => route.fulfill({ status: 503, json: { detail: 'Busy' } }))
  await exportButton(page).click()
  await expect(page.getByText('Failed to export deliveries')).toBeVisible()
  expect(pages).toEqual([])
  await page.unroute('**/api/exports/lists')
  await page.route('**/api/exports/deliveries', () => undefined)
  await exportButton(page).click()
  await expect(page.getByText('Exporting: 0 deliveries')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Exporting')).toHaveCount(0)
  await expect(exportButton(page)).toBeVisible()
})

test('a user who does not manage deliveries cannot export them', { tag: '@proof' }, async ({ page }) => {
  const driver = await signInStaff('Miguel Santos')
  await driver.enter(page, '/pharmacy/delivery')
  await expect(page.getByText(/deliver(y|ies) found/)).toBeVisible()
  await expect(exportButton(page)).toHaveCount(0)
})

test('everything known about a patient can be exported as one file', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const patient = await aPatient(admin, nameHere('Ruth Calder'))
  const details = { patientId: patient.id, pharmacist: admin, prescription: 'RX-88' }
  const delivered = await aDelivery(admin, patient.name, { ...details, status: 'in_progress' })
  await deliver(admin, delivered.id, { signer_name: 'Ruth Calder', signer_relationship: 'patient' })
  const open = await aDelivery(admin, patient.name, { ...details, date: addDays(demoToday(), 1) })
  const later = { date: addDays(demoToday(), 2), status: 'in_progress' } as const
  const failed = await aDelivery(admin, patient.name, { ...details, ...later })
  const form = new FormData()
  form.set('data', JSON.stringify({ reason: 'no_answer' }))
  form.set('delivery_photo', new Blob([await readFile(porch)], { type: 'image/jpeg' }), 'porch.jpg')
  await admin.call(recordAttempt, { params: { id: failed.id }, form })
  await admin.enter(page, `/pharmacy/patients/${patient.id}`)
  const button = page.getByRole('button', { name: 'Export record' })
  await expect(button).toBeVisible()
  await expectGoodScreen(page, 'Export record')
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toMatch(/^patient-record-\d{4}-\d\d-\d\d\.zip$/)
  const files = readZip(await readFile(await download.path()))
  const json = (name: string) => JSON.parse(files.get(name)?.toString('utf8') ?? '')
  expect(json('patient.json')).toMatchObject({ id: patient.id, name: patient.name })
  const signature = `pictures/${delivered.id}-signature.png`
  const deliveries = new Map(json('deliveries.json').map((one: { id: string }) => [one.id, one]))
  expect(deliveries.size).toBe(3)
  expect(deliveries.get(delivered.id)).toMatchObject({
    status: 'delivered',
    rx_information: [{ rx_number: 'RX-88' }],
    proof: { signer_name: 'Ruth Calder', chain_ok: true, pictures: { signature } },
  })
  expect(deliveries.get(open.id)).toMatchObject({ proof: { chain_ok: true, pictures: {} } })
  const doorPicture = `pictures/${failed.id}-attempt-1.jpg`
  expect(deliveries.get(failed.id)).toMatchObject({ attempts: [{ reason: 'no_answer', photo: doorPicture }] })
  expect(files.get(doorPicture)?.subarray(0, 2).toString('hex')).toBe('ffd8')
  expect(JSON.stringify([...deliveries.values()])).not.toContain('X-Amz-Signature')
  expect(files.get(signature)?.subarray(1, 4).toString()).toBe('PNG')
  expect(files.get('record.pdf')?.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(button).toBeVisible()
})

test('a record with a missing picture is not exported in part', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const patient = await aPatient(admin, nameHere('Otto Lind'))
  const details = { patientId: patient.id, pharmacist: admin, status: 'in_progress' } as const
  await deliver(admin, (await aDelivery(admin, patient.name, details)).id)
  await admin.enter(page, `/pharmacy/patients/${patient.id}`)
  await page.route(/X-Amz-Signature/, (route) => route.abort())
  await page.getByRole('button', { name: 'Export record' }).click()
  await expect(page.getByText('Failed to export the record')).toBeVisible()
  await expect(page.getByText('Exporting')).toHaveCount(0)
})

test('an export of late deliveries contains only late ones', { tag: '@proof' }, async ({ page, context }) => {
  const admin = await signInStaff('Amelia Hart')
  const patient = await aPatient(admin, nameHere('Lamont'))
  const body = { delivery_date: demoToday(), patient_id: patient.id }
  await admin.call(createDelivery, {
    body: { ...body, time_range: '15:00-18:00', rx_information: [{ rx_number: 'LATE' }] },
  })
  await admin.call(createDelivery, {
    body: { ...body, time_range: '18:00-21:00', rx_information: [{ rx_number: 'SOON' }] },
  })
  // The page takes the time from the `date` header of responses. Set it to a time at which only the first delivery is late.
  await context.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const date = new Date(`${demoToday()}T19:30:00Z`).toUTCString()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  await admin.enter(page, paths.late)
  await expect(rowOf(page, patient.name)).toHaveCount(1)
  const [head = [], ...rows] = await exported(page, /^deliveries-/)
  const own = rows.filter((cells) => cells[head.indexOf('Patient Name')] === patient.name)
  expect(own.map((cells) => cells[head.indexOf('RX Number')])).toEqual(['LATE'])
})
