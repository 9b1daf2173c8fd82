import { expect, type Page } from '@playwright/test'
import { completeDelivery } from '#shared/api/deliveries.ts'
import { listPermissions, listRoles, listUsers } from '#shared/api/users.ts'
import { addDays } from '#shared/rules/dates.ts'
import { todayHere } from '../../web/lib/format.ts'
import { logIn } from './account-steps.ts'
import { aDelivery, isCall, rowOf, staff, unfoldFilters } from './deliveries-staff.ts'
import { dayHere, nameHere } from './new-names.ts'
import { sign, signIn } from './support.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'
const html = '<!doctype html><html><head><title>502 Bad Gateway</title></head></html>'
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const completion = (page: Page) => page.getByRole('dialog', { name: /^Complete Delivery/ })

/** At the door of a delivery in progress, signed, one tap before the end. */
async function signedAtTheDoor(page: Page, name: string) {
  const [admin, driver] = [await staff('Amelia Hart'), await staff('Miguel Santos')]
  const { id } = await aDelivery(admin, name, { pharmacist: driver, status: 'in_progress' })
  await driver.enter(page, `${list}/${id}`)
  await page.getByRole('button', { name: 'Complete Delivery' }).click()
  for (const question of ['HIPAA Form Received', 'Counseling Received'])
    await completion(page).getByRole('group', { name: question }).getByLabel('Yes').check()
  await sign(page)
  await completion(page).getByRole('button', { name: 'Save Signature' }).click()
  return { admin, id, confirm: completion(page).getByRole('button', { name: 'Confirm & Complete Delivery' }) }
}

test('what the edge, the gateway and a strange network say is told in words of ours', async ({ page }) => {
  const { confirm } = await signedAtTheDoor(page, nameHere('Wanda Words'))
  const alert = completion(page).getByRole('alert')
  for (const [answer, words] of [
    [{ status: 502, contentType: 'text/html', body: html }, 'Carelane did not answer. What you entered is kept.'],
    [
      { status: 504, json: { message: 'Endpoint request timed out' } },
      'Carelane did not answer. What you entered is kept.',
    ],
    [{ status: 200, contentType: 'text/html', body: html }, 'This network wants you to sign in first.'],
    [{ status: 500, contentType: 'text/plain', body: 'Out of order' }, 'Out of order'],
  ] as const) {
    await page.route(
      (url) => isCall(url, completeDelivery),
      (route) => route.fulfill(answer),
    )
    await confirm.click()
    await expect(alert).toHaveText(words)
    await page.unrouteAll()
  }
  await confirm.click()
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
})

test('a completion whose answer was lost is a success once it is sent again, also when the page has read the result', async ({
  page,
}) => {
  const { confirm } = await signedAtTheDoor(page, nameHere('Lorna Lost'))
  await page.route(
    (url) => isCall(url, completeDelivery),
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await confirm.click()
  await expect(completion(page).getByRole('alert')).toHaveText('Network error. Check your connection and try again.')
  await page.clock.install()
  await page.clock.fastForward(11 * 60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.locator('main').getByText('Delivered').first()).toBeAttached()
  await confirm.click()
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
  await expect(completion(page)).toBeHidden()
})

test('where cookies are refused that is said, and no password is called wrong', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined, configurable: true }),
  )
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) asked += 1
  })
  await logIn(page, 'admin@demo.carelane.example', 'Whatever-It-Is-1')
  await expect(page.getByRole('alert').getByText(/^This browser keeps no cookies\./)).toHaveText(
    'This browser keeps no cookies. Carelane needs them to sign you in.',
  )
  expect(asked).toBe(0)
})

