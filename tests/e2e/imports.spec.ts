import { readFile } from 'node:fs/promises'
import { expect, type Page, type Request } from '@playwright/test'
import { demoPatientBodies } from '#infra/local/demo/people.ts'
import { changeStatus, listPharmacists, readDelivery } from '#shared/api/deliveries.ts'
import { importDeliveries } from '#shared/api/imports.ts'
import { addDays } from '#shared/rules/dates.ts'
import { readCsv } from '#tests/support/read-csv.ts'
import { hasPathOf, rowOf, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

const head = 'Rx #,First Name,Last Name,DOB,Telephone,Address 1,City,ST,Zip,Copay,Delivery Date,Window'

interface FileRow {
  name: string
  date: string
  rx?: string
  phone?: string
}
const lineOf = ({ name, date, rx = '7100001', phone = '(555) 010-0142' }: FileRow) =>
  `${rx},Grace,${name},12/9/1906,${phone},12 Harbor Street,New Haven,CT,6510,$12.50,${date},9 AM`

const choose = (page: Page, lines: readonly string[]) =>
  page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'monday.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, ...lines].join('\n')),
  })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Chooses a file and starts its import. */
async function importFile(page: Page, lines: readonly string[]) {
  await choose(page, lines)
  await press(page, 'Continue')
  const start = page.getByRole('button', { name: /^Import \d+ rows?$/ })
  // The check compares every row with what is stored first, which takes a busy machine a while.
  await expect(start).toBeEnabled({ timeout: 60_000 })
  await start.click()
}

/** Returns whether the request stores rows. The check sends the same rows first, only to compare them. */
const storesRows = (request: Request) =>
  hasPathOf(new URL(request.url()), importDeliveries) && !request.postDataJSON().dry_run

/** Returns one of 3,000 days in later years, so that tests hardly ever share a day. */
const aDay = () => addDays(demoToday(), 1000 + (Date.now() % 3000))

test('another system’s file is imported: errors are corrected on the spot, and nothing is duplicated', async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  const date = aDay()
  const [first, second] = [nameHere('Hopper'), nameHere('Rhodes')]
  const lines = [
    lineOf({ name: first, date, rx: '1' }),
    lineOf({ name: first, date, rx: '2' }),
    lineOf({ name: second, date, phone: '6.28E+09' }),
    'Total,,,,,,,,,$37.50,,',
  ]
  await admin.enter(page, '/pharmacy/delivery')
  await page.getByRole('link', { name: 'Import' }).click()
  await expectGoodScreen(page, 'What are you importing?')
  await choose(page, lines)
  await expect(page.getByText('Left out: DOB')).toBeVisible()
  await expect(page.getByLabel('Rx #')).toHaveValue('rx_number')
  await expectGoodScreen(page, 'Columns')
  await press(page, 'Continue')
  await expect(page.getByText('2 rows are ready (2 rows, 1 delivery)')).toBeVisible()
  await expect(page.getByText('2 rows have problems')).toBeVisible()
  await expectGoodScreen(page, 'Check')
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText(`Grace ${second}`)
  const phone = page.getByLabel('Row 4, Phone')
  await phone.fill('(555) 010-0143')
  await phone.press('Enter')
  await expect(page.getByText('3 rows are ready (3 rows, 2 deliveries)')).toBeVisible()
  await press(page, 'Back')
  await press(page, 'Continue')
  // The rows that were corrected above stay corrected.
  await press(page, 'Import 3 rows')
  await expect(page.getByText('2 added, 0 updated, 0 unchanged, 1 rejected')).toBeVisible()
  await expectGoodScreen(page, 'Done')
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download rejected rows')])
  const refused = readCsv((await readFile(await download.path(), 'utf8')).slice(1))
  expect(refused[0]?.slice(-2)).toEqual(['Window', 'Reason'])
  expect(refused.slice(1).map(([rx]) => rx)).toEqual(['Total'])

  await press(page, 'Import another file')
  await importFile(page, lines)
  await expect(page.getByText('0 added, 0 updated, 1 unchanged, 2 rejected')).toBeVisible()
  await page.goto(`/pharmacy/delivery?date=${date}`)
  await expect(rowOf(page, first)).toHaveCount(1)
  await expect(rowOf(page, second)).toHaveCount(1)
})

