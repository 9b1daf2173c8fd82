import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readDelivery, updateDelivery } from '#shared/api/deliveries.ts'
import { updatePatient } from '#shared/api/patients.ts'
import { openMenu } from './account-steps.ts'
import { aDelivery, type StaffMember, signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

/** Creates a delivery and changes its address. */
async function aMove(admin: StaffMember, name: string) {
  const delivery = await aDelivery(admin, name)
  await admin.call(updatePatient, { params: { id: delivery.patient_id }, body: { address: '9 New Road' } })
  await admin.call(updateDelivery, { params: { id: delivery.id }, body: { refresh_patient: true } })
  return delivery
}

const rows = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('listitem')

test('an administrator reads the activity log and exports it', { tag: '@proof' }, async ({ page }, { project }) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Moved')
  const { id } = await aMove(admin, name)
  await admin.enter(page, '/dashboard')
  await openMenu(page, 'Admin', project.name === 'phone')
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()

  const moved = rows(page)
    .filter({ hasText: 'Amelia Hart changed the address of a delivery' })
    .filter({ hasText: name })
  await moved.locator('summary').click()
  await expect(moved.getByRole('row', { name: 'Delivery address' })).toContainText('9 New Road')
  // `expectGoodScreen` needs a page that is scrolled to its top, because the sticky bar of the page would otherwise hide a part of
  // it.
  await page.evaluate(() => scrollTo(0, 0))
  await expectGoodScreen(page, 'Delivery address')

  await test.step('filtered by delivery, user and action', async () => {
    await moved.getByRole('button', { name: 'Show only this delivery' }).click()
    await expect(page).toHaveURL(`/admin/activity?delivery=${id}`)
    await expect(rows(page)).toHaveCount(2)
    await page.getByLabel('Action').selectOption('Delivery created')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Amelia Hart created a delivery')
    await page.getByRole('combobox', { name: 'Person' }).fill('Miguel')
    await page.getByRole('option', { name: 'Miguel Santos' }).click()
    await expect(page.getByText('No activity found')).toBeVisible()
    await expectGoodScreen(page, 'No activity found')
    await page.goBack()
    await page.getByLabel('Action').selectOption('All actions')
    await expect(rows(page)).toHaveCount(2)
  })

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^\ufeffTime,Person,/)
  expect(lines[1]).toContain(',changed the address of a delivery,')
  expect(lines[1]).toContain('→ 9 New Road')
})

test('if filters match nothing yet, the screen searches further back and then asks whether to go on', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const days = ['2026-11-20', '2026-11-18', '2026-11-16', '2026-11-14', '2026-11-12', '2026-11-10', '2026-11-08']
  let calls = 0
  // The first seven responses are replaced by empty ones, each of which says that the server has read further back. The server
  // itself would give such responses only if thousands of other events lay in between.
  await page.route(/\/api\/activity\?/, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const day = days[calls]
    calls += 1
    searchParams.delete('cursor')
    if (!day)
      return route.fulfill({
        response: await route.fetch({ url: `${new URL(page.url()).origin}${pathname}?${searchParams}` }),
      })
    searchParams.set('cursor', String(calls))
    const link = `<${pathname}?${searchParams}>; rel="next"`
    await route.fulfill({ json: [], headers: { link, 'x-read-to': `${day}T17:00:00.000Z` } })
  })
  await admin.enter(page, '/admin/activity?action=delivery.created')
  await expect(page.getByText('Searched back to Nov 10, 2026')).toBeVisible()
  expect(calls).toBe(6)
  await expect(page.getByText('No activity found')).toHaveCount(0)
  await expectGoodScreen(page, 'Searched back to')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(rows(page).first()).toContainText('created a delivery')
  await expect(page.getByText('Searched back to')).toHaveCount(0)
  expect(calls).toBeGreaterThanOrEqual(8)
})

