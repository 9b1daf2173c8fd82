import { expect, type Page } from '@playwright/test'
import { createRole, createUser } from '#shared/api/users.ts'
import { aDelivery, staff } from './deliveries-staff.ts'
import { expectGood } from './expect-good.ts'
import { addressHere, nameHere } from './new-names.ts'
import { sign } from './support.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'
const longWord = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft'
const nobody = '00000000-0000-4000-8000-000000000000'

/** Another page of the app that is open already: as by a link, without loading it all again. */
async function visit(page: Page, path: string) {
  await page.evaluate((next) => {
    history.pushState(null, '', next)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

// Each size begins in another theme; every screen is looked at in both.
test.beforeEach(({ page }, { project }) =>
  page.emulateMedia({ colorScheme: project.name === 'phone' ? 'dark' : 'light', reducedMotion: 'reduce' }),
)

test('pages without a session are good to everybody', { tag: '@both' }, async ({ page }) => {
  const { user } = await staff('Amelia Hart')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in to your account' }).click()
  await expectGood(page, 'Email is required')
  await visit(page, '/forgot-password')
  await expectGood(page, 'Forgot your password?')
  await visit(page, '/reset-password?token=unknown')
  await page.getByLabel('New password').fill('Sturdy-Brid')
  await expectGood(page, 'Password must be at least 12 characters')
  await visit(page, '/accept-invitation?token=unknown')
  await expectGood(page, 'Invalid Invitation')
  await visit(page, '/signup')
  await page.getByLabel('Pharmacy', { exact: true }).check()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expectGood(page, 'Company name is required')
  await visit(page, '/accessibility')
  await expectGood(page, 'What does not work yet')
  await visit(page, '/signup/success')
  await expectGood(page, 'Session Expired')
  await visit(page, `/signup/manage/${user.tenant_id}`)
  await expectGood(page, 'Current Subscriptions')
})

test('every page leads to who can be told what does not work, signed in or not', async ({ page }) => {
  const admin = await staff('Amelia Hart')
  const foot = page.getByRole('contentinfo')
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(foot.getByRole('link', { name: 'support@carelane.example' })).toHaveAttribute('href', /^mailto:/)
    await foot.getByRole('link', { name: 'Accessibility' }).click()
    await expect(page).toHaveURL('/accessibility')
    await expect(page.getByRole('heading', { name: 'Whom to tell' })).toBeVisible()
    await expect(page.getByText(/cannot draw/)).toHaveText(/typed name or a mark/)
  }
  await admin.enter(page, list)
  await foot.getByRole('link', { name: 'Accessibility' }).click()
  await page.getByRole('link', { name: 'Go to Carelane' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('every screen of the staff is good to everybody', async ({ page }, { project }) => {
  test.setTimeout(300_000)
  const admin = await staff('Amelia Hart')
  // Of a word that no phone can hold, as patient, as role and as who has it.
  const name = nameHere(longWord)
  const { id } = await aDelivery(admin, name, { pharmacist: await staff('Miguel Santos') })
  const { body: role } = await admin.call(createRole, { body: { name, description: name, permissions: [] } })
  await admin.call(createUser, {
    body: {
      full_name: name,
      email: addressHere(longWord.slice(0, 40)),
      roles: [role.id],
      is_tenant_admin: false,
      is_active: true,
      send_invitation: false,
    },
  })
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await admin.enter(page, '/dashboard')
  await expectGood(page, 'Administration')
  // A page that has nothing of which the menu would cover the half.
  await visit(page, '/pharmacy/inventory')
  await expect(page.getByText('This module is under development.')).toBeVisible()
  await page.getByRole('button', { name: 'Account of Amelia Hart' }).click()
  await expectGood(page, 'As the system')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: project.name === 'phone' ? 'Menu' : 'Pharmacy', exact: true }).click()
  await expectGood(page, 'Documents')
  await visit(page, list)
  await expectGood(page, /deliveries found/)
  // A table that was too wide once is not tried again until there is more room.
  await page.reload()
  // Below the last card is no other, whose tick the menu would half cover.
  if (project.name === 'phone') await page.getByRole('button', { name: 'More actions for' }).last().click()
  else
    await page
      .getByRole('combobox', { name: /^Pharmacist of/, disabled: false })
      .first()
      .click()
  await expectGood(page, project.name === 'phone' ? 'View details' : 'admin@demo.carelane.example')
  await visit(page, `${list}?view=past`)
  await expect(page.getByRole('tab', { name: 'Past Deliveries', selected: true })).toBeVisible()
  await expectGood(page, /deliveries found/)
  await visit(page, `${list}?date=2031-01-01`)
  await expectGood(page, 'No deliveries found')
  await visit(page, `${list}?view=patients`)
  await expectGood(page, 'Eleanor Whitfield')
  await page.getByRole('button', { name: 'Add New Patient' }).click()
  await page.getByRole('button', { name: 'Create Patient' }).click()
  await expectGood(page, 'Name is required')
  await page.keyboard.press('Escape')
  await visit(page, `${list}?view=create`)
  await page.getByRole('button', { name: 'Create Delivery' }).click()
  await expectGood(page, 'Please select a patient')
  await page.getByRole('searchbox', { name: 'Search patients' }).fill(name)
  await expectGood(page, name)
  await page.getByRole('button', { name: 'New Patient' }).click()
  await expectGood(page, 'Access Notes')
  await page.keyboard.press('Escape')
  await visit(page, `/pharmacy/patients/${nobody}`)
  await expectGood(page, 'This patient is not in the directory')
  await visit(page, `${list}/edit/${id}`)
  await expectGood(page, 'Change Patient')
  await visit(page, `${list}/${id}`)
  await expectGood(page, 'Current status')
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await expectGood(page, 'Status History')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expectGood(page, /^Are you sure/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Print' }).click()
  await expectGood(page, 'PACKAGE DELIVERY')
  await page.keyboard.press('Escape')
  await visit(page, `${list}/edit/${id}`)
  await expectGood(page, 'Requirements & Totals')
  await visit(page, `${list}/${nobody}`)
  await expectGood(page, 'The requested delivery could not be found.')
  await visit(page, '/admin/users')
  await expectGood(page, 'Miguel Santos')
  await page.getByRole('button', { name: 'Invite User' }).click()
  await expectGood(page, 'Send invitation email')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invite several' }).click()
  await page.getByLabel('People').fill('Nobody at all')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expectGood(page, 'This line cannot be read: Nobody at all')
  await page.getByLabel('People').fill(`Amelia Hart <${admin.user.email}>`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expectGood(page, /: A user with this email already exists$/)
  await page.keyboard.press('Escape')
  await visit(page, '/admin/roles')
  await expectGood(page, 'Delivery Staff')
  await page.getByRole('button', { name: 'Edit Pharmacist' }).click()
  await expectGood(page, 'delivery Module')
  await page.keyboard.press('Escape')
  await visit(page, '/admin/tenant')
  await expectGood(page, 'NPI number')
  await visit(page, '/account')
  await expectGood(page, 'Signed-in devices')
})

/** The pad is drawn on, never scrolled by; what was drawn outlives turning the phone; the next step is in reach all the time. */
async function expectOneThumb(page: Page) {
  const pad = page.getByLabel('Signature pad')
  /** How much of the pad's width was drawn on. */
  const drawn = () =>
    pad.evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
      const columns = new Set<number>()
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) columns.add((at / 4) % width)
      return columns.size / width
    })
  const picture = () => pad.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  await expect(pad).toHaveCSS('touch-action', 'none')
  expect(await drawn()).toBeCloseTo(0.75, 1)
  const signed = await picture()
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: size.height, height: size.width })
  await expect.poll(drawn).toBeCloseTo(0.75, 1)
  expect(await picture()).toBe(signed)
  await page.setViewportSize(size)
  await expect.poll(drawn).toBeCloseTo(0.75, 1)
  await expect(page.getByRole('button', { name: 'Save Signature' })).toBeInViewport()
}

/** Of the dialog at the door: what a finger, or else a pointer, could miss. */
const tooSmall = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => {
    const least = matchMedia('(pointer: coarse)').matches ? 44 : 24
    return [...dialog.querySelectorAll('button, label:has(input), input:not(label input), textarea, canvas')]
      .filter((control) => control.checkVisibility() && !control.matches('.unseen'))
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect()
        return Math.min(width, height) < least
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120))
  })