test('a failure is told once, and takes nothing away that is there', async ({ page }) => {
  const loses = (entry: { path: string }) =>
    page.route(
      (url) => isCall(url, entry),
      (route) => route.fulfill({ status: 500, json: {} }),
    )
  const open = (path: string) => page.locator(`main a[href="${path}"]`).click()
  const home = () => page.getByRole('banner').getByRole('link', { name: 'Carelane' }).click()
  const told = (text: string) => notifications(page).getByText(text, { exact: true })
  await signIn(page, 'Amelia Hart')

  await test.step('users without roles', async () => {
    await loses(listRoles)
    await open('/admin/users')
    await expect(page.getByRole('alert').getByText('Failed to fetch roles')).toBeVisible()
    await expect(page.getByText('keisha@demo.carelane.example')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit Keisha Brown' })).toBeDisabled()
    await expect(told('Failed to fetch roles')).toHaveCount(1)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: 'Edit Keisha Brown' })).toBeEnabled()
    await expect(told('Failed to fetch roles')).toHaveCount(0)
    await home()
    await open('/admin/users')
    await expect(page.getByRole('button', { name: 'Edit Keisha Brown' })).toBeEnabled()
    await expect(told('Failed to fetch roles')).toHaveCount(0)
  })

  await test.step('roles without permissions', async () => {
    await loses(listPermissions)
    await home()
    await open('/admin/roles')
    await expect(page.getByRole('alert').getByText('Failed to fetch permissions')).toBeVisible()
    await expect(page.getByText('System Role').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit Pharmacist' })).toBeDisabled()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: 'Edit Pharmacist' })).toBeEnabled()
  })

  await test.step('users who cannot be read again', async () => {
    await loses(listUsers)
    await page.clock.install()
    await home()
    await page.clock.fastForward(6_000)
    await open('/admin/users')
    await page.clock.fastForward(6_000)
    await expect(told('Failed to fetch users')).toHaveCount(1)
    await expect(page.getByText('keisha@demo.carelane.example')).toBeVisible()
  })
})

test('the link of a reset and of an invitation outlives a reload, out of the address', async ({ page }) => {
  for (const [path, heading] of [
    ['/reset-password', 'Reset your password'],
    ['/set-password', 'Set your password'],
  ] as const) {
    await page.goto(`${path}?token=some-token`)
    await expect(page).toHaveURL(path)
    await page.reload()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  await page.route('**/api/auth/verify-invitation?token=some-token', (route) =>
    route.fulfill({ json: { email: 'nora@harbour.example', invited_by: 'Amelia Hart' } }),
  )
  await page.goto('/accept-invitation?token=some-token')
  await expect(page).toHaveURL('/accept-invitation')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Set Up Your Account' })).toBeVisible()
})

test('Tenant Settings lead to the subscription', async ({ page }) => {
  await signIn(page, 'Amelia Hart')
  await page.goto('/admin/tenant')
  await expect(page.getByText('This module is under development.')).toBeVisible()
  await page.getByRole('link', { name: 'Manage Subscription' }).click()
  await expect(page).toHaveURL(/\/signup\/manage\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Elm Street Pharmacy' })).toBeVisible()
})

test('two filters that are changed in one moment are both kept, and so is a person whom a tab follows', async ({
  page,
}) => {
  const [admin, keisha] = [await staff('Amelia Hart'), await staff('Keisha Brown')]
  const date = addDays(todayHere(), dayHere(140))
  const [mine, nobodys] = [nameHere('Fiona Mine'), nameHere('Fiona Nobodys')]
  await aDelivery(admin, mine, { date, pharmacist: keisha })
  await aDelivery(admin, nobodys, { date })
  await admin.enter(page, list)
  await unfoldFilters(page)
  await expect(page.getByLabel('Status')).toBeVisible()
  await page.evaluate((day) => {
    const field = (label: string) =>
      [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('search input, search select')].find(
        ({ labels }) => labels?.[0]?.textContent === label,
      )
    const [status, dated] = [field('Status'), field('Delivery Date')]
    if (!status || !dated) throw new Error('The filters are not there')
    status.value = 'assigned'
    status.dispatchEvent(new Event('change', { bubbles: true }))
    // React takes a value that was set beside it for its own.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(dated, day)
    dated.dispatchEvent(new Event('input', { bubbles: true }))
  }, date)
  await expect(page).toHaveURL(`${list}?status=assigned&date=${date}`)
  await expect(rowOf(page, mine)).toBeVisible()
  await expect(rowOf(page, nobodys)).toHaveCount(0)

  const { id } = keisha.user
  await page.goto(`${list}?pharmacist=${id}`)
  await expect(page.getByText(/deliver(y|ies) found/)).toBeVisible()
  await page.getByRole('tab', { name: 'Past Deliveries' }).click()
  await expect(page).toHaveURL(`${list}?view=past&pharmacist=${id}`)
})
