import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { demoStaff } from '#infra/local/demo/people.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { mailedLink } from './mailed-link.ts'
import { expectNoMessages, expectNoSidewaysOverflow, withOwnIpAddress } from './support.ts'
import { test } from './watched-test.ts'

test.use(withOwnIpAddress())

/** Returns an email address that has never signed up. */
const newAddress = (name: string) => `${name}.${randomUUID().slice(0, 8)}@harbor.example`
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const complete = (page: Page) => page.getByRole('button', { name: 'Complete Registration' })
const product = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

async function fillCompany(page: Page, email: string) {
  await page.getByLabel('Pharmacy', { exact: true }).check()
  await page.getByLabel('Company Name').fill('Harbor Street Pharmacy')
  await page.getByLabel('Phone Number').fill('5550100100')
  await page.getByLabel('Fax Number').fill('5550100101')
  await page.getByLabel('NPI Number').fill('1234567893')
  await page.getByLabel('NABP Number').fill('1234567')
  await page.getByLabel('Company Description').fill('By the sea')
  await page.getByLabel('Full Name').fill('Ada Lindqvist')
  await page.getByLabel('Email').fill(email)
}

test('a pharmacy signs up and adds products later', async ({ page, request }, { project }) => {
  test.slow()
  const email = newAddress('ada')
  const password = 'Sturdy-Bridge-77'
  const step = page.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]')

  await test.step('the first step asks for the company', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await expect(page).toHaveURL('/signup')
    await expect(step).toContainText('Company Info')
    await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
    await expect(page.getByLabel('Pharmacy', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Medical Practice')).toHaveCount(0)
    await expect(next(page)).toBeDisabled()
    await expect(page.getByText('Please select at least one business type')).toBeVisible()
    await fillCompany(page, email)
    await expect(page.getByText('10/250')).toBeVisible()
    await expectNoSidewaysOverflow(page)
    await next(page).click()
    await expect(page.getByText('Account created successfully!')).toBeVisible()
  })

  await test.step('the second step asks for products, and Back keeps the input', async () => {
    await expect(step).toContainText('Product Selection')
    await expect(product(page, 'Speech EMR')).toHaveCount(0)
    await complete(page).click()
    await expectGoodScreen(page, 'Please select at least one product to continue')
    await product(page, 'Delivery Management').check()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(step).toContainText('Company Info')
    await expect(page.getByLabel('Company Name')).toHaveValue('Harbor Street Pharmacy')
    await page.reload()
    await expect(page.getByLabel('NABP Number')).toHaveValue('1234567')
    await next(page).click()
    await expect(product(page, 'Delivery Management')).toBeChecked()
    await expectNoSidewaysOverflow(page)
  })

  await test.step('two clicks register once', async () => {
    let sent = 0
    page.on('request', (call) => {
      if (call.url().endsWith('/registration/step2')) sent += 1
    })
    await complete(page).dblclick()
    await expect(
      page.getByText('Registration successful! Please check your email to verify your account.'),
    ).toBeVisible()
    await expect(step).toContainText('Verify Email')
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByText(/spam/)).toBeVisible()
    expect(sent).toBe(1)
    await expectNoMessages(page)
    await expectGoodScreen(page, /spam/)
  })

  await test.step('the success page shows what was registered', async () => {
    await page.getByRole('link', { name: 'View your registration' }).click()
    await expect(page).toHaveURL('/signup/success')
    for (const fact of [
      'Harbor Street Pharmacy',
      'By the sea',
      'Pharmacy',
      'Ada Lindqvist',
      email,
      'Tenant Administrator',
      'Delivery Management',
    ])
      await expect(page.getByRole('definition').filter({ hasText: new RegExp(`^${fact}$`) })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard')
    await expectNoMessages(page)
    await expectGoodScreen(page, 'Tenant Administrator')
  })
  const portal = (await page.getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')) ?? ''
  expect(portal).toMatch(/^\/signup\/manage\/[0-9a-f-]{36}$/)

  await test.step('the email leads to a password, and then to the dashboard', async () => {
    await page.goto(await mailedLink(request, email, '/verify-email'))
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('link', { name: 'Go to login' }).click()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in to your account' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back, Ada Lindqvist' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Open module/ })).toHaveText(['Open module'])
    await expect(page.getByRole('link', { name: 'Open module: Delivery Management' })).toBeVisible()
  })

  await test.step('the portal adds products, which are available at once', async () => {
    await page.goto(portal.replace('/signup', ''))
    await expect(page).toHaveURL(portal)
    await expect(page.getByText('1 active subscription', { exact: true })).toBeVisible()
    const subscribe = page.getByRole('button', { name: 'Subscribe to selected products' })
    await subscribe.click()
    await expect(page.getByText('Please select at least one product to subscribe')).toBeVisible()
    await product(page, 'Document Management').check()
    await product(page, 'Speech EMR').check()
    await subscribe.click()
    await expect(page.getByText('Successfully subscribed to 2 new product(s)!')).toBeVisible()
    await expect(page.getByText('3 active subscriptions')).toBeVisible()
    await expect(product(page, 'Document Management')).toHaveCount(0)
    await expectNoSidewaysOverflow(page)
    await mailedLink(request, email, '/dashboard')

    await page.getByRole('link', { name: 'Go to Dashboard' }).click()
    await expect(page.getByRole('link', { name: /^Open module/ })).toHaveCount(3)
    await expect(page.getByRole('link', { name: 'Open module: Speech EMR' })).toBeVisible()
  })

  await test.step('the portal offers no more products once all are added', async () => {
    await page.goto(portal)
    await product(page, 'Inventory Management').check()
    await product(page, 'DocFinder').check()
    await page.getByRole('button', { name: 'Subscribe to selected products' }).click()
    await expect(page.getByRole('heading', { name: 'All Products Subscribed!' })).toBeVisible()
    await expect(page.getByText('5 active subscriptions')).toBeVisible()
  })

  await test.step('medical products have their own menu, cards and pages', async () => {
    await page.getByRole('link', { name: 'Go to Dashboard' }).click()
    await expect(page.getByRole('link', { name: /^Open module/ })).toHaveCount(5)
    const menu = page.getByRole('navigation', { name: 'Main' })
    for (const [name, path] of [
      ['Speech EMR', '/medical/speech-emr'],
      ['DocFinder', '/medical/docfinder'],
    ] as const) {
      await page.getByRole('button', { name: project.name === 'phone' ? 'Menu' : 'Medical', exact: true }).click()
      await menu.getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { name })).toBeVisible()
      await expect(page.getByText('This module is under development.')).toBeVisible()
    }
  })
})

