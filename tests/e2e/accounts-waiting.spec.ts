import { expect } from '@playwright/test'
import { delayResponse } from './delay-response.ts'
import { signIn, withOwnIpAddress } from './support.ts'
import { test } from './watched-test.ts'

test.use(withOwnIpAddress())

test('while the server is still to answer, the page says what it waits for', { tag: ['@proof', '@only-desk'] }, async ({
  page,
}) => {
  await test.step('to sign in', async () => {
    await page.goto('/login')
    const answer = await delayResponse(page, '**/api/auth/login')
    const signedIn = signIn(page, 'Daniel Reyes')
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
    answer()
    await signedIn
  })

  await test.step('to know who is signed in', async () => {
    const answer = await delayResponse(page, '**/api/auth/me')
    await page.goto('/dashboard')
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
    await expect(page.getByRole('heading')).toHaveCount(0)
    answer()
    await expect(page.getByRole('heading', { name: 'Welcome back, Daniel Reyes' })).toBeVisible()
  })

  await test.step('to look at an invitation', async () => {
    await page.context().clearCookies()
    const answer = await delayResponse(page, '**/api/auth/verify-invitation?*')
    await page.goto('/accept-invitation?token=some-token')
    await expect(page.getByRole('heading', { name: 'Verifying your invitation...' })).toBeVisible()
    answer()
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
  })
})
