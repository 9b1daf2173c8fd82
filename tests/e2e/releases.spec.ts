import { expect, type Page, type Route } from '@playwright/test'
import { createDelivery, listDeliveries, updateDelivery } from '#shared/api/deliveries.ts'
import { createPatient } from '#shared/api/patients.ts'
import { createRole, createUser } from '#shared/api/users.ts'
import { addDays } from '#shared/rules/dates.ts'
import { aDelivery, aPatient, hasPathOf, rowOf, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { addressHere, daysAheadHere, nameHere } from './new-names.ts'
import { signIn } from './support.ts'
import { test } from './watched-test.ts'

const updated = 'Carelane has been updated.'
const restoredText = 'What you entered before is still here.'
const form = '/pharmacy/delivery?view=create'
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Gives the next call of `entry` the response of a newer server, which this page cannot read. */
const meetNewer = (page: Page, entry: { path: string; method: string }) => {
  let isMet = false
  return page.route(
    (url) => hasPathOf(url, entry),
    (route) => {
      if (isMet || route.request().method() !== entry.method) return route.fallback()
      isMet = true
      return route.fulfill({ status: 201, json: { made: true }, headers: { 'x-release': 'newer' } })
    },
  )
}

/** Expects the message that follows a call prepared with `meetNewer`, and reloads the page with its button. */
async function reload(page: Page) {
  await expect(notifications(page).getByText(updated).last()).toBeVisible()
  await notifications(page).getByRole('button', { name: 'Reload' }).click()
}

test('a page of an older release says so and keeps input across its reload', async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const patient = await aPatient(admin, nameHere('Ursula Updated'))
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (hasPathOf(new URL(request.url()), createDelivery) && request.method() === 'POST')
      keys.push(request.headers()['idempotency-key'])
  })
  await admin.enter(page, form)
  await page.getByLabel('Delivery Notes').fill('Ring twice')
  await page.getByLabel('Delivery Date').fill(addDays(demoToday(), daysAheadHere(120)))
  await page.getByLabel('Time Range').selectOption({ index: 1 })
  await page.getByLabel('RX Number').fill('RX-7002')
  await page.getByRole('button', { name: 'Add SKU' }).click()
  await page.getByLabel('SKU Number').fill('Thermometer')
  await page.getByRole('searchbox', { name: 'Search patients' }).fill(patient.name)
  await page.getByRole('list', { name: 'Patients found' }).getByText(patient.name).click()
  await meetNewer(page, createDelivery)
  await page.getByRole('button', { name: 'Create Delivery' }).click()
  await reload(page)

  await expect(page.getByText(restoredText)).toBeVisible()
  await expect(page.getByLabel('Delivery Notes')).toHaveValue('Ring twice')
  await expect(page.getByLabel('RX Number')).toHaveValue('RX-7002')
  await expect(page.getByLabel('SKU Number')).toHaveValue('Thermometer')
  await expect(page.getByText(patient.name)).toBeVisible()
  await expect(page.getByText(updated)).toHaveCount(0)
  await page.getByRole('button', { name: 'Create Delivery' }).click()
  await expect(page.getByText('Delivery created successfully')).toBeVisible()
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])

  await test.step('saved input is no longer stored', async () => {
    await page.goto(form)
    await expect(page.getByLabel('Delivery Notes')).toHaveValue('')
    await expect(page.getByText(restoredText)).toHaveCount(0)
  })
})

test('an open dialog is open again after the reload, with its input', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Rhoda Reloaded')
  const email = addressHere('rhoda')
  await admin.enter(page, '/dashboard')
  const dialog = page.getByRole('dialog')
  const fillPatient = async () => {
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Phone').fill('(555) 010-0199')
    await dialog.getByLabel('Address', { exact: true }).fill('3 Mill Lane')
    await dialog.getByLabel('City').fill('Hamden')
    await dialog.getByLabel('State').fill('ct')
    await dialog.getByLabel('ZIP Code').fill('06514')
  }
  const cases = [
    {
      path: '/admin/users',
      open: 'Invite User',
      entry: createUser,
      send: 'Invite user',
      async fill() {
        await dialog.getByLabel('Full name').fill(name)
        await dialog.getByLabel('Email', { exact: true }).fill(email)
        await dialog.getByLabel('Delivery Staff').check()
        await dialog.getByLabel('Send invitation email').uncheck()
      },
      expectRestored: () => expect(dialog.getByLabel('Delivery Staff')).toBeChecked(),
    },
    {
      path: '/admin/roles',
      open: 'Create Role',
      entry: createRole,
      send: 'Create role',
      async fill() {
        await dialog.getByLabel('Role name').fill(name)
        await dialog.getByLabel('Check stock').check()
      },
      expectRestored: () => expect(dialog.getByLabel('Check stock')).toBeChecked(),
    },
    {
      path: '/pharmacy/delivery?view=patients',
      open: 'Add New Patient',
      entry: createPatient,
      send: 'Create Patient',
      fill: fillPatient,
      expectRestored: () => expect(dialog.getByLabel('ZIP Code')).toHaveValue('06514'),
    },
    {
      path: form,
      open: 'New Patient',
      entry: createPatient,
      send: 'Create Patient',
      fill: fillPatient,
      expectRestored: () => expect(dialog.getByLabel('ZIP Code')).toHaveValue('06514'),
    },
  ]
  for (const { path, open, entry, send, fill, expectRestored } of cases)
    await test.step(open, async () => {
      await page.goto(path)
      await page.getByRole('button', { name: open, exact: true }).click()
      await fill()
      await meetNewer(page, entry)
      await dialog.getByRole('button', { name: send, exact: true }).click()
      await reload(page)
      await expect(dialog.getByText(restoredText)).toBeVisible()
      await expectRestored()
      await page.unrouteAll()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Leave' }).click()
      await page.reload()
      await expect(page.getByRole('button', { name: open, exact: true })).toBeEnabled()
      await expect(dialog).toHaveCount(0)
    })
})

