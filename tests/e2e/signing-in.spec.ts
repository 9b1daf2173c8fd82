import { expect, type Locator, type Route } from '@playwright/test'
import { choosePassword, logIn } from './account-steps.ts'
import { nameHere } from './new-names.ts'
import { expectRefusalTwice, signIn, withOwnIpAddress } from './support.ts'
import { test } from './watched-test.ts'

test.use(withOwnIpAddress())

test('Google signs in users with an account here if a client ID is configured', { tag: '@proof' }, async ({ page }) => {
  await page.route('**/config.json', (route) => route.fulfill({ json: { google_client_id: '' } }))
  await page.goto('/login')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByText('or', { exact: true })).toHaveCount(1)
  await page.unroute('**/config.json')
  await page.reload()

  /** Chooses a person in Google's own window, which the local issuer imitates. */
  async function choose(name: string) {
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await (await opened).getByRole('button', { name }).click()
  }
  await choose('Test User')
  await expectRefusalTwice(page, 'No account exists for this Google address')

  await page.route('**/api/auth/google-auth', (route) => route.fulfill({ status: 500, json: {} }))
  await choose('Daniel Reyes')
  await expectRefusalTwice(page, 'Google login failed')

  await page.unroute('**/api/auth/google-auth')
  await choose('Daniel Reyes')
  await expect(page.getByText('Google login successful!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome back, Daniel Reyes' })).toBeVisible()
})

/** Removes the tokens and clicks the button in one task. Otherwise the page might notice in between that its tokens are gone. */
const clickAsSessionEnds = (button: Locator) =>
  button.evaluate((element) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API would finish only after the click
    for (const name of ['access_token', 'refresh_token']) document.cookie = `${name}=; max-age=0; path=/`
    if (!(element instanceof HTMLElement)) return
    element.focus()
    element.click()
  })

test('input from when a session ends is there after signing in again', { tag: '@proof' }, async ({ page }) => {
  const notes = page.getByLabel('Delivery Notes')
  await signIn(page, 'Amelia Hart')
  await page.goto('/pharmacy/delivery?view=create')
  await notes.fill('Ring twice')
  await page.getByLabel('Delivery Date').fill('2099-01-05')
  await page.getByLabel('Time Range').selectOption({ index: 1 })
  await page.getByLabel('RX Date').fill('2026-01-05')
  await page.getByLabel('RX Number').fill('RX-7001')
  await page.getByRole('searchbox', { name: 'Search patients' }).fill('Eleanor')
  await page.getByText('Eleanor Whitfield').click()
  await clickAsSessionEnds(page.getByRole('button', { name: 'Create Delivery' }))

  await expect(page).toHaveURL('/login')
  await expect(page).toHaveTitle('Sign in to your account · Carelane')
  await expect(notes).toBeHidden()
  await signIn(page, 'Amelia Hart', { landsOn: '/pharmacy/delivery?view=create' })
  await expect(notes).toHaveValue('Ring twice')
  await expect(page.getByText('Eleanor Whitfield')).toBeVisible()
  await page.getByRole('button', { name: 'Create Delivery' }).click()
  await expect(page.getByText('Delivery created successfully')).toBeVisible()

  await test.step('in a dialog too', async () => {
    const dialog = page.getByRole('dialog', { name: 'Create New Role' })
    await page.goto('/admin/roles')
    await page.getByRole('button', { name: 'Create Role', exact: true }).click()
    await dialog.getByLabel('Role name').fill(nameHere('Kept'))
    await clickAsSessionEnds(dialog.getByRole('button', { name: 'Create role', exact: true }))
    await expect(page).toHaveURL('/login')
    await signIn(page, 'Amelia Hart', { landsOn: '/admin/roles' })
    await expect(dialog.getByLabel('Role name')).toHaveValue(nameHere('Kept'))
    await dialog.getByRole('button', { name: 'Create role', exact: true }).click()
    await expect(page.getByText('Role created successfully')).toBeVisible()
  })

  await test.step('but not for another user', async () => {
    await page.goto('/pharmacy/delivery?view=create')
    await notes.fill('Ring thrice')
    await page.getByRole('searchbox', { name: 'Search patients' }).fill('Walte')
    await page.context().clearCookies()
    await page.keyboard.type('r')
    await expect(page).toHaveURL('/login')
    await signIn(page, 'Daniel Reyes', { landsOn: '/pharmacy/delivery?view=create' })
    await expect(notes).toHaveValue('')
  })
})

