import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, type Page } from '@playwright/test'
import { openMenu } from './account-steps.ts'
import { delayResponse } from './delay-response.ts'
import { aDelivery, aPatient, deliver, signInStaff, unfoldActions } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'

/** Returns the vertical position of an element, once it exists. */
async function topOf(page: Page, selector: string) {
  const place = page.locator(selector).first()
  await expect(place).toBeVisible()
  return (await place.boundingBox())?.y
}

test('loading is described in words without moving the layout', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const answerSession = await delayResponse(page, '**/api/auth/me')
  // A change by another test makes the page read the list again meanwhile.
  const answerList = await delayResponse(page, '**/api/deliveries?*', 10)
  await admin.enter(page, list)

  const waiting = 'main [data-waiting]'
  await test.step('for the session', async () => {
    const before = await topOf(page, waiting)
    await expect(page.locator('main').getByText('Loading...')).toBeVisible()
    await expect(page.locator('main [data-long]')).toHaveCount(1)
    expect(await topOf(page, waiting)).toBe(before)
    answerSession()
  })
  await test.step('for the list', async () => {
    await expect(page.getByText('Loading deliveries...')).toBeVisible()
    await expectGoodScreen(page, 'Loading deliveries...')
    answerList()
    await expect(page.getByText('Loading deliveries...')).toHaveCount(0)
  })
})

test('delivered packages have no slip, and printing several reports which were left out', { tag: '@proof' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const name = nameHere('Slip')
  await aDelivery(admin, `${name} Open`)
  const { id } = await aDelivery(admin, `${name} Done`, { pharmacist: driver, status: 'in_progress' })
  await deliver(driver, id)
  await admin.enter(page, list)
  await page.getByRole('checkbox', { name: `Select ${name} Done` }).check()
  const print = page.getByRole('button', { name: 'Print slips' })
  await unfoldActions(page)
  await expect(print).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('checkbox', { name: `Select ${name} Open` }).check()
  await unfoldActions(page)
  await print.click()
  await expect(page.getByRole('article', { name: 'Package slip' })).toHaveText(new RegExp(`${name} Open`))
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
  await expectGoodScreen(page, '1 package already delivered, not printed')
})

test('each slip is one page of the chosen size, which the browser remembers', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Sized')
  const address = `${'12 Commonwealth Boulevard, '.repeat(7)}12`
  const driver = await signInStaff('Miguel Santos')
  const patientId = (await aPatient(admin, `${name} Long`, { address })).id
  await aDelivery(admin, `${name} Long`, { patientId, pharmacist: driver, collectsCopay: true })
  await aDelivery(admin, `${name} Usual`)
  await admin.enter(page, list)
  for (const which of ['Long', 'Usual']) await page.getByRole('checkbox', { name: `Select ${name} ${which}` }).check()
  await unfoldActions(page)
  await page.getByRole('button', { name: 'Print slips' }).click()
  await expect(page.getByRole('article', { name: 'Package slip' })).toHaveCount(2)
  const long = page.getByRole('article', { name: 'Package slip' }).filter({ hasText: `${name} Long` })
  await expect(long).toContainText(/^Elm Street Pharmacy\(\d{3}\) \d{3}-\d{4}PACKAGE DELIVERY/)
  await expect(long).toContainText(/DriverMiguel Santos, stop \d+Collect\$10\.10/)
  await expect(long).toContainText(/Delivery ID [0-9a-f-]{36}$/)
  const size = page.getByLabel('Slip size')
  for (const [label, width, height] of [
    ['Letter', 8.5, 11],
    ['4 × 6 in', 4, 6],
    ['62 × 100 mm', 62 / 25.4, 100 / 25.4],
    ['2.25 × 4 in', 2.25, 4],
  ] as const) {
    await size.selectOption(label)
    const printed = await PDFDocument.load(await page.pdf({ preferCSSPageSize: true }))
    const pages = printed.getPages().map((sheet) => [sheet.getWidth(), sheet.getHeight()].map(Math.round))
    const paper = [width * 72, height * 72].map(Math.round)
    expect([label, pages]).toEqual([label, [paper, paper]])
    const isCut = (slip: Element) => slip.scrollHeight > slip.clientHeight
    for (const slip of await page.getByRole('article', { name: 'Package slip' }).all())
      expect([label, await slip.evaluate(isCut)]).toEqual([label, false])
  }
  await expectGoodScreen(page, 'Slip size')
  await page.reload()
  expect(await page.evaluate(() => localStorage.getItem('carelane-slip-size'))).toBe('2.25x4in')
})