test('a part of the app that the server no longer has is loaded by a reload', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/dashboard')
  let requests = 0
  await page.route('**/assets/roles-*.js', (route) => {
    requests += 1
    return requests === 1 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue()
  })
  await page.locator('main a[href="/admin/roles"]').click()
  await expect(page.getByRole('button', { name: 'Create Role' })).toBeVisible()
  expect(requests).toBeGreaterThan(1)
})

test('an edit continues after a reload on top of another user’s changes', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const { id } = await aDelivery(admin, nameHere('Edwin Reloaded'), { pharmacist: admin })
  await admin.enter(page, `/pharmacy/delivery/edit/${id}`)
  await page.getByLabel('Delivery Notes').fill('Ring twice')
  await admin.call(updateDelivery, { params: { id }, body: { refrigerated: true, delivery_notes: 'Knock' } })
  await page.reload()
  await expect(page.getByText(restoredText)).toBeVisible()
  await expect(page.getByLabel('Delivery Notes')).toHaveValue('Ring twice')
  await expect(page.getByLabel('Refrigerated')).toBeChecked()
  await page.getByRole('button', { name: 'Update Delivery' }).click()
  await expect(page.getByText('Delivery updated successfully')).toBeVisible()
})

test('input survives the end of a session, but not a sign-out', { tag: '@proof' }, async ({ page }) => {
  const notes = page.getByLabel('Delivery Notes')
  await signIn(page, 'Amelia Hart')
  await page.goto(form)
  await notes.fill('Ring twice')
  await page.context().clearCookies()
  await page.getByRole('searchbox', { name: 'Search patients' }).fill('Eleanor')
  await expect(page).toHaveURL('/login')
  await page.reload()
  await signIn(page, 'Amelia Hart', { landsOn: form })
  await expect(notes).toHaveValue('Ring twice')

  await page.reload()
  await expect(notes).toHaveValue('Ring twice')
  const other = await page.context().newPage()
  await other.goto(form)
  await other.getByLabel('Delivery Notes').fill('Ring thrice')
  await page.getByRole('button', { name: 'Account menu: Amelia Hart' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await signIn(page, 'Amelia Hart')
  for (const tab of [page, other]) {
    await expect.poll(() => tab.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Ring')
    await tab.goto(form)
    await expect(tab.getByLabel('Delivery Notes')).toHaveValue('')
  }
})

test('an unreadable row does not hide the others', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const [strange, plain] = [nameHere('Stranger Row'), nameHere('Plain Row')]
  const date = addDays(demoToday(), daysAheadHere(130))
  for (const name of [strange, plain]) await aDelivery(admin, name, { date })
  let release: string | undefined
  const teleport = async (route: Route) => {
    // `if-none-match` is left out, because a browser that already has the response would get a 304 without rows.
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const answer = await route.fetch({ headers })
    const rows: { patient_name: string }[] = await answer.json()
    const json = rows.map((row) => (row.patient_name === strange ? { ...row, status: 'teleported' } : row))
    await route.fulfill({
      response: answer,
      json,
      headers: { ...answer.headers(), ...(release && { 'x-release': release }) },
    })
  }
  await page.route((url) => hasPathOf(url, listDeliveries), teleport)
  await admin.enter(page, `/pharmacy/delivery?date=${date}`)
  await expect(rowOf(page, plain)).toBeVisible()
  await expect(rowOf(page, strange)).toHaveCount(0)
  await expect(notifications(page).getByText('Invalid response format from server')).toBeVisible()

  release = 'newer'
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(notifications(page).getByText(updated)).toBeVisible()
  await expect(rowOf(page, plain)).toBeVisible()
  await page.unrouteAll()
  await notifications(page).getByRole('button', { name: 'Reload' }).click()
  await expect(rowOf(page, strange)).toBeVisible()
  await expect(notifications(page).getByText(updated)).toHaveCount(0)
})
