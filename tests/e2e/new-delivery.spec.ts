import { expect, type Page } from '@playwright/test'
import { listPharmacists, readDelivery, readPrintData, readStatusHistory } from '#shared/api/deliveries.ts'
import { searchPatients, updatePatient } from '#shared/api/patients.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { aDelivery, aPatient, hasPathOf, rowOf, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('after creating a delivery, its row is focused and highlighted; the next form keeps day, time and pharmacist', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const [first, second] = [nameHere('Lena Landed'), nameHere('Nadia Next')]
  for (const name of [first, second]) await aPatient(admin, name)
  await admin.enter(page, list)
  await page.getByRole('tab', { name: 'New Delivery' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search patients' })).toBeFocused()
  const fill = async (name: string) => {
    await page.getByRole('searchbox', { name: 'Search patients' }).fill(name)
    await button(page, name)
      .or(page.getByRole('button', { name: new RegExp(`^${name}`) }))
      .first()
      .click()
    await page.getByLabel('RX Number').fill('RX-77')
  }
  await expect(page.getByLabel('Delivery Date', { exact: true })).not.toHaveValue('')
  await expect(page.getByLabel('Time Range')).not.toHaveValue('')
  await page.getByLabel('Delivery Date', { exact: true }).fill(demoToday())
  await page.getByLabel('Time Range').selectOption({ label: '3:00 PM - 6:00 PM' })
  const person = page.getByRole('combobox', { name: 'Pharmacist' })
  await person.click()
  await page.getByRole('option', { name: /Miguel Santos/ }).click()
  await fill(first)
  const collect = page.getByLabel('Collect copay')
  await expect(collect).not.toBeChecked()
  await page.getByLabel('Copay ($)').fill('15')
  await expect(collect).toBeChecked()
  await collect.uncheck()
  await expect(page.getByText('The driver will not ask for the $15.00.')).toBeVisible()
  await page.getByLabel('Copay ($)').fill('0')
  await page.getByRole('form', { name: 'New delivery' }).getByRole('button', { name: 'More' }).click()
  await button(page, 'Create and next').click()
  await expect(page.getByText('Delivery created successfully')).toBeVisible()
  await expect(page.getByLabel('RX Number')).toHaveValue('')
  await expect(page.getByLabel('Delivery Date', { exact: true })).toHaveValue(demoToday())
  await expect(page.getByRole('searchbox', { name: 'Search patients' })).toBeFocused()
  await expect(page.getByLabel('Time Range')).toHaveValue('15:00-18:00')
  await expect(person).toHaveValue('Miguel Santos')
  await fill(second)
  await button(page, 'Create Delivery').click()
  // The message with the buttons stays while the pointer is over it.
  await button(page, 'Open').last().hover()
  const row = rowOf(page, second).first()
  await expect(row).toBeInViewport()
  await expect(row.getByRole('link', { name: second }).first()).toBeFocused()
  await button(page, 'Print').last().click()
  await expect(page.getByRole('article', { name: 'Package slip' }).getByText(second)).toBeVisible()
})

test('the form’s footer is one row on a phone, and its menu opens upward', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await page.setViewportSize({ width: 390, height: 844 })
  await admin.enter(page, `${list}?view=create`)
  const form = page.getByRole('form', { name: 'New delivery' })
  const create = form.getByRole('button', { name: 'Create Delivery' })
  const tops = async () =>
    Promise.all(
      [form.getByRole('button', { name: 'Cancel' }), form.getByRole('button', { name: 'More' }), create].map(
        async (one) => (await one.boundingBox())?.y,
      ),
    )
  await expect(create).toBeInViewport()
  expect(new Set(await tops()).size).toBe(1)
  // Playwright's own click would scroll the page, because the foot lies in the page's scroll padding.
  const more = await form.getByRole('button', { name: 'More' }).boundingBox()
  await page.mouse.click((more?.x ?? 0) + 5, (more?.y ?? 0) + 5)
  await expect(button(page, 'Save as Pending')).toBeInViewport({ ratio: 1 })
  await expect(button(page, 'Create and next')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expectGoodScreen(page, 'Save as Pending')
})

test('a failing directory search is reported in view', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await page.route(
    (url) => hasPathOf(url, searchPatients),
    (route) => route.abort(),
  )
  await admin.enter(page, list)
  await page.getByRole('tab', { name: 'New Delivery' }).click()
  await page.getByRole('searchbox', { name: 'Search patients' }).fill('Restrepo')
  await expect(page.getByText('Failed to search patients').first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Retry' })).toBeInViewport({ ratio: 1 })
})

