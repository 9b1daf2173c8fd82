import { expect, type Page } from '@playwright/test'
import { changeStatus } from '#shared/api/deliveries.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { adminAndOwnDriver } from './admin-and-own-driver.ts'
import { button, completionDialogOf } from './arrive-at-door.ts'
import { aDelivery, aPatient, rowOf } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { nameHere, wordHere } from './new-names.ts'
import {
  aPackageOfOwnStop,
  completeNextStop,
  nextStopSection,
  recordNoAnswer,
  signAndConfirm,
} from './open-started-run.ts'
import { expectTranslated, translatePages } from './translate-page.ts'
import { test } from './watched-test.ts'

/** The badge of a delivery's status, which stands before all other badges of its page. */
const status = (page: Page) => page.locator('main [class*="_badge_"]').first()

test('on translated pages, a counter’s day goes on: what changes is shown, and nothing typed is lost', {
  tag: ['@proof', '@only-desk'],
}, async ({ page, request }) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Tessa Translated')
  const name = nameHere('Ximena')
  const { id: patientId } = await aPatient(admin, name)
  const { id } = await aDelivery(admin, name, { pharmacist: person, patientId, prescription: 'RX-87' })
  await translatePages(page)

  await test.step('the dashboard and the list', async () => {
    await admin.enter(page, paths.dashboard)
    await expect(page.getByText(/To collect/)).toBeVisible()
    await expectTranslated(page)
    await page.getByRole('button', { name: 'Pharmacy' }).click()
    await page.getByRole('link', { name: 'Delivery Management', exact: true }).click()
    await expect(page.getByText(/deliveries found/)).toBeVisible()
    await expectTranslated(page)
  })

  await test.step('a delivery is planned', async () => {
    await page.getByRole('tab', { name: 'New Delivery' }).click()
    await page.getByLabel('RX Number').fill('RX-88')
    await button(page, 'Create Delivery').click()
    await expect(page.getByText('Please select a patient')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search patients' }).fill(name)
    await page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click()
    await page.getByLabel('Delivery Date', { exact: true }).fill(demoToday())
    await page.getByLabel('Time Range').selectOption({ label: '3:00 PM - 6:00 PM' })
    await page.getByLabel('Copay ($)').fill('12.50')
    await page.getByLabel('Delivery Notes').fill('Side door')
    await expect(page.getByText('Please select a patient')).toBeHidden()
    await expectTranslated(page)
    await expect(page.getByLabel('RX Number')).toHaveValue('RX-88')
    await expect(page.getByLabel('Delivery Notes')).toHaveValue('Side door')
    await button(page, 'Create Delivery').click()
    await expect(page.getByText('Delivery created successfully')).toBeVisible()
    await expect(rowOf(page, name).first()).toBeVisible()
    await expectTranslated(page)
  })

  await test.step('a delivery’s page shows its new status', async () => {
    await page.goto(paths.delivery(id))
    await expectTranslated(page)
    await expect(status(page)).toContainText('Assigned')
    await admin.call(changeStatus, { params: { id }, body: { status: 'cancelled' } })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(status(page)).toContainText('Cancelled')
    await expect(status(page)).not.toContainText('Assigned')
    await expectTranslated(page)
  })

  await test.step('the board and the patient', async () => {
    await page.getByRole('button', { name: 'Pharmacy' }).click()
    await page.getByRole('link', { name: 'Delivery Management', exact: true }).click()
    await page.getByRole('tab', { name: 'Runs' }).click()
    await expect(page.getByRole('heading', { name: 'Unassigned' })).toBeVisible()
    await expectTranslated(page)
    await page.goto(paths.patient(patientId))
    await expect(page.getByText('Upcoming')).toBeVisible()
    await expectTranslated(page)
  })

  await test.step('the settings', async () => {
    await page.goto(paths.tenantSettings)
    const fax = page.getByLabel('Fax number')
    await page.getByLabel('Description (Optional)').fill('Typed while it was translated')
    const before = await fax.inputValue()
    await fax.fill('555')
    await button(page, 'Save settings').click()
    await expect(fax).toHaveAccessibleDescription(/Fax number must be exactly 10 digits/)
    await expectTranslated(page)
    await fax.fill(before)
    await expect(page.getByText('Fax number must be exactly 10 digits')).toBeHidden()
    await expect(page.getByLabel('Description (Optional)')).toHaveValue('Typed while it was translated')
  })
})

test('on translated pages, a driver’s day goes on from the first stop to the handover', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Teo Translated')
  for (const first of ['Ada', 'Bea', 'Cid']) await aPackageOfOwnStop(admin, `${first} ${wordHere()}`, person)
  await translatePages(page)
  await person.enter(page, paths.dashboard)
  await expect(page.getByText('3 stops')).toBeVisible()
  await expectTranslated(page)
  await page.getByRole('link', { name: 'Open: My run today' }).click()
  await expect(page.getByText('0 of 3 loaded')).toBeVisible()
  await button(page, 'Mark all as loaded').click()
  await expect(page.getByText('3 of 3 loaded')).toBeVisible()
  await expect(page.getByText('0 of 3 loaded')).toHaveCount(0)
  await button(page, 'Start run').click()
  await expect(page.getByText('0 of 3 done')).toBeVisible()
  await expectTranslated(page)

  await nextStopSection(page)
    .getByRole('button', { name: /^Complete: / })
    .click()
  const dialog = completionDialogOf(page)
  await expectTranslated(page)
  await dialog.getByLabel('Delivery Notes').fill('Left with the patient')
  await button(dialog, 'Save Signature').press('Enter')
  await expect(page.getByText('Please provide a signature first').first()).toBeVisible()
  await expectTranslated(page)
  await expect(dialog.getByLabel('Delivery Notes')).toHaveValue('Left with the patient')
  await signAndConfirm(page)
  await expect(page.getByText('1 of 3 done')).toBeVisible()
  await expectTranslated(page)
  await completeNextStop(page)
  await recordNoAnswer(page)
  await expect(page.getByText('3 of 3 done')).toBeVisible()
  await expect(page.getByText('1 of 3 done')).toHaveCount(0)
  await expectTranslated(page)
})