test('addresses without a page redirect to one, and planned modules say so', { tag: '@proof' }, async ({ page }) => {
  await signIn(page, 'Amelia Hart')
  for (const [address, shown] of [
    ['/', '/dashboard'],
    ['/pharmacy', '/dashboard'],
    ['/medical', '/dashboard'],
    ['/no/such/page', '/dashboard'],
    ['/forgot-password', '/dashboard'],
    ['/reset-password', '/dashboard'],
    ['/delivery', /\/pharmacy\/delivery(\?.*)?$/],
    ['/delivery/some-delivery', '/pharmacy/delivery/some-delivery'],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveURL(shown)
  }
  for (const [path, name] of [
    ['/pharmacy/documents', 'Documents'],
    ['/pharmacy/inventory', 'Inventory'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByText('This module is under development.')).toBeVisible()
  }
  await page.goto('/admin/tenant')
  await page.getByRole('link', { name: 'Manage Subscription' }).click()
  await expect(page).toHaveURL(/\/signup\/manage\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Elm Street Pharmacy' })).toBeVisible()
  await page.goto('/medical/docfinder')
  await expect(page.getByText("You don't have the required permission: docfinder.search_doctors")).toBeVisible()
})

test('each page reports server failures in its own words', { tag: '@proof' }, async ({ page }) => {
  const notifications = page.getByRole('region', { name: 'Notifications' })
  const expectMessage = (text: string) => expect(notifications.getByText(text, { exact: true }).first()).toBeVisible()
  /** Makes every call of `path` with this method fail with status 500, before it reaches the server. */
  const fail = (path: string, method: string) =>
    page.route(path, (route) => (route.request().method() === method ? fulfil(route) : route.fallback()))
  const fulfil = (route: Route) => route.fulfill({ status: 500, json: {} })

  await test.step('during sign-in', async () => {
    await fail('**/api/auth/*', 'POST')
    await logIn(page, 'somebody@example.com', 'Sturdy-Bridge-77')
    await expectMessage('Login failed')
    await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible()

    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ status: 401, json: { detail: 'Email not verified' } }),
    )
    await page.getByRole('button', { name: 'Sign in to your account' }).click()
    await expect(page.getByText(/Your email address is not verified yet/)).toBeVisible()
    await expectMessage('Failed to send verification email. Please try again.')

    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill('somebody@example.com')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByText('An error occurred while processing your request. Please try again.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page).toHaveURL('/login')

    await page.goto('/reset-password?token=some-token')
    await choosePassword(page, 'New password', 'Sturdy-Bridge-77')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText('An error occurred while resetting your password. Please try again.')).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('while users and roles load', async () => {
    await signIn(page, 'Amelia Hart')
    await fail('**/api/users', 'GET')
    await page.goto('/admin/users')
    await expectMessage('Failed to fetch users')
    await fail('**/api/roles', 'GET')
    await fail('**/api/products/permissions', 'GET')
    await page.goto('/admin/roles')
    await expectMessage('Failed to fetch roles')
    await expectMessage('Failed to fetch permissions')
    await page.unrouteAll()
  })

  await test.step('while they are changed', async () => {
    await fail('**/api/users/*', 'PUT')
    await fail('**/api/users/*', 'DELETE')
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Edit Keisha Brown' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectMessage('Operation failed')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete Keisha Brown' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectMessage('Delete failed')
    await expect(page.getByText('Keisha Brown')).toBeVisible()
  })
})
