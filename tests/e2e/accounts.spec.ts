import { type APIRequestContext, expect, type Page, type Route } from '@playwright/test'
import { listRoles, listUsers, updateUser } from '#shared/api/users.ts'
import { staff } from './deliveries-staff.ts'
import { mailedLink } from './mailed-link.ts'
import { expectNoSideways, signIn } from './support.ts'
import { test } from './watched-test.ts'

/** Signs an organisation up through the API: with a password, or with one yet to be set. */
async function signUp(request: APIRequestContext, email: string, password?: string) {
  const company = {
    full_name: 'Ruth Adeyemi',
    email,
    company_name: 'Harbour Pharmacy',
    phone_number: '5550100100',
    business_type: ['pharmacy'],
    metadata: { npi_number: '1234567893', nabp_number: '1234567', fax_number: '5550100101' },
  }
  const started = password
    ? await request.post('/api/auth/register', { data: { ...company, password } })
    : await request.post('/api/registration/step1', { data: company })
  expect(started.status()).toBe(201)
  const { tenant_id }: { tenant_id: string } = await started.json()
  const data = { tenant_id, subscribed_products: ['delivery'] }
  expect((await request.post('/api/registration/step2', { data })).status()).toBe(200)
}

async function logIn(page: Page, email: string, password: string) {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in to your account' }).click()
}

async function invite(page: Page, name: string, email: string, role: string) {
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite User', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite New User' })
  await dialog.getByLabel('Full name').fill(name)
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel(role, { exact: true }).check()
  await expect(dialog.getByLabel('Send invitation email')).toBeChecked()
  await dialog.getByRole('button', { name: 'Invite user', exact: true }).click()
  await expect(page.getByText('Invitation sent successfully')).toBeVisible()
}

