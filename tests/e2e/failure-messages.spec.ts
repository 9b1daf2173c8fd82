import { expect } from '@playwright/test'
import { listPermissions, listRoles, listUsers } from '#shared/api/users.ts'
import { hasPathOf } from './deliveries-staff.ts'
import { signIn } from './support.ts'
import { test } from './watched-test.ts'

test('a failure is reported once and removes nothing from the screen', { tag: '@proof' }, async ({ page }) => {
  const loses = (entry: { path: string }) =>
    page.route(
      (url) => hasPathOf(url, entry),
      (route) => route.fulfill({ status: 500, json: {} }),
    )
  const open = (path: string) => page.locator(`main a[href="${path}"]`).click()
  const home = () => page.getByRole('banner').getByRole('link', { name: 'Carelane' }).click()
  const message = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
  await signIn(page, 'Amelia Hart')

  await test.step('users without roles', async () => {
    await loses(listRoles)
    await open('/admin/users')
    await expect(page.getByRole('alert').getByText('Failed to fetch roles')).toBeVisible()
    await expect(page.getByText('keisha@demo.carelane.example')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit Keisha Brown' })).toBeDisabled()
    await expect(message('Failed to fetch roles')).toHaveCount(1)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: 'Edit Keisha Brown' })).toBeEnabled()
    await expect(message('Failed to fetch roles')).toHaveCount(0)
    await home()
    await open('/admin/users')
    await expect(page.getByRole('button', { name: 'Edit Keisha Brown' })).toBeEnabled()
    await expect(message('Failed to fetch roles')).toHaveCount(0)
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

  await test.step('a list of users that fails to refresh', async () => {
    await loses(listUsers)
    await page.clock.install()
    await home()
    await page.clock.fastForward(6_000)
    await open('/admin/users')
    await page.clock.fastForward(6_000)
    await expect(message('Failed to fetch users')).toHaveCount(1)
    await expect(page.getByText('keisha@demo.carelane.example')).toBeVisible()
  })
})