test('invalid values are reported at their fields, and input stays', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('Pharmacy', { exact: true }).check()
  await next(page).click()
  const cases = [
    ['Company Name', '', 'Company name is required'],
    ['Company Name', 'H', 'Company name must be at least 2 characters'],
    ['Phone Number', '', 'Please enter exactly 10 digits (e.g., 1234567890)'],
    ['Phone Number', '(555) 010-0100', 'Please enter exactly 10 digits (e.g., 1234567890)'],
    ['Phone Number', '555010', 'Phone number must be exactly 10 digits'],
    ['Fax Number', '', 'Please enter exactly 10 digits (e.g., 1234567890)'],
    ['Fax Number', '55501001011', 'Fax number must be exactly 10 digits'],
    ['NPI Number', '12345', 'NPI number must be exactly 10 digits'],
    ['NABP Number', '123', 'NABP number must be exactly 7 digits'],
    ['Full Name', '', 'Full name is required'],
    ['Full Name', 'A', 'Name must be at least 2 characters'],
    ['Email', '', 'Email is required'],
    ['Email', 'ada', 'Please enter a valid email address'],
  ] as const
  await expect(page.getByLabel('Company Name')).toBeFocused()
  for (const [label, typed, message] of cases) {
    const field = page.getByLabel(label)
    await field.fill(typed)
    await next(page).click()
    await expect(field).toHaveAccessibleDescription(message)
  }

  await test.step('an NPI’s check digit only causes a hint', async () => {
    const npi = page.getByLabel('NPI Number')
    await npi.fill('1234567890')
    await expect(npi).toHaveAccessibleDescription(/last digit doesn’t match/)
    await npi.fill('1234567893')
    await expect(npi).toHaveAccessibleDescription('')
  })

  await test.step('an email address that already has an account stays in its field', async () => {
    const taken = demoStaff[0]?.email ?? ''
    await fillCompany(page, taken)
    await page.getByLabel('NPI Number').fill('1234567890')
    await next(page).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('An account with this email already exists')
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveValue(taken)
  })
})

test.describe('in another time zone than the server', () => {
  test.use({ timezoneId: 'America/Denver' })

  test('a new organization’s time zone is the browser’s', { tag: '@proof' }, async ({ page }) => {
    await page.goto('/signup')
    await fillCompany(page, newAddress('dana'))
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/registration/step1'),
    )
    await next(page).click()
    expect((await sent).postDataJSON()).toMatchObject({ time_zone: 'America/Denver' })
    await expect(page.getByText('Account created successfully!')).toBeVisible()
  })
})