async function choosePassword(page: Page, label: string, password: string) {
  await page.getByLabel(label, { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await expect(page.getByText('Passwords match')).toBeVisible()
}

const openMenu = (page: Page, group: string, isPhone: boolean) =>
  page.getByRole('button', { name: isPhone ? 'Menu' : group, exact: true }).click()

test('an invitation, from the administrator to the first login', async ({ page, browser, request }, { project }) => {
  const email = `nora.${project.name}@demo.carelane.example`
  await signIn(page, 'Amelia Hart')
  await invite(page, 'Nora Vance', email, 'Delivery Staff')
  const row = page.getByRole(project.name === 'phone' ? 'listitem' : 'row').filter({ hasText: email })
  await expect(row).toContainText('Delivery Staff')
  await expect(row).toContainText('Active')
  await expectNoSideways(page)

  const link = await mailedLink(request, email, '/accept-invitation')
  const context = await browser.newContext()
  const invited = await context.newPage()
  await invited.goto(link)
  await expect(invited.getByRole('heading', { name: 'Set Up Your Account' })).toBeVisible()
  await expect(invited.getByText(/Amelia Hart/)).toBeVisible()
  await expect(invited.getByLabel('Email')).toHaveValue(email)
  await expect(invited.getByLabel('Email')).not.toBeEditable()
  await expect(invited).toHaveURL('/accept-invitation')

  await test.step('every rule of a password is said while it is typed', async () => {
    const password = invited.getByLabel('Password', { exact: true })
    for (const [typed, message, strength] of [
      ['short', 'Password must be at least 12 characters', 'Very Weak'],
      ['without-uppercase-1', 'Must contain at least one uppercase letter (A-Z)', 'Strong'],
      ['WITHOUT-LOWERCASE-1', 'Must contain at least one lowercase letter (a-z)', 'Strong'],
      ['Without-A-Digit', 'Must contain at least one number (0-9)', 'Strong'],
      ['WithoutSpecial1', 'Must contain at least one special character (!@#$%^&*)', 'Good'],
      ['Password-Forever-1', 'Avoid common words and patterns', 'Strong'],
    ] as const) {
      await password.fill(typed)
      await expect(invited.getByText(message)).toBeVisible()
      await expect(invited.getByRole('meter', { name: 'Password strength' })).toHaveAttribute(
        'aria-valuetext',
        strength,
      )
    }
    await invited.getByRole('button', { name: 'Set up account' }).click()
    await expect(invited.getByText('Please confirm your password')).toBeVisible()
    await invited.getByLabel('Confirm password').fill('another')
    await expect(invited.getByText('Passwords must match')).toBeVisible()
  })

  await choosePassword(invited, 'Password', 'Sturdy-Bridge-77')
  await invited.getByRole('button', { name: 'Set up account' }).click()
  await expect(invited.getByRole('heading', { name: 'Account Setup Complete!' })).toBeVisible()
  await invited.getByRole('link', { name: 'Go to Login' }).click()
  await logIn(invited, email, 'Sturdy-Bridge-77')
  await expect(invited.getByRole('heading', { name: 'Welcome back, Nora Vance' })).toBeVisible()

  await test.step('the link is used up', async () => {
    await invited.context().clearCookies()
    await invited.goto(link)
    await expect(invited.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
    await expect(
      invited.getByText('This invitation link is invalid or has expired. Please request a new one.'),
    ).toBeVisible()
    await invited.goto('/accept-invitation')
    await expect(invited.getByText('Invalid or missing invitation token')).toBeVisible()
  })

  await test.step('and who is deactivated is out with the next call', async () => {
    await logIn(invited, email, 'Sturdy-Bridge-77')
    await expect(invited.getByRole('heading', { name: 'Welcome back, Nora Vance' })).toBeVisible()
    await row.getByRole('button', { name: 'Edit Nora Vance' }).click()
    await page.getByLabel('Active').uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    await expect(row).toContainText('Inactive')
    await invited.goto('/pharmacy/delivery')
    await expect(invited).toHaveURL('/login')
    await row.getByRole('button', { name: 'Delete Nora Vance' }).click()
    await expect(
      page.getByText('Are you sure you want to delete Nora Vance? This action cannot be undone.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('User deleted successfully')).toBeVisible()
    await expect(row).toHaveCount(0)
  })
  await context.close()
})

test('a forgotten password is replaced, and the old one is none', async ({ page, request }, { project }) => {
  const email = `felix.${project.name}@demo.carelane.example`
  const [first, second] = ['Sturdy-Bridge-77', 'Another-Bridge-88']
  await test.step('somebody has a password', async () => {
    await signIn(page, 'Amelia Hart')
    await invite(page, 'Felix Brandt', email, 'Pharmacist')
    const token = new URL(await mailedLink(request, email, '/accept-invitation')).searchParams.get('token')
    const data = { token, password: first, confirm_password: first }
    expect((await request.post('/api/auth/accept-invitation', { data })).status()).toBe(200)
    await page.context().clearCookies()
  })

  await page.goto('/login')
  await test.step('the login page says what is missing and what is wrong, until it is put right', async () => {
    const submit = page.getByRole('button', { name: 'Sign in to your account' })
    const [address, password] = [
      page.getByLabel('Email', { exact: true }),
      page.getByLabel('Password', { exact: true }),
    ]
    await submit.click()
    await expect(address).toHaveAccessibleDescription('Email is required')
    await expect(password).toHaveAccessibleDescription('Password is required')
    await address.fill('nobody')
    await password.fill('short')
    await expect(address).toHaveAccessibleDescription('')
    await submit.click()
    await expect(address).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(password).toHaveAccessibleDescription('Password must be at least 6 characters')
  })
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(
    page.getByText('If your email is registered, you will receive a password reset link shortly.'),
  ).toBeVisible()

  const link = await mailedLink(request, email, '/reset-password')
  await page.goto(link)
  await expect(page).toHaveURL('/reset-password')
  await choosePassword(page, 'New password', second)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible()

  await page.getByRole('link', { name: 'Go to login' }).click()
  await logIn(page, email, first)
  await expect(page.getByText('Invalid email or password. Please try again.')).toBeVisible()
  await logIn(page, email, second)
  await expect(page.getByRole('heading', { name: 'Welcome back, Felix Brandt' })).toBeVisible()

  await page.context().clearCookies()
  await page.goto(link)
  await choosePassword(page, 'New password', 'Third-Bridge-1234')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { name: 'Error Resetting Password' })).toBeVisible()
  await page.goto('/reset-password')
  await expect(page.getByText('Invalid or missing reset token')).toBeVisible()
})

test('who has not verified his address is told so and gets another mail', async ({ page, request }, { project }) => {
  const email = `ruth.${project.name}@harbour.example`
  await signUp(request, email, 'Sturdy-Bridge-77')
  const first = await mailedLink(request, email, '/verify-email')
  await logIn(page, email, 'Sturdy-Bridge-77')
  await expect(page.getByText(/Your email address is not verified yet/)).toBeVisible()
  await expect(page.getByText('Verification email sent! Please check your inbox.')).toBeVisible()

  const second = await mailedLink(request, email, '/verify-email', 2)
  await page.goto(first)
  await expect(page.getByRole('heading', { name: 'Error Verifying Email' })).toBeVisible()
  await expect(
    page.getByText('This verification link is invalid or has expired. Please request a new one.'),
  ).toBeVisible()
  await page.goto(second)
  await expect(page.getByRole('heading', { name: 'Email Verified!' })).toBeVisible()
  await expect(page).toHaveURL('/verify-email')
  await page.getByRole('link', { name: 'Go to login' }).click()
  await logIn(page, email, 'Sturdy-Bridge-77')
  await expect(page.getByRole('heading', { name: 'Welcome back, Ruth Adeyemi' })).toBeVisible()
})

test('who signed up without a password sets one by the link that verifies', async ({ page, request }, { project }) => {
  const email = `ruth.first.${project.name}@harbour.example`
  await signUp(request, email)
  await page.goto(await mailedLink(request, email, '/verify-email'))
  await expect(page.getByRole('heading', { name: 'Set your password' })).toBeVisible()
  await expect(page).toHaveURL('/set-password')
  await choosePassword(page, 'Password', 'Sturdy-Bridge-77')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Password Set Successfully!' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to login' }).click()
  await logIn(page, email, 'Sturdy-Bridge-77')
  await expect(page.getByRole('heading', { name: 'Welcome back, Ruth Adeyemi' })).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/set-password')
  await expect(page.getByText('Invalid or missing set-password token')).toBeVisible()
  await page.goto('/verify-email')
  await expect(page.getByText('Invalid or missing verification token')).toBeVisible()
})

test('an invitation to an address that sends mail back is not called sent', async ({ page }, { project, retry }) => {
  const name = `Return Sender ${project.name}-${retry}`
  const notGoneOut = 'The invitation has not gone out yet.'
  async function invite() {
    await page.getByRole('button', { name: 'Invite User', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite New User' })
    await dialog.getByLabel('Full name').fill(name)
    await dialog.getByLabel('Email', { exact: true }).fill(`bounce+${project.name}-${retry}@simulator.amazonses.com`)
    await dialog.getByRole('button', { name: 'Invite user', exact: true }).click()
  }
  await signIn(page, 'Amelia Hart')
  await page.goto('/admin/users')
  await invite()
  await expect(page.getByText('Invitation sent successfully')).toBeVisible()

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByRole('button', { name: 'Send it again' }).click()
  await expect(edit.getByText(notGoneOut)).toBeVisible()
  await edit.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('User deleted successfully')).toBeVisible()
  await invite()
  await expect(page.getByText('User created successfully')).toBeVisible()
  await expect(page.getByText(notGoneOut)).toBeVisible()
})

test('Google signs in who has an account here, where there is a client id', async ({ page }) => {
  await page.route('**/config.json', (route) => route.fulfill({ json: { google_client_id: '' } }))
  await page.goto('/login')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByText('or', { exact: true })).toHaveCount(0)
  await page.unroute('**/config.json')
  await page.reload()

  /** In Google's own window, which the local issuer has too. */
  async function choose(name: string) {
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await (await opened).getByRole('button', { name }).click()
  }
  await choose('Test User')
  await expect(page.getByText('No account exists for this Google address')).toBeVisible()

  await page.route('**/api/auth/google-auth', (route) => route.fulfill({ status: 500, json: {} }))
  await choose('Daniel Reyes')
  await expect(page.getByText('Google login failed')).toBeVisible()

  await page.unroute('**/api/auth/google-auth')
  await choose('Daniel Reyes')
  await expect(page.getByText('Google login successful!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome back, Daniel Reyes' })).toBeVisible()
})