test(
  'a status has its icon, and a phone’s first card is in the upper half of the screen below the filters',
  { tag: ['@proof', '@phone'] },
  async ({ page }, { project }) => {
    const admin = await signInStaff('Amelia Hart')
    const name = nameHere('Pictured')
    await aDelivery(admin, name)
    if (project.name === 'phone') await page.setViewportSize({ width: 390, height: 844 })
    await admin.enter(page, list)
    const first = page.locator('main [data-row]').first()
    await expect(first).toBeVisible()
    if (project.name === 'phone') {
      await expect(page.getByRole('search').getByLabel('ZIP Code')).toBeVisible()
      expect((await first.boundingBox())?.y).toBeLessThan(422)
    }
    const picture = await page
      .locator('main [data-row]')
      .filter({ hasText: name })
      .getByText('Unassigned', { exact: true })
      .locator('..')
      .locator('[aria-hidden]')
      .first()
      .evaluate((sign) => /url\("(.*)"\)/.exec(getComputedStyle(sign).backgroundImage)?.[1] ?? '')
    expect((await page.request.get(picture)).headers()['content-type']).toBe('image/svg+xml')

    await admin.enter(page, '/dashboard')
    if (project.name === 'phone') {
      await expect(page.getByText(/ needing attention$/)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Available Products' })).toBeInViewport()
    }
  },
)

test('a delivery is edited beside the tabs, which ask before discarding input', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const { id } = await aDelivery(admin, nameHere('Edited'))
  await admin.enter(page, `/pharmacy/delivery/edit/${id}`)
  await expect(page.getByRole('heading', { name: 'Delivery Management', level: 1 })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Edit Delivery', selected: true })).toBeVisible()
  const notes = page.getByLabel('Delivery Notes (Optional)')
  await notes.fill('Leave it with the porter')
  await expectGoodScreen(page, 'Update Delivery')

  const past = page.getByRole('tab', { name: 'Past Deliveries' })
  await past.click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(notes).toHaveValue('Leave it with the porter')
  await past.click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/pharmacy\/delivery\?view=past/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Edit Delivery' })).toHaveCount(0)
})

test('menus and search fields show the current position', { tag: '@proof' }, async ({ page }, { project }) => {
  const isPhone = project.name === 'phone'
  const admin = await signInStaff('Amelia Hart')
  const patient = await aPatient(admin, nameHere('Menu'))
  for (const path of ['/pharmacy/runs', '/pharmacy/import', `/pharmacy/patients/${patient.id}`]) {
    await admin.enter(page, path)
    await openMenu(page, 'Pharmacy', isPhone)
    await expect(page.getByRole('link', { name: 'Delivery Management' })).toHaveAttribute('aria-current', 'page')
  }

  await admin.enter(page, `${list}?view=patients`)
  const fields = page.locator('input[type=search]')
  await expect(fields).toHaveCount(2)
  const names = await fields.evaluateAll((all) =>
    all.map((one) => (one instanceof HTMLInputElement ? (one.ariaLabel ?? one.labels?.[0]?.textContent) : undefined)),
  )
  expect(new Set(names).size).toBe(2)

  await page.getByRole('button', { name: 'Account menu: Amelia Hart' }).click()
  const entries = page.locator('header').getByText(/^(Account|Sign out|Theme|Dark)$/)
  await expect(entries).toHaveText(['Account', 'Sign out', 'Theme', 'Dark'])
  await expectGoodScreen(page, 'Theme')
})

test('all ways to sign in and sign up stay in view when one fails', { tag: ['@proof', '@only-desk'] }, async ({
  page,
}) => {
  await page.goto('/login')
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(page.getByText('Sign in with Google')).toBeVisible()
  const [or, button] = [await page.getByText('or', { exact: true }).boundingBox(), await passkey.boundingBox()]
  expect(or?.y).toBeLessThan(button?.y ?? 0)
  await page.getByLabel('Email').fill('nobody@demo.carelane.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: 'Sign in to your account' }).click()
  await expect(page.getByRole('alert').getByText('Invalid email or password. Please try again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeInViewport({ ratio: 1 })
})

test('an error about a whole form is scrolled into view', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, `${list}?view=create`)
  await page.getByRole('button', { name: 'New Patient' }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, text] of [
    ['Name', nameHere('Lost')],
    ['Phone', '(203) 555-0100'],
    ['Address', '1 Elm Street'],
    ['City', 'Hamden'],
    ['State', 'CT'],
    ['ZIP Code', '06517'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(text)
  await page.route('**/api/deliveries/patients', (route) => route.fulfill({ status: 500, json: {} }))
  const send = dialog.locator('button[type=submit]')
  await send.scrollIntoViewIfNeeded()
  await send.click()
  await expect(dialog.getByRole('alert').first()).toBeInViewport({ ratio: 1 })
})

test('a card’s list of pharmacists stays in the window at four times the zoom', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const family = nameHere('Zoomed')
  for (const first of ['Ada', 'Bea', 'Cleo']) await aDelivery(admin, `${first} ${family}`)
  await page.setViewportSize({ width: 320, height: 256 })
  await admin.enter(page, list)
  const choice = page.getByRole('combobox', { name: `Pharmacist for the delivery to Cleo ${family}` })
  await choice.click()
  const [options, box] = [page.getByRole('listbox'), choice]
  for (const part of [options, box]) await expect(part).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('End')
  await expect(options.getByRole('option').last()).toBeInViewport({ ratio: 1 })
  for (const part of [options, box]) await expect(part).toBeInViewport({ ratio: 1 })
})

test('a field without a choice shows its placeholder in full, even with wide text spacing', { tag: '@proof' }, async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, `${list}?view=create`)
  await expect(page.getByLabel('Time Range')).toBeVisible()
  await expectGoodScreen(page, 'Delivery Information')
})
