import { expect, type Locator, type Page } from '@playwright/test'
import { demoPassword, demoStaff } from '#infra/local/demo/people.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { aDelivery, signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

test('shortcuts open pages and are off while the user types', { tag: ['@proof', '@only-desk'] }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const search = page.getByRole('combobox', { name: 'Search patients, prescriptions, deliveries' })
  await aDelivery(admin, nameHere('Keyser'))
  await admin.enter(page, '/dashboard')
  await expect(search).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expectGoodScreen(page, 'Next row, previous row')
  await page.goBack()
  await expect(help).toHaveCount(0)
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
  // The list of deliveries is not shown again yet. When it is, it must leave the focus where the user is typing.
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await page.keyboard.type('n?')
  await expect(search).toHaveValue('n?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/pharmacy/delivery')
})

test('text typed right after / is searched for, from its first letter on', { tag: ['@proof', '@only-desk'] }, async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  const search = page.getByRole('combobox', { name: 'Search patients, prescriptions, deliveries' })
  await admin.enter(page, '/dashboard')
  await expect(search).toBeVisible()
  // A barcode scanner that acts as a keyboard is faster than any frame: all its keys arrive in one task.
  const typed = await page.evaluate(() => {
    for (const key of '/nov') {
      const place = document.activeElement ?? document.body
      const isTaken = !place.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      if (!isTaken) document.execCommand('insertText', false, key)
    }
    return document.activeElement instanceof HTMLInputElement && document.activeElement.value
  })
  expect(typed).toBe('nov')
  await expect(search).toHaveValue('nov')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await page.locator('main').click()
  await page.keyboard.type('/ak')
  await expect(search).toHaveValue('ak')
})

test('g r opens the runs, or the driver’s own run', { tag: ['@proof', '@only-desk'] }, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  for (const [who, path] of [
    [admin, paths.runs],
    [driver, paths.myRun],
  ] as const) {
    await who.enter(page, paths.dashboard)
    await expect(page.getByRole('combobox', { name: 'Search patients, prescriptions, deliveries' })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect(page).toHaveURL(path)
    // A page that finds another user's tokens reloads, and would interrupt the next navigation.
    await page.goto('about:blank')
  }
})

/** Presses Tab until `place` has the focus. */
async function tabTo(page: Page, place: Locator) {
  await expect(place).toBeVisible()
  for (let stops = 0; stops < 40; stops++) {
    if (await place.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(place).toBeFocused()
}

test('a delivery can be handled from sign-in to proof by keyboard only', { tag: ['@proof', '@only-desk'] }, async ({
  page,
}) => {
  const driver = demoStaff.find(({ full_name }) => full_name === 'Miguel Santos')
  const name = nameHere('Keyla Only')
  await aDelivery(await signInStaff('Amelia Hart'), name, { pharmacist: await signInStaff('Miguel Santos') })
  const press = async (place: Locator, key = 'Enter') => {
    await tabTo(page, place)
    await page.keyboard.press(key)
  }
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email', { exact: true }))
  await page.keyboard.type(driver?.email ?? '')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome back, Miguel Santos' })).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(page.getByRole('option').filter({ hasText: 'Assigned' })).toBeVisible()
  const isChosen = () =>
    page.evaluate(() => document.querySelector('[role=option][aria-selected=true]')?.textContent?.includes('Assigned'))
  while (!(await isChosen())) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await press(page.getByRole('button', { name: 'Start Delivery' }))
  await press(page.getByRole('button', { name: 'Complete Delivery' }))
  const dialog = page.getByRole('dialog', { name: /^Complete Delivery/ })
  for (const question of ['HIPAA Form Received', 'Counseling Received'])
    await press(dialog.getByRole('group', { name: question }).getByLabel('Yes'), 'Space')
  await press(dialog.getByRole('button', { name: 'Can’t draw? Type the name' }))
  await press(dialog.getByRole('group', { name: 'Who signs?' }).getByLabel(name), 'Space')
  await press(dialog.getByRole('button', { name: 'Save Signature' }))
  const confirm = dialog.getByRole('button', { name: 'Confirm & Complete Delivery' })
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
  await press(confirm)
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Proof of delivery' })).toBeVisible()
  await press(page.locator('summary').filter({ hasText: 'Proof of delivery' }))
  await expect(page.getByText('Name typed').or(page.getByText('Typed name')).first()).toBeVisible()
})

test('where rows are cards, the same shortcuts work, and one checkbox selects all loaded rows', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Cardew')
  await aDelivery(admin, name, { pharmacist: await signInStaff('Miguel Santos') })
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
  await expect(page.getByRole('tab', { name: 'Edit Delivery', selected: true })).toBeVisible()
})
