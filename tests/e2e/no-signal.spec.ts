import { expect, type Page } from '@playwright/test'
import { demoPassword, demoStaff } from '#infra/local/demo/people.ts'
import { readDelivery } from '#shared/api/deliveries.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { aDelivery, aDriver, hasPathOf, rowOf, signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { nextStopSection, openStartedRun } from './open-started-run.ts'
import { expectRefusalTwice, sign } from './support.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'
const header = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Carelane' })

/** Returns whether this page has loaded the module whose file name begins with this text. */
const holds = (page: Page, part: string) =>
  page.evaluate(
    (name) => performance.getEntriesByType('resource').some((file) => file.name.includes(`/assets/${name}`)),
    part,
  )

test('offline, the sign-in page says so, keeps the password and works once online', async ({ page, context }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  const button = page.getByRole('button', { name: 'Sign in to your account' })
  await expect(button).toBeVisible()
  await expect.poll(() => holds(page, 'transport-')).toBe(true)
  // Wait until no module is loading, because a page that loses one would reload later.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByLabel('Email', { exact: true }).fill(demoStaff[0]?.email ?? '')
  await password.fill(demoPassword)
  await button.click()
  await expect(page.getByRole('alert').getByText('Network error. Check your connection and try again.')).toBeVisible()
  await expect(password).toHaveValue(demoPassword)
  await expect(button).toBeEnabled()
  await context.setOffline(false)
  await button.click()
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
})

test('offline, a delivery from the list opens with what is known, and loads fully once online', {
  tag: ['@proof', '@phone'],
}, async ({ page, context }) => {
  const admin = await signInStaff('Amelia Hart')
  const patient = nameHere('Nora Signal')
  await aDelivery(admin, patient)
  await admin.enter(page, list)
  await expect(rowOf(page, patient)).toBeVisible()
  await expect.poll(() => holds(page, 'delivery-')).toBe(true)

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expectRefusalTwice(page, 'Failed to refresh delivery data')
  await expect(rowOf(page, patient)).toBeVisible()
  await page.getByRole('link', { name: patient, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Error Loading Delivery' })).toBeVisible()
  // Everything about the delivery that the list has shown stays visible.
  await expect(page.getByText(patient)).toBeVisible()
  await expect(page.getByText('18 Orchard Lane')).toBeVisible()
  await expect(header(page)).toBeVisible()

  let requests = 0
  page.on('request', (request) => {
    if (hasPathOf(new URL(request.url()), readDelivery)) requests += 1
  })
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: patient, level: 1 })).toBeVisible()
  await expect(page.getByText('18 Orchard Lane')).toBeVisible()
  expect(requests).toBe(1)
})

test('offline, the first door asks what the organization requires, also after the page was opened again', {
  tag: '@phone',
}, async ({ page, context, request }) => {
  let isReachable = true
  await page.route('**/api/settings', async (route) => {
    if (!isReachable) return route.abort()
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), require_signer: true, truthful_first_delivery: true } })
  })
  await openStartedRun(page, request, 'Sid Settings', ['Ruth'])
  const dialog = page.getByRole('dialog', { name: /^Complete Delivery/ })
  const expectQuestions = async () => {
    await expect(dialog.getByRole('radio', { name: 'Call back' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save Signature' }).click()
    await expect(dialog.getByText('Signer’s name is required')).toBeVisible()
  }
  isReachable = false
  await context.setOffline(true)
  await nextStopSection(page)
    .getByRole('button', { name: /^Complete: / })
    .click()
  await expect(dialog).toBeVisible()
  await sign(page)
  await expectQuestions()
  await context.setOffline(false)
  // The door that was open opens again, and the settings still cannot be read.
  await page.reload()
  await expectQuestions()
})

test('offline, a package in the run opens, and the door still asks first-delivery questions', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, request }) => {
  const admin = await signInStaff('Amelia Hart')
  const driver = await aDriver(admin, nameHere('Rita Signal'), request)
  const patient = nameHere('Fay Signal')
  await aDelivery(admin, patient, { pharmacist: driver, status: 'in_progress' })
  await driver.enter(page, paths.myRun)
  await expect(page.getByRole('heading', { name: 'Next stop' })).toBeVisible()
  for (const part of ['delivery-', 'completion-dialog']) await expect.poll(() => holds(page, part)).toBe(true)
  await context.setOffline(true)

  await page.getByRole('link', { name: patient, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Error Loading Delivery' })).toBeVisible()
  await expect(page.getByText('18 Orchard Lane')).toBeVisible()
  await expectGoodScreen(page, 'Error Loading Delivery')
  await page.goBack()

  await page.getByRole('button', { name: /^Complete: / }).click()
  await expect(page.getByText('First-time Delivery')).toBeVisible()
  await sign(page)
  await page.getByRole('button', { name: 'Save Signature' }).click()
  await expect(page.getByText('Please confirm both HIPAA form and counseling')).toHaveCount(2)
})

test('offline, a completion opens on its delivery’s page, which does not change', {
  tag: ['@proof', '@phone'],
}, async ({ page, context }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const { id } = await aDelivery(admin, nameHere('Dora Signal'), { pharmacist: driver, status: 'in_progress' })
  await driver.enter(page, `${list}/${id}`)
  await expect(page.getByText('18 Orchard Lane')).toBeVisible()
  await expect.poll(() => holds(page, 'completion-dialog')).toBe(true)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Complete Delivery' }).click()
  await expect(page.getByLabel('Signature pad')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('18 Orchard Lane')).toBeVisible()
})

test('a failed start of the app is retried automatically when the network returns', {
  tag: ['@proof', '@phone'],
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await page.route('**/api/**', (route) => route.abort())
  await admin.enter(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Failed to load Carelane' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unrouteAll()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
})

test('a part that failed to load is requested automatically when the network returns', {
  tag: ['@proof', '@phone'],
}, async ({ page, context }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/dashboard')
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
  // Wait for the code that loads when the page is idle.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.locator('main a[href="/admin/roles"]').click()
  await expect(page.getByRole('alert')).toContainText('You are offline. This page needs a connection.')
  await expect(header(page)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Create Role' })).toBeVisible()
})

test('a broken screen leaves the rest usable and can be retried or left', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, list)
  const breaks = (isBroken: boolean) =>
    page.evaluate((broken) => {
      const own = Object.getPrototypeOf(crypto).randomUUID
      crypto.randomUUID = broken
        ? () => {
            throw new Error('broken')
          }
        : own
    }, isBroken)
  const broken = page.getByRole('heading', { name: 'Failed to show this page' })
  const form = page.getByRole('form', { name: 'New delivery' })
  const open = async () => {
    await breaks(true)
    await page.getByRole('tab', { name: 'New Delivery' }).click()
    await expect(broken).toBeVisible()
    await expect(header(page)).toBeVisible()
  }

  await open()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(broken).toBeVisible()
  await breaks(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(form).toBeVisible()

  await page.goto(list)
  await open()
  await breaks(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(form).toBeVisible()

  await page.goto(list)
  await open()
  await header(page).click()
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
})
