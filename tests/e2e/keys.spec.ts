import { expect } from '@playwright/test'
import { paths } from '../../web/lib/paths.ts'
import { aDelivery, staff } from './deliveries-staff.ts'
import { nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

test('keys lead through the app, and rest while one types', async ({ page }) => {
  const admin = await staff('Amelia Hart')
  const search = page.getByRole('combobox', { name: 'Search patients, prescriptions, deliveries' })
  await aDelivery(admin, nameHere('Keyser'))
  await admin.enter(page, '/dashboard')
  await expect(search).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page).toHaveURL('/pharmacy/delivery')
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Back to deliveries' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/pharmacy/delivery')
  // Before the list is back: it leaves the focus where the user is typing.
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await page.keyboard.type('n?')
  await expect(search).toHaveValue('n?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/pharmacy/delivery')
})

test('g r leads to the runs, or to one’s own', async ({ page }) => {
  const [admin, driver] = [await staff('Amelia Hart'), await staff('Miguel Santos')]
  for (const [who, path] of [
    [admin, paths.runs],
    [driver, paths.myRun],
  ] as const) {
    await who.enter(page, paths.dashboard)
    await expect(page.getByRole('combobox', { name: 'Search patients, prescriptions, deliveries' })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect(page).toHaveURL(path)
  }
})

test('where rows are cards, the same keys act on them, and one box ticks all that are loaded', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  const admin = await staff('Amelia Hart')
  const name = nameHere('Cardew')
  await aDelivery(admin, name, { pharmacist: await staff('Miguel Santos') })
  await page.setViewportSize({ width: 800, height: 800 })
  await admin.enter(page, '/pharmacy/delivery')
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all loaded)/ })
  const all = page.getByRole('checkbox', { name: 'Select all loaded' })
  await all.check()
  const count = await boxes.count()
  expect(count).toBeGreaterThan(1)
  await expect(boxes.and(page.locator(':checked'))).toHaveCount(count)
  await expect(page.getByText(`${count} selected`)).toBeVisible()
  await all.uncheck()
  await expect(boxes.and(page.locator(':checked'))).toHaveCount(0)

  await page.getByRole('link', { name, exact: true }).focus()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Select ${name}` })).toBeChecked()
  await page.keyboard.press('p')
  const slip = page.getByRole('article', { name: 'Package slip' })
  await expect(slip.getByText(name)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(slip).toHaveCount(0)
  await page.getByRole('link', { name, exact: true }).focus()
  await page.keyboard.press('e')
  await expect(page.getByRole('heading', { name: 'Edit Delivery' })).toBeVisible()
})