test('two rows that may be one patient and copays that no one collects are asked about before the import', {
  tag: '@proof',
}, async ({ page }) => {
  const word = nameHere('Pair')
  const lineOf = (rx: string, phone: string) =>
    [rx, `Pat ${word}`, phone, `1 ${word} St`, 'Chicago', 'IL', '60614', demoToday(), '6:00 PM', '15.00'].join(',')
  await (await signInStaff('Amelia Hart')).enter(page, '/pharmacy/import?kind=deliveries')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'pair.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'RX Number,Patient Name,Phone,Address,City,State,ZIP,Delivery Date,Time,Copay',
        lineOf('P-1', '312-555-0100'),
        lineOf('P-2', '312-555-0199'),
      ].join('\n'),
    ),
  })
  await press(page, 'Continue')
  await expect(page.getByText('1 row is ready')).toBeVisible()
  await expect(page.getByText(`This looks like Pat ${word} in row 2, whose phone number is different`)).toBeVisible()
  await expect(page.getByText(/^1 new delivery has a copay, .*Drivers will not ask for \$15\.00\.$/)).toBeVisible()
  await page
    .getByRole('group', { name: /^1 row looks like a patient in the directory or in another row/ })
    .getByLabel('Yes, update the directory')
    .check()
  await expect(page.getByText('2 rows are ready (2 rows, 1 delivery)')).toBeVisible()
  await page.getByLabel('Collect these copays').check()
  await expect(page.getByText(/Drivers will ask for \$30\.00\.$/)).toBeVisible()
  await expectGoodScreen(page, 'Collect these copays')
  await press(page, 'Import 2 rows')
  await expect(page.getByText('1 added, 0 updated, 0 unchanged, 0 rejected')).toBeVisible()
  await page.goto(`/pharmacy/delivery?date=${demoToday()}`)
  await expect(rowOf(page, `Pat ${word}`)).toHaveCount(1)
})

test('a second file on the same day asks once about similar patients and packages already out', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const driver = (await admin.call(listPharmacists, {})).body[0]
  const word = nameHere('Curie')
  const [ada, ben, cay] = ['Ada', 'Ben', 'Cay'].map((name, i) => ({
    ...demoPatientBodies[0],
    external_id: `${word} ${i}`,
    name: `${name} ${word}`,
    address: `${i} ${word} St`,
    email: '',
  }))
  const plan = { delivery_date: demoToday(), time_range: '18:00-21:00' as const, pharmacist_id: driver?.id ?? '' }
  const rows = [ada, ben, cay].map((patient, i) => ({ ...plan, patient, rx_information: [{ rx_number: `M-${i}` }] }))
  const { body: morning } = await admin.call(importDeliveries, { body: { rows } })
  const [, out] = morning.map((result) => (result.ok ? result.id : null))
  await admin.call(changeStatus, { params: { id: out ?? '' }, body: { status: 'in_progress' } })

  const lineFor = (patient: typeof ada, rx: string) =>
    [
      rx,
      patient?.external_id,
      patient?.name,
      patient?.phone,
      patient?.address,
      patient?.city,
      patient?.state,
      patient?.zip_code,
    ]
      .map((cell) => `"${cell}"`)
      .join(',')
  await admin.enter(page, '/pharmacy/import?kind=deliveries')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'afternoon.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'RXNO,PATID,PATIENTNAME,PATPHONE,PATADDR,PATCITY,PATSTATE,PATZIP',
        lineFor({ ...ada, name: `Ada Married ${word}` } as typeof ada, 'A-0'),
        lineFor(ben, 'A-1'),
        lineFor({ ...cay, address: `3 ${word} St` } as typeof cay, 'A-2'),
      ].join('\n'),
    ),
  })
  const same = page.getByRole('region', { name: 'Same for all rows' })
  await expect(same.getByLabel('Delivery Date')).toHaveValue(demoToday())
  await press(page, 'Continue')
  await expect(page.getByRole('alert')).toHaveText('Choose a column, or one value for all rows, for: Time Range')
  await same.getByLabel('Time Range').selectOption('6:00 PM - 9:00 PM')
  await press(page, 'Continue')
  await expect(page.getByText('1 row is ready')).toBeVisible()
  await expect(page.getByText(`This ID belongs to Ada ${word}.`)).toBeVisible()
  await page.getByLabel('These are new names of the same people').check()
  await page
    .getByRole('group', { name: /^1 row is for a package that is already out/ })
    .getByLabel('Plan a new package')
    .check()
  await expect(page.getByText('3 rows are ready')).toBeVisible()
  await expectGoodScreen(page, 'Check')
  await press(page, 'Import 3 rows')
  await expect(page.getByText('1 added, 2 updated, 0 unchanged, 0 rejected')).toBeVisible()
  await press(page, 'Update these patients')
  await expect(page.getByText('1 patient updated, with the deliveries of this file.')).toBeVisible()
  const { body: later } = await admin.call(readDelivery, {
    params: { id: morning[2]?.ok ? (morning[2].id ?? '') : '' },
  })
  expect(later).toMatchObject({
    delivery_address: `3 ${word} St`,
    rx_information: [{ rx_number: 'M-2' }, { rx_number: 'A-2' }],
  })
})