test('views are shown on request, separately from changes, with identical views in one row', { tag: '@proof' }, async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  const { id } = await aDelivery(admin, nameHere('Seen'))
  // Each read has a sign-in of its own, because a second read in the same sign-in could count as part of the first look.
  for (let i = 0; i < 3; i++) await (await signInStaff('Miguel Santos')).call(readDelivery, { params: { id } })
  await admin.enter(page, `/admin/activity?delivery=${id}`)
  await expect(rows(page)).toHaveText([/Amelia Hart created a delivery/])
  await page.getByLabel('Show views').check()
  await expect(rows(page)).toHaveText([/Miguel Santos viewed a delivery 3 times/, /Amelia Hart created a delivery/])
  await rows(page).first().locator('summary').click()
  await expectGoodScreen(page, '3 times')
})

test('the activity of a patient or a delivery is found by typing or from their pages', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Chosen')
  const { id, patient_id } = await aMove(admin, name)
  await admin.enter(page, '/admin/activity')
  const patient = page.getByRole('combobox', { name: 'Patient', exact: true })
  const delivery = page.getByRole('combobox', { name: 'Delivery', exact: true })

  await test.step('a patient with everything about them', async () => {
    await patient.fill(name)
    await page.getByRole('option', { name }).click()
    await expect(page).toHaveURL(`/admin/activity?patient=${patient_id}`)
    await expect(patient).toHaveValue(name)
    await expect(rows(page)).toHaveCount(4)
    await expectGoodScreen(page, '4 events')
  })
  await test.step('one of their deliveries, whose name survives a reload', async () => {
    await delivery.fill(name)
    await page.getByRole('option', { name: new RegExp(`^${name}, `) }).click()
    await expect(page).toHaveURL(`/admin/activity?patient=${patient_id}&delivery=${id}`)
    await expect(rows(page)).toHaveCount(2)
    await page.reload()
    await expect(delivery).toHaveValue(new RegExp(`^${name}, `))
    await expect(patient).toHaveValue(name)
  })
  await test.step('everything about them again', async () => {
    await patient.click()
    await page.getByRole('option', { name: 'All patients' }).click()
    await delivery.click()
    await page.getByRole('option', { name: 'All deliveries' }).click()
    await expect(page).toHaveURL('/admin/activity')
  })
  await test.step('links from their pages', async () => {
    await page.goto(`/pharmacy/patients/${patient_id}`)
    await page.getByRole('link', { name: 'View changes' }).click()
    await expect(patient).toHaveValue(name)
    await expect(rows(page)).toHaveCount(4)
    await page.goto(`/pharmacy/delivery/${id}`)
    await page.getByRole('link', { name: 'View changes' }).click()
    await expect(delivery).toHaveValue(new RegExp(`^${name}, `))
    await expect(rows(page)).toHaveCount(2)
  })
})

test('an export reports a page that failed to load, and can be stopped', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/admin/activity')
  await expect(rows(page).first()).toBeVisible()
  await page.route(/activity\?.*limit=200/, (route) => route.abort())
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('Failed to export activity')).toBeVisible()
  // On a phone, the message covers the button.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  await page.unroute(/activity\?.*limit=200/)
  await page.route(/activity\?.*limit=200/, () => undefined)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('Exporting: 0 events')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
})

test('only administrators see who viewed a delivery', { tag: '@proof' }, async ({ page, browser }) => {
  const admin = await signInStaff('Amelia Hart')
  const driver = await signInStaff('Miguel Santos')
  const { id } = await aDelivery(admin, nameHere('Looked'))
  const hers = await (await browser.newContext()).newPage()
  await driver.enter(hers, `/pharmacy/delivery/${id}`)
  await expect(hers.getByRole('heading', { name: 'Metadata' })).toBeVisible()
  await expect(hers.getByRole('heading', { name: 'Who viewed this' })).toHaveCount(0)
  await hers.goto('/admin/activity')
  await expect(
    hers.getByText('Access Denied: You need tenant administrator privileges to access this page.'),
  ).toBeVisible()
  await hers.context().close()

  await admin.enter(page, `/pharmacy/delivery/${id}`)
  const looks = page.getByRole('list', { name: 'Who viewed this' }).getByRole('listitem')
  // Reading the history and everything else that the page requested counts as one look.
  await expect(looks.filter({ hasText: 'Miguel Santos' })).toHaveText([/viewed a delivery/])
  await expect(looks.filter({ hasText: 'Amelia Hart viewed' })).toHaveCount(1)
  await expectGoodScreen(page, 'Who viewed this')
})