test('roles are made, changed and deleted, but not those of the system', async ({ page }, { project }) => {
  const name = `Courier ${project.name}`
  await signIn(page, 'Amelia Hart')
  await page.goto('/admin/roles')
  const card = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await expect(card('Pharmacist')).toContainText('System Role')
  await expect(card('Pharmacist').getByRole('button', { name: 'Edit Pharmacist' })).toBeVisible()
  await expect(card('Pharmacist').getByRole('button', { name: 'Delete Pharmacist' })).toHaveCount(0)
  await expectNoSideways(page)

  await page.getByRole('button', { name: 'Create Role', exact: true }).click()
  const create = page.getByRole('dialog', { name: 'Create New Role' })
  await create.getByRole('button', { name: 'Create role', exact: true }).click()
  await expect(create.getByText('Role name is required')).toBeVisible()
  await expect(create.getByRole('group', { name: 'document mgmt Module' })).toBeVisible()
  await create.getByLabel('Role name').fill(name)
  await create.getByLabel('Description').fill('Drives')
  await create.getByLabel('View deliveries').check()
  await create.getByRole('button', { name: 'Create role', exact: true }).click()
  await expect(page.getByText('Role created successfully')).toBeVisible()
  await expect(card(name)).toContainText('1 permission')

  await card(name)
    .getByRole('button', { name: `Edit ${name}` })
    .click()
  const edit = page.getByRole('dialog', { name: 'Edit Role' })
  await edit.getByLabel('Check stock').check()
  await edit.getByRole('button', { name: 'Update role' }).click()
  await expect(page.getByText('Role updated successfully')).toBeVisible()
  await expect(card(name)).toContainText('2 permissions')

  await test.step('a name that is taken is refused, and what was typed stays', async () => {
    await page.getByRole('button', { name: 'Create Role', exact: true }).click()
    await create.getByLabel('Role name').fill('pharmacist')
    await create.getByRole('button', { name: 'Create role', exact: true }).click()
    await expect(create.getByRole('alert')).toHaveText('A role with this name already exists')
    await expect(create.getByLabel('Role name')).toHaveValue('pharmacist')
    await create.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
  })

  await card(name)
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await expect(
    page.getByText(`Are you sure you want to delete the role "${name}"? This action cannot be undone.`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Role deleted successfully')).toBeVisible()
  await expect(card(name)).toHaveCount(0)
})

test('menus, cards and pages follow what a user may do', async ({ page }, { project }) => {
  const isPhone = project.name === 'phone'
  await test.step('a page that was wanted comes after signing in', async () => {
    await page.goto('/pharmacy/documents?from=mail')
    await expect(page).toHaveURL('/login')
    await signIn(page, 'Miguel Santos', { landsOn: '/pharmacy/documents?from=mail' })
  })
  await expect(page.getByRole('heading', { name: 'Permission Required' })).toBeVisible()
  await expect(page.getByText("You don't have the required permission: document_mgmt.view_docs")).toBeVisible()

  for (const path of ['/admin/users', '/admin/roles', '/admin/tenant']) {
    await page.goto(path)
    await expect(
      page.getByText('Access Denied: You need tenant administrator privileges to access this page.'),
    ).toBeVisible()
  }

  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tenant Overview' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Open module' })).toHaveCount(1)
  await openMenu(page, 'Pharmacy', isPhone)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Delivery Management' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Documents' })).toHaveCount(0)
  await expect(menu.getByText('Medical')).toHaveCount(0)
  await expect(menu.getByText('Admin')).toHaveCount(0)

  await page.getByRole('button', { name: 'Account of Miguel Santos' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Logged out successfully')).toBeVisible()

  await signIn(page, 'Amelia Hart')
  await expect(page.getByText('Elm Street Pharmacy Dashboard')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tenant Overview' })).toBeVisible()
  await expect(page.locator('section').filter({ hasText: 'Tenant Overview' })).toContainText(
    /Role\s*Tenant Admin\s*Products\s*3\s*Permissions\s*5\s*Status\s*Active/,
  )
  await expect(page.getByRole('heading', { name: 'Available Products' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open module' })).toHaveCount(3)
  for (const name of ['Users', 'Roles', 'Tenant Settings'])
    await expect(page.getByRole('link', { name: `Open: ${name}` })).toBeVisible()
  await page.getByRole('link', { name: 'Open: Users' }).click()
  const row = page.getByRole(isPhone ? 'listitem' : 'row').filter({ hasText: 'admin@demo.carelane.example' })
  await expect(row.getByText('Admin', { exact: true })).toBeVisible()
  await openMenu(page, 'Admin', isPhone)
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'Tenant Settings' }).click()
  await expect(page.getByText('This module is under development.')).toBeVisible()
})

test('what is typed when a session ends is there after signing in again', async ({ page }, { project }) => {
  const notes = page.getByLabel('Delivery Notes')
  await signIn(page, 'Amelia Hart')
  await page.goto('/pharmacy/delivery?view=create')
  await notes.fill('Ring twice')
  await page.getByLabel('Delivery Date').fill('2099-01-05')
  await page.getByLabel('Time Range').selectOption({ index: 1 })
  await page.getByLabel('RX Date').fill('2026-01-05')
  await page.getByLabel('RX Number').fill('RX-7001')
  await page.getByLabel('Search patients').fill('Eleanor')
  await page.getByText('Eleanor Whitfield').click()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create Delivery' }).click()

  await expect(page).toHaveURL('/login')
  await expect(page).toHaveTitle('Sign in to your account · Carelane')
  await expect(notes).toBeHidden()
  await signIn(page, 'Amelia Hart', { landsOn: '/pharmacy/delivery?view=create' })
  await expect(notes).toHaveValue('Ring twice')
  await expect(page.getByText('Eleanor Whitfield')).toBeVisible()
  await page.getByRole('button', { name: 'Create Delivery' }).click()
  await expect(page.getByText('Delivery created successfully')).toBeVisible()

  await test.step('in a dialog as well', async () => {
    const dialog = page.getByRole('dialog', { name: 'Create New Role' })
    await page.goto('/admin/roles')
    await page.getByRole('button', { name: 'Create Role', exact: true }).click()
    await dialog.getByLabel('Role name').fill(`Kept ${project.name}`)
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Create role', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await signIn(page, 'Amelia Hart', { landsOn: '/admin/roles' })
    await expect(dialog.getByLabel('Role name')).toHaveValue(`Kept ${project.name}`)
    await dialog.getByRole('button', { name: 'Create role', exact: true }).click()
    await expect(page.getByText('Role created successfully')).toBeVisible()
  })

  await test.step('but not for anybody else', async () => {
    await page.goto('/pharmacy/delivery?view=create')
    await notes.fill('Ring thrice')
    await page.context().clearCookies()
    await page.getByLabel('Search patients').fill('Walter')
    await expect(page).toHaveURL('/login')
    await signIn(page, 'Daniel Reyes', { landsOn: '/pharmacy/delivery?view=create' })
    await expect(notes).toHaveValue('')
  })
})

test('a user or a role half typed asks before Back leaves it', async ({ page }) => {
  await signIn(page, 'Amelia Hart')
  for (const [path, open, field] of [
    ['/admin/users', 'Invite User', 'Full name'],
    ['/admin/roles', 'Create Role', 'Role name'],
  ] as const) {
    await page.goto('/dashboard')
    await page.locator(`main a[href="${path}"]`).click()
    await page.getByRole('button', { name: open, exact: true }).click()
    const typed = page.getByRole('dialog').getByLabel(field)
    await typed.fill('Half Typed')
    await page.evaluate(() => history.back())
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(typed).toHaveValue('Half Typed')
    await page.evaluate(() => history.back())
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/dashboard')
  }
})

test('addresses without a page of their own lead to one, and modules to come say so', async ({ page }) => {
  await signIn(page, 'Amelia Hart')
  for (const [wanted, shown] of [
    ['/', '/dashboard'],
    ['/pharmacy', '/dashboard'],
    ['/medical', '/dashboard'],
    ['/no/such/page', '/dashboard'],
    ['/forgot-password', '/dashboard'],
    ['/reset-password', '/dashboard'],
    ['/accept-invitation', '/dashboard'],
    ['/delivery', /\/pharmacy\/delivery(\?.*)?$/],
    ['/delivery/some-delivery', '/pharmacy/delivery/some-delivery'],
  ] as const) {
    await page.goto(wanted)
    await expect(page).toHaveURL(shown)
  }
  for (const [path, name] of [
    ['/pharmacy/documents', 'Documents'],
    ['/pharmacy/inventory', 'Inventory'],
    ['/admin/tenant', 'Tenant Settings'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByText('This module is under development.')).toBeVisible()
  }
  await page.goto('/medical/docfinder')
  await expect(page.getByText("You don't have the required permission: docfinder.search_doctors")).toBeVisible()
})

test('who is created without an invitation gets it later, and without a role sees no product', async ({
  page,
  request,
}, { project }) => {
  const email = `omar.${project.name}@demo.carelane.example`
  await signIn(page, 'Amelia Hart')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite User', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite New User' })
  await dialog.getByRole('button', { name: 'Invite user', exact: true }).click()
  await expect(dialog.getByText('Full name is required')).toBeVisible()
  await expect(dialog.getByText('Email is required')).toBeVisible()
  await dialog.getByLabel('Full name').fill('Omar Vale')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Send invitation email').uncheck()
  await dialog.getByRole('button', { name: 'Invite user', exact: true }).click()
  await expect(page.getByText('User created successfully')).toBeVisible()
  const row = page.getByRole(project.name === 'phone' ? 'listitem' : 'row').filter({ hasText: email })
  await expect(row).toContainText('No roles')

  await row.getByRole('button', { name: 'Edit Omar Vale' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await expect(edit.getByLabel('Email', { exact: true })).not.toBeEditable()
  await expect(edit.getByLabel('Send invitation email')).toHaveCount(0)
  await edit.getByRole('button', { name: 'Send it again' }).click()
  await expect(edit.getByText('Invitation sent successfully')).toBeVisible()

  const token = new URL(await mailedLink(request, email, '/accept-invitation')).searchParams.get('token')
  const data = { token, password: 'Sturdy-Bridge-77', confirm_password: 'Sturdy-Bridge-77' }
  expect((await request.post('/api/auth/accept-invitation', { data })).status()).toBe(200)
  await page.context().clearCookies()
  await logIn(page, email, 'Sturdy-Bridge-77')
  await expect(page.getByText('Login successful!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome back, Omar Vale' })).toBeVisible()
  await expect(page.getByText('No products available')).toBeVisible()
  await expect(page.getByText('Contact your administrator to get access to products.')).toBeVisible()
  if (project.name === 'phone') await openMenu(page, 'Menu', true)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Dashboard'])

  await test.step('what he is given shows when he comes back, what is taken away once he is refused it', async () => {
    const admin = await staff('Amelia Hart')
    const { id = '' } = (await admin.call(listUsers, {})).body.find((user) => user.email === email) ?? {}
    const role = (await admin.call(listRoles, {})).body.find(({ name }) => name === 'Delivery Staff')
    const giveRoles = (roles: string[]) => admin.call(updateUser, { params: { id }, body: { roles } })
    await page.clock.install()
    await page.reload()
    await expect(page.getByText('No products available')).toBeVisible()
    await giveRoles(role ? [role.id] : [])
    await page.clock.fastForward(60_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await page.getByRole('link', { name: 'Open module: Delivery Management' }).click()
    await expect(page.getByText(/deliver(y|ies) found/)).toBeVisible()

    await giveRoles([])
    await page.clock.fastForward(5_000)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('heading', { name: 'Permission Required' })).toBeVisible()
    await expect(page.getByText("You don't have the required permission: delivery.view_orders")).toBeVisible()
  })
})

test('what the server could not do is said in the words of the page', async ({ page }) => {
  const notifications = page.getByRole('region', { name: 'Notifications' })
  const said = (text: string) => expect(notifications.getByText(text, { exact: true }).first()).toBeVisible()
  /** Lets every call of `path` fail without a word of the server. */
  const fail = (path: string, method: string) =>
    page.route(path, (route) => (route.request().method() === method ? fulfil(route) : route.fallback()))
  const fulfil = (route: Route) => route.fulfill({ status: 500, json: {} })

  await test.step('around signing in', async () => {
    await fail('**/api/auth/*', 'POST')
    await logIn(page, 'somebody@example.com', 'Sturdy-Bridge-77')
    await said('Login failed')
    await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible()

    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ status: 401, json: { detail: 'Email not verified' } }),
    )
    await page.getByRole('button', { name: 'Sign in to your account' }).click()
    await expect(page.getByText(/Your email address is not verified yet/)).toBeVisible()
    await said('Failed to send verification email. Please try again.')

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

  await test.step('while people and roles are read', async () => {
    await signIn(page, 'Amelia Hart')
    await fail('**/api/users', 'GET')
    await page.goto('/admin/users')
    await said('Failed to fetch users')
    await fail('**/api/roles', 'GET')
    await fail('**/api/products/permissions', 'GET')
    await page.goto('/admin/roles')
    await said('Failed to fetch roles')
    await said('Failed to fetch permissions')
    await page.unrouteAll()
  })

  await test.step('while they are changed', async () => {
    await fail('**/api/users/*', 'PUT')
    await fail('**/api/users/*', 'DELETE')
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Edit Keisha Brown' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await said('Operation failed')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete Keisha Brown' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await said('Delete failed')
    await expect(page.getByText('Keisha Brown')).toBeVisible()
  })
})