test('an import continues through a busy, unreachable and silent server, each row once', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const date = aDay()
  const name = nameHere('Lamarr')
  const answers = [
    { status: 429, headers: { 'retry-after': '1' }, json: { detail: 'Too many requests' } },
    { status: 503, json: { detail: 'Service unavailable' } },
  ]
  let silent = 1
  await page.route(
    (url) => hasPathOf(url, importDeliveries),
    async (route) => {
      if (!storesRows(route.request())) return route.continue()
      const answer = answers.shift()
      if (answer) return route.fulfill(answer)
      if (silent-- <= 0) return route.continue()
      // The server stores the rows, but the page never gets the response.
      await route.fetch()
      await route.abort('connectionreset')
    },
  )
  await admin.enter(page, '/pharmacy/import?kind=deliveries')
  await importFile(page, [lineOf({ name, date })])
  await expect(page.getByText('1 added, 0 updated, 0 unchanged, 0 rejected')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Show deliveries' }).click()
  await page.goto(`/pharmacy/delivery?date=${date}`)
  await expect(rowOf(page, name)).toHaveCount(1)
})

test('a cancelled import reports what was imported, and the same file adds the rest', { tag: '@proof' }, async ({
  page,
}) => {
  // Importing 450 rows takes a busy machine a while.
  test.setTimeout(180_000)
  const admin = await signInStaff('Amelia Hart')
  const date = aDay()
  const name = nameHere('Noether')
  const lines = Array.from({ length: 250 }, (_, i) => lineOf({ name: `${name} ${i}`, date }))
  const cancelled = Promise.withResolvers<void>()
  let parts = 0
  await page.route(
    (url) => hasPathOf(url, importDeliveries),
    async (route) => {
      // Hold the second part back until the import has been cancelled.
      if (storesRows(route.request()) && ++parts === 2) await cancelled.promise
      await route.continue()
    },
  )
  await admin.enter(page, '/pharmacy/import?kind=deliveries')
  await importFile(page, lines)
  await expect(page.getByText('100 of 250')).toBeVisible({ timeout: 30_000 })
  await press(page, 'Cancel')
  cancelled.resolve()
  await expect(page.getByText('200 added, 0 updated, 0 unchanged, 0 rejected')).toBeVisible({ timeout: 60_000 })
  await press(page, 'Import another file')
  await importFile(page, lines)
  await expect(page.getByText('50 added, 0 updated, 200 unchanged, 0 rejected')).toBeVisible({ timeout: 60_000 })
})

