import { expect } from '@playwright/test'
import { addDays } from '#shared/rules/dates.ts'
import { choosePassword } from './account-steps.ts'
import { aDelivery, rowOf, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { daysAheadHere, nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'

test('the token of a reset or invitation link leaves the address but survives a reload', async ({ page }) => {
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
    route.fulfill({
      json: { email: 'nora@harbour.example', invited_by: 'Amelia Hart', organisation: 'Elm', has_account: false },
    }),
  )
  await page.goto('/accept-invitation?token=some-token')
  await expect(page).toHaveURL('/accept-invitation')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Set Up Your Account' })).toBeVisible()

  await test.step('until it is rejected', async () => {
    await page.goto('/reset-password?token=some-token')
    await choosePassword(page, 'New password', 'Sturdy-Bridge-77')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText(/^This password reset link is invalid or has expired/)).toBeVisible()
    await page.reload()
    await expect(page.getByText('Invalid or missing reset token')).toBeVisible()
  })
})

test('two filters changed at once both apply, and the other tab keeps the chosen pharmacist', {
  tag: '@proof',
}, async ({ page }) => {
  const [admin, keisha] = [await signInStaff('Amelia Hart'), await signInStaff('Keisha Brown')]
  const date = addDays(demoToday(), daysAheadHere(140))
  const [mine, nobodys] = [nameHere('Fiona Mine'), nameHere('Fiona Nobodys')]
  await aDelivery(admin, mine, { date, pharmacist: keisha })
  await aDelivery(admin, nobodys, { date })
  await admin.enter(page, list)
  await expect(page.getByLabel('Status', { exact: true })).toBeVisible()
  await page.evaluate((day) => {
    const field = (label: string) =>
      [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('search input, search select')].find(
        ({ labels }) => labels?.[0]?.textContent === label,
      )
    const [status, dated] = [field('Status'), field('Delivery Date')]
    if (!status || !dated) throw new Error('The filters are not there')
    status.value = 'assigned'
    status.dispatchEvent(new Event('change', { bubbles: true }))
    // React ignores the event if the value was set by the element's own setter, which React has replaced. So use the native one.
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