test('a sign-up survives a lost response', async ({ page }) => {
  await page.goto('/signup')
  await fillCompany(page, newAddress('lost'))
  await next(page).click()
  await product(page, 'Inventory Management').check()
  await page.route(
    '**/registration/step2',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await complete(page).click()
  await expect(page.getByRole('form').getByRole('alert')).toContainText('Check your connection')
  await complete(page).click()
  await page.getByRole('link', { name: 'View your registration' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Inventory Management' })).toBeVisible()
})

test('a sign-up that expired on the server starts again with its input', { tag: '@proof' }, async ({ page }) => {
  const email = newAddress('void')
  await page.goto('/signup')
  await fillCompany(page, email)
  const first = page.waitForRequest('**/registration/step1')
  let sent = 0
  page.on('request', (call) => {
    if (call.url().endsWith('/registration/step1')) sent += 1
  })
  await next(page).dblclick()
  const body = (await first).postDataJSON()
  expect(body.domain).toBe('localhost')
  await product(page, 'Delivery Management').check()
  expect(sent).toBe(1)

  // The server gets the id of a sign-up that it does not know, as after a day, when it has forgotten the sign-up.
  await page.route(
    '**/registration/step2',
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), tenant_id: randomUUID() } }),
    { times: 1 },
  )
  await complete(page).click()
  await expect(page.getByText('Session expired. Please start over.')).toBeVisible()
  await expect(page).toHaveURL('/signup')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await next(page).click()
  await expect(product(page, 'Delivery Management')).toBeChecked()
  await expect(page.getByText('Session expired. Please start over.')).toHaveCount(0)
  await complete(page).click()
  await expect(page.getByRole('link', { name: 'View your registration' })).toBeVisible()
})

test('failures are reported, and inactive products cannot be chosen', { tag: '@proof' }, async ({ page }) => {
  const refuse = { status: 500, body: '' }
  await page.route('**/registration/product-groups', (route) => route.fulfill(refuse), { times: 2 })
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Retry' }).click()
  await fillCompany(page, newAddress('failing'))

  await page.route('**/registration/step1', (route) => route.fulfill(refuse), { times: 1 })
  await next(page).click()
  await expect(page.getByRole('form').getByRole('alert')).toHaveText('Registration failed. Please try again.')

  await page.evaluate(() => {
    Reflect.set(window, 'keep', Storage.prototype.setItem)
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await next(page).click()
  await expect(page.getByRole('form').getByRole('alert')).toHaveText('Failed to process form data')
  await page.evaluate(() => {
    Storage.prototype.setItem = Reflect.get(window, 'keep')
  })

  await page.route('**/registration/products?*', async (route) => {
    const response = await route.fetch()
    const offered: { key: string }[] = await response.json()
    await route.fulfill({ response, json: offered.map((one) => ({ ...one, is_active: one.key === 'delivery' })) })
  })
  await next(page).click()
  await expect(product(page, 'Delivery Management')).toBeEnabled()
  await expect(product(page, 'Inventory Management')).toBeDisabled()
  await product(page, 'Delivery Management').check()
  await page.route('**/registration/step2', (route) => route.fulfill(refuse), { times: 1 })
  await complete(page).click()
  await expect(page.getByRole('form').getByRole('alert')).toHaveText('Registration failed. Please try again.')
  await expect(product(page, 'Delivery Management')).toBeChecked()
  await complete(page).click()
  await page.getByRole('link', { name: 'View your registration' }).click()
  const portal = (await page.getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')) ?? ''
  await page.goto(portal)
  await product(page, 'DocFinder').check()
  await page.route('**/subscribe', (route) => route.fulfill(refuse), { times: 1 })
  await page.getByRole('button', { name: 'Subscribe to selected products' }).click()
  await expect(page.getByRole('form').getByRole('alert')).toHaveText('Failed to subscribe to products')
  await expect(product(page, 'DocFinder')).toBeChecked()
})

test('pages whose data fails to load say so', { tag: '@proof' }, async ({ page, baseURL }) => {
  await page.goto('/signup?step=2')
  await expect(page.getByText('Session expired. Please start over.')).toBeVisible()
  await expect(page).toHaveURL('/signup')

  await page.goto('/signup/success')
  await expect(page.getByRole('heading', { name: 'Session Expired' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'sign up' }).click()
  await expect(page).toHaveURL('/signup')

  await page.route('**/registration/tenant/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/manage/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Failed to load subscription data')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Tenant Not Found. The tenant ID provided is invalid or does not exist.',
  )

  await test.step('medical practices are hidden on listed hosts only', async () => {
    await page.goto(`${baseURL?.replace('localhost', '127.0.0.1')}/signup`)
    await page.getByLabel('Medical Practice').check()
    await expect(page.getByLabel('NABP Number')).toHaveCount(0)
    await expect(next(page)).toBeEnabled()
  })
})