test('what stands at the door is good to everybody, and nothing moves for who wants it still', {
  tag: '@both',
}, async ({ page }) => {
  const [admin, driver] = await Promise.all([staff('Amelia Hart'), staff('Miguel Santos')])
  const { id } = await aDelivery(admin, nameHere('Dora Still'), { pharmacist: driver, status: 'in_progress' })
  await driver.enter(page, '/admin/users')
  await expectGood(page, 'Access Denied: You need tenant administrator privileges to access this page.')
  await page.route(`**/api/deliveries/${id}`, () => undefined)
  await visit(page, `${list}/${id}`)
  await expectGood(page, 'Loading delivery...')
  await page.unroute(`**/api/deliveries/${id}`)
  await page.reload()
  await page.getByRole('button', { name: 'Complete Delivery' }).click()
  await sign(page)
  await expectOneThumb(page)
  expect(await tooSmall(page)).toEqual([])
  await page.getByRole('button', { name: 'Save Signature' }).click()
  await expectGood(page, /^Please confirm both HIPAA form/)
  for (const answer of await page.getByLabel('Yes').all()) await answer.check()
  await page.getByRole('button', { name: 'Save Signature' }).click()
  await expectGood(page, 'Confirm Delivery Details')
  expect(await tooSmall(page)).toEqual([])
})

test('by keyboard alone: past the menu, into a row, through a dialog and back to where it was opened', async ({
  page,
}, { project }) => {
  const admin = await staff('Amelia Hart')
  const name = nameHere('Tabitha Keys')
  await aDelivery(admin, name)
  await admin.enter(page, list)
  const row = page.getByRole('link', { name, exact: true })
  await expect(row).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()

  const person = page.getByRole('combobox', { name: `Pharmacist of the delivery for ${name}` })
  await person.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox').getByRole('option').nth(1)).toHaveAttribute('data-active', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(person).toHaveValue('Unassigned')

  await row.focus()
  await page.keyboard.press('Enter')
  const opener = page.getByRole('button', { name: 'History', exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Status History' })
  await expect(dialog).toBeVisible()
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Tab')
    const isInside = () =>
      document.activeElement === document.body || document.activeElement?.closest('dialog') !== null
    expect(await page.evaluate(isInside)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Tab')
  const outline = () => document.activeElement && getComputedStyle(document.activeElement).outlineStyle
  expect(await page.evaluate(outline)).toBe('solid')

  if (project.name === 'phone') return
  await page.getByRole('button', { name: 'Pharmacy' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Documents' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Pharmacy' })).toBeFocused()
})

test('a home screen may keep it as an app of its own', async ({ page, request }) => {
  await page.goto('/login')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest: { display: string; start_url: string; icons: { src: string; sizes: string; purpose?: string }[] } =
    await answer.json()
  expect(manifest).toMatchObject({ name: 'Carelane', display: 'standalone', start_url: '/dashboard' })
  expect(manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200)
  // Nothing of a patient may stay behind in a cache.
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
