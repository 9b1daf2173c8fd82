import { expect } from '@playwright/test'
import { signInStaff } from './deliveries-staff.ts'
import { test } from './watched-test.ts'

test('a part of the app that fails to load is loaded by a reload, and input is kept', {
  tag: '@only-desk',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const search = page.getByRole('combobox', { name: /^Search patients/ })
  const reload = page.getByRole('button', { name: 'Reload' })
  const expectNotes = () => expect(page.getByLabel('Delivery Notes')).toHaveValue('Ring twice')
  await admin.enter(page, '/pharmacy/delivery?view=create')
  await page.getByLabel('Delivery Notes').fill('Ring twice')
  await page.route('**/assets/search-results-*.js', (route) => route.abort())

  await test.step('the page reloads once automatically', async () => {
    await Promise.all([page.waitForEvent('load'), search.fill('Eleanor')])
    await expectNotes()
  })

  await test.step('a part that is still missing is reported', async () => {
    await search.fill('Eleanor')
    await expect(page.getByText('Failed to load this part of Carelane.')).toBeVisible()
  })

  await test.step('without a network, the page does not reload', async () => {
    await page.context().setOffline(true)
    await expect(page.getByText('You are offline. This page needs a connection.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Network error. Check your connection and try again.')).toBeVisible()
    await expectNotes()
    await page.context().setOffline(false)
  })

  await test.step('the button reloads the page', async () => {
    await page.unrouteAll()
    await Promise.all([page.waitForEvent('load'), reload.click()])
    await search.fill('Eleanor')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectNotes()
  })
})
