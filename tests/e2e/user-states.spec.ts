import { expect } from '@playwright/test'
import { createUser, updateUser } from '#shared/api/users.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { rowOf } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { enter, test } from './own-clock.ts'

test('the list of users and a user’s dialog show each user’s state and are accessible', {
  tag: '@proof',
}, async ({ context, at }) => {
  test.slow()
  const { app, pharmacy } = at
  const invite = async (full_name: string, send_invitation = true) => {
    const email = `${full_name.replace(' ', '.').toLowerCase()}@pharmacy.example`
    const person = { full_name, email, roles: [], is_tenant_admin: false, is_active: true, send_invitation }
    return (await app.call(createUser, { as: at.person, body: person })).body.id
  }
  const gone = await invite('Gia Gone')
  await app.call(updateUser, { as: at.person, params: { id: gone }, body: { is_active: false } })
  await invite('Lena Late')
  passSeconds(app, 8 * seconds.day)
  at.person = await app.signIn(at.person.user)
  await context.clock.setSystemTime(app.clock.now)
  await invite('Ivy Invited')
  await invite('Nils Not', false)

  const page = await enter(context, at, '/admin/users')
  for (const [name, state] of [
    ['Gia Gone', 'Inactive'],
    ['Lena Late', 'Invitation expired'],
    ['Ivy Invited', /Invited/],
    ['Nils Not', 'Not invited'],
    [pharmacy.driver.user.full_name, 'Active'],
  ] as const)
    await expect(rowOf(page, name).getByText(state, { exact: true }).first()).toBeVisible()
  await expectGoodScreen(page, 'Invitation expired')
  await page.getByRole('button', { name: 'Withdraw the invitation to Ivy Invited' }).click()
  await expectGoodScreen(page, 'Ivy Invited will be removed, and the link in the invitation will stop working.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Edit ${pharmacy.driver.user.full_name}` }).click()
  await expectGoodScreen(page, 'Sign out everywhere')
})
