import { expect } from '@playwright/test'
import { signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

test('an administrator creates, replaces and revokes an API key that a program uses', { tag: '@proof' }, async ({
  page,
  request,
}) => {
  const name = nameHere('Dispensing system')
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/admin/integrations')
  const button = (text: string) => page.getByRole('button', { name: text, exact: true })
  const statusOf = async (key: string) =>
    (await request.get('/api/deliveries/config/time-ranges', { headers: { authorization: `Bearer ${key}` } })).status()
  await expect(button('New key')).toBeVisible()
  await button('New key').click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })

  await test.step('the form shows missing fields', async () => {
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog.getByText('Key name is required')).toBeVisible()
    await expect(dialog.getByText('Choose at least one permission')).toBeVisible()
    await expectGoodScreen(page, 'The name of the software that will use this key')
  })

  // A key completes nothing at a door, so its permissions do not say so.
  await expect(dialog).not.toContainText('door')
  await dialog.getByLabel('Key name').fill(name)
  await dialog.getByLabel('View deliveries').check()
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  const first = await shown.getByLabel('Key', { exact: true }).inputValue()
  await expectGoodScreen(page, /^Copy the key now/)
  await shown.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(shown.getByText(/^Copied$|^Press Ctrl\+C to copy it$/)).toBeVisible()
  await shown.getByRole('button', { name: 'I’ve copied it' }).click()
  await expect(shown).toHaveCount(0)
  expect(await statusOf(first)).toBe(200)
  await page.reload()
  const card = page.getByRole('listitem').filter({ hasText: name })
  await expect(card.getByText('View deliveries')).toBeVisible()
  await expect(card.getByText(/^Last used/)).toBeVisible()
  expect(await page.content()).not.toContain(first)
  await expectGoodScreen(page, name)

  await button(`Replace key ${name}`).click()
  await button('Replace key').last().click()
  const second = await shown.getByLabel('Key', { exact: true }).inputValue()
  await page.keyboard.press('Escape')
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])

  await button(`Revoke ${name}`).click()
  await button('Revoke').last().click()
  await expect(card.getByText('Revoked', { exact: true })).toBeVisible()
  await expect(button(`Replace key ${name}`)).toHaveCount(0)
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401])
})
