import { expect } from '@playwright/test'
import { createUser, deleteUser, listRoles, listUsers, updateUser } from '#shared/api/users.ts'
import { logIn, openMenu } from './account-steps.ts'
import { signInStaff } from './deliveries-staff.ts'
import { mailedLink } from './mailed-link.ts'
import { addressHere, nameHere } from './new-names.ts'
import { expectNoSidewaysOverflow, expectRefusalToStay, signIn } from './support.ts'
import { test } from './watched-test.ts'

test('roles can be created, edited and deleted, except system roles', async ({ page }) => {
  const name = nameHere('Courier')
  await signIn(page, 'Amelia Hart')
  await page.goto('/admin/roles')
  const card = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await expect(card('Pharmacist')).toContainText('System Role')
  await expect(card('Pharmacist').getByRole('button', { name: 'Edit Pharmacist' })).toBeVisible()
  await expect(card('Pharmacist').getByRole('button', { name: 'Delete Pharmacist' })).toHaveCount(0)
  await expectNoSidewaysOverflow(page)

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

  await test.step('a duplicate name is rejected, and the input stays', async () => {
    await page.getByRole('button', { name: 'Create Role', exact: true }).click()
    await create.getByLabel('Role name').fill('pharmacist')
    await create.getByRole('button', { name: 'Create role', exact: true }).click()
    await expect(create.getByLabel('Role name')).toHaveAccessibleDescription('A role with this name already exists')
    await expect(create.getByRole('alert')).toHaveCount(0)
    await expect(create.getByLabel('Role name')).toHaveValue('pharmacist')
    await create.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
  })

  await test.step('a role in use cannot be deleted, and the reason is shown until the next action', async () => {
    const admin = await signInStaff('Amelia Hart')
    const role = (await admin.call(listRoles, {})).body.find((one) => one.name === name)
    const holder = { full_name: name, email: addressHere('holder'), roles: [role?.id ?? ''] }
    const body = { ...holder, is_tenant_admin: false, is_active: true, send_invitation: false }
    const { id } = (await admin.call(createUser, { body })).body
    await card(name)
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectRefusalToStay(page, '1 user has this role. Remove it from them first.')
    await expect(card(name).getByRole('alert')).toHaveText('1 user has this role. Remove it from them first.')
    await card(name)
      .getByRole('button', { name: `Edit ${name}` })
      .click()
    await edit.getByRole('button', { name: 'Cancel' }).click()
    await expect(card(name).getByRole('alert')).toHaveCount(0)
    await admin.call(deleteUser, { params: { id } })
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

test('menus, cards and pages match the user’s permissions', { tag: '@proof' }, async ({ page }, { project }) => {
  const isPhone = project.name === 'phone'
  await test.step('a requested page opens after signing in', async () => {
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

  await page.getByRole('button', { name: 'Account menu: Miguel Santos' }).click()
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
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible()
})

test('Back asks before it closes a half-filled user or role, and the next Back leaves the page', {
  tag: '@proof',
}, async ({ page }) => {
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
    await page.getByRole('button', { name: 'Stay', exact: true }).click()
    await expect(typed).toHaveValue('Half Typed')
    await page.evaluate(() => history.back())
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(path)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL('/dashboard')
  }
})

test(
  'a user created without an invitation can be invited later, and sees no product without a role',
  { tag: '@proof' },
  async ({ page, request }, { project }) => {
    const email = addressHere('omar')
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
    await edit.getByRole('button', { name: 'Cancel' }).click()
    await expect(row).toContainText('Not invited')
    await row.getByRole('button', { name: 'Resend the invitation to Omar Vale' }).click()
    await expect(page.getByText('Invitation sent successfully')).toBeVisible()
    await expect(row).toContainText('Invited')

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

    await test.step('new permissions show on return to the page, and removed ones after a refusal', async () => {
      const admin = await signInStaff('Amelia Hart')
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
  },
)