test('after a browser crash during an import, the same file adds the rest', {
  tag: '@proof',
}, async ({ page, context }) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Germain')
  const lines = Array.from({ length: 120 }, (_, i) => lineOf({ name: `${name} ${i}`, date: aDay() }))
  await admin.enter(page, '/pharmacy/import?kind=deliveries')
  const doomed = await context.newPage()
  await doomed.goto('/pharmacy/import?kind=deliveries')
  await importFile(doomed, lines)
  await expect(doomed.getByText('100 of 120')).toBeVisible({ timeout: 30_000 })
  await doomed.close()
  await importFile(page, lines)
  const sums = page.getByText(/^\d+\sadded, 0\supdated, \d+\sunchanged, 0\srejected$/)
  await expect(sums).toBeVisible({ timeout: 30_000 })
  const [added = 0, , unchanged = 0] = (await sums.textContent())?.match(/\d+/g)?.map(Number) ?? []
  expect(added + unchanged).toBe(120)
  expect(unchanged).toBeGreaterThanOrEqual(100)
})

test('patients can be imported from the directory', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Franklin')
  await admin.enter(page, '/pharmacy/delivery?view=patients')
  await page.getByRole('tabpanel').getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('radio', { name: 'Patients' })).toBeChecked()
  await importFile(page, [lineOf({ name, date: '' })])
  await expect(page.getByText('1 added, 0 updated, 0 unchanged, 0 rejected')).toBeVisible()
  await page.getByRole('link', { name: 'Show patients' }).click()
  await page.getByRole('searchbox', { name: 'Search the directory' }).fill(name)
  await expect(page.getByText('1 patient found')).toBeVisible()
})

test('a file of ten thousand rows is checked within a phone’s memory', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/pharmacy/import?kind=deliveries')
  await choose(
    page,
    Array.from({ length: 10_000 }, (_, i) => lineOf({ name: `Row ${i}`, date: '11/27/2026' })),
  )
  await press(page, 'Continue')
  await expect(page.getByText('10000 rows are ready')).toBeVisible({ timeout: 30_000 })
  const used = await page.evaluate(() => Reflect.get(performance, 'memory').usedJSHeapSize)
  expect(used).toBeLessThan(500 * 1024 * 1024)
  await choosePast(page)
})

/** Goes back to the choice of a file, chooses one with one row more than allowed, and expects that the page refuses it. */
async function choosePast(page: Page) {
  await press(page, 'Back')
  await press(page, 'Back')
  await choose(
    page,
    Array.from({ length: 10_001 }, (_, i) => lineOf({ name: `Row ${i}`, date: '11/27/2026' })),
  )
  await expect(page.getByText('This file has more than 10,000 rows.')).toBeVisible()
}

test('which of day and month comes first is asked once for all files with the same column headings', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const own = nameHere('Column')
  const question = page.getByRole('group', { name: 'Delivery Date: what comes first in 01/02/2030?' })
  const chooseDates = (...dates: string[]) => {
    const lines = dates.map((date) => `${lineOf({ name: nameHere('Hopper'), date })},`)
    const buffer = Buffer.from([`${head},${own}`, ...lines].join('\n'))
    return page.getByLabel('File', { exact: true }).setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  }
  await admin.enter(page, '/pharmacy/import?kind=deliveries')
  await chooseDates('01/02/2030')
  await press(page, 'Continue')
  await expect(question).toContainText('Please choose one')
  await question.getByLabel('The day').click()
  await press(page, 'Continue')
  await expect(page.getByText('1 row is ready')).toBeVisible()
  await page.reload()
  await chooseDates('01/02/2030')
  await expect(question.getByLabel('The day')).toBeChecked()
  // Dates that show their order win, and are remembered as well.
  await page.reload()
  await chooseDates('01/13/2030', '01/02/2030')
  await expect(question).toBeHidden()
  await press(page, 'Continue')
  await expect(page.getByText('2 rows are ready')).toBeVisible()
  await page.reload()
  await chooseDates('01/02/2030')
  await expect(question.getByLabel('The month')).toBeChecked()
})
