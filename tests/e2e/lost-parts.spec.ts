import { expect } from '@playwright/test'
import { signInStaff } from './deliveries-staff.ts'
import { test } from './watched-test.ts'

test('a part of the app that fails to load comes with a reload, and what was typed is kept', async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const newPatient = page.getByRole('button', { name: 'New Patient', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Create New Patient' })
  const expectNotes = () => expect(page.getByLabel('Delivery Notes')).toHaveValue('Ring twice')
  await admin.enter(page, '/pharmacy/delivery?view=create')
  await page.getByLabel('Delivery Notes').fill('Ring twice')
  await page.route('**/assets/new-patient-dialog-*.js', (route) => route.abort())

  await test.step('the page reloads itself once', async () => {
    await Promise.all([page.waitForEvent('load'), newPatient.click()])
    await expectNotes()
  })

  await test.step('a part that stays missing is reported', async () => {
    await newPatient.click()
    await expect(page.getByText('Failed to load this part of Carelane.')).toBeVisible()
  })

  await test.step('without a network, the page stays', async () => {
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByText('Network error. Check your connection and try again.')).toBeVisible()
    await expectNotes()
    await page.context().setOffline(false)
  })

  await test.step('the button reloads the page', async () => {
    await page.unrouteAll()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()])
    await newPatient.click()
    await expect(dialog.getByLabel('Name', { exact: true })).toBeVisible()
    await expectNotes()
  })
})