test('cancelling a delivery asks with the patient’s name and stores the reason', async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const { id } = await aDelivery(admin, nameHere('Carla Cancelled'), { pharmacist: driver })
  await admin.enter(page, `${list}/${id}`)
  await page.getByLabel('Change status').selectOption('Cancelled')
  await button(page, 'Update Status').click()
  const dialog = page.getByRole('dialog', { name: `Cancel the delivery for ${nameHere('Carla Cancelled')}?` })
  await dialog.getByRole('button', { name: 'Cancel delivery' }).click()
  await expectGoodScreen(page, 'Reason is required')
  expect((await admin.call(readDelivery, { params: { id } })).body.status).toBe('assigned')
  await dialog.getByLabel('Reason').fill('Picked it up at the counter')
  await dialog.getByRole('button', { name: 'Cancel delivery' }).click()
  await expect(page.getByText('Status changed to cancelled by Amelia Hart: Picked it up at the counter')).toBeVisible()
  const [newest] = (await admin.call(readStatusHistory, { params: { id } })).body
  expect(newest?.new_status).toBe('cancelled')
})

test('an edit shows a pharmacist who can no longer be chosen, and changes in the directory', {
  tag: '@proof',
}, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const name = nameHere('Moira Moved')
  const patient = await aPatient(admin, name)
  const { id } = await aDelivery(admin, name, { pharmacist: driver, patientId: patient.id })
  const change = (body: object) => admin.call(updatePatient, { params: { id: patient.id }, body })
  const { body: printed } = await admin.call(readPrintData, { params: { id } })
  await change({ access_notes: 'Gate 4711' })
  await page.route(
    (url) => hasPathOf(url, listPharmacists),
    (route) => route.fulfill({ json: [] }),
  )
  await admin.enter(page, `/pharmacy/delivery/edit/${id}`)
  await expect(page.getByRole('combobox', { name: 'Pharmacist' })).toHaveValue('Miguel Santos (no longer delivers)')
  // A changed gate code must bring up this note as well, because the driver needs it as much as a new street.
  await expect(page.getByText('The patient’s details have changed in the directory')).toBeVisible()
  await change({ address: '7 New Road', name: `${name} Newman` })
  await page.reload()
  await button(page, 'Use new details').click()
  await expect(page.getByText('7 New Road')).toBeVisible()
  await expect(page.getByText('Gate 4711')).toBeVisible()
  await button(page, 'Update Delivery').click()
  await expect(page.getByText('Delivery updated successfully')).toBeVisible()
  expect((await admin.call(readDelivery, { params: { id } })).body).toMatchObject({
    delivery_address: '7 New Road',
    patient_name: `${name} Newman`,
    access_notes: 'Gate 4711',
  })

  const outdated = page.getByText('This slip is out of date. Print it again before it goes out.')
  await page.goto(new URL(printed.url).pathname + new URL(printed.url).search)
  await expect(outdated).toBeVisible()
  const { body: again } = await admin.call(readPrintData, { params: { id } })
  await page.goto(new URL(again.url).pathname + new URL(again.url).search)
  await expect(page.getByText('Gate 4711')).toBeVisible()
  await expect(outdated).toHaveCount(0)
})

test('the filter names its pharmacist even if they can no longer be chosen', { tag: '@proof' }, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const name = nameHere('Fred Former')
  await aDelivery(admin, name, { pharmacist: driver })
  await page.route(
    (url) => hasPathOf(url, listPharmacists),
    async (route) => {
      const others = (await (await route.fetch()).json()).filter(({ id }: { id: string }) => id !== driver.user.id)
      await route.fulfill({ json: others })
    },
  )
  await admin.enter(page, `/pharmacy/delivery?pharmacist=${driver.user.id}`)
  await expect(rowOf(page, name)).toBeVisible()
  const filter = page.getByRole('combobox', { name: 'Pharmacist', exact: true })
  await expect(filter).toHaveValue('Miguel Santos (no longer delivers)')
})

test('today is the organization’s, whatever the device’s time zone', async ({ browser }, { project }) => {
  const admin = await signInStaff('Amelia Hart')
  const context = await browser.newContext({ baseURL: project.use.baseURL ?? '', timezoneId: 'Pacific/Kiritimati' })
  const page = await context.newPage()
  await page.clock.install({ time: Date.now() + 3 * 86_400_000 })
  await admin.enter(page, list)
  await page.getByRole('tab', { name: 'New Delivery' }).click()
  await expect(page.getByLabel('Delivery Date', { exact: true })).toHaveAttribute('min', demoToday())
  expect(dayIn('Pacific/Kiritimati', new Date(Date.now() + 3 * 86_400_000))).not.toBe(demoToday())
  await context.close()
})
