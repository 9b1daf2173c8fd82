import { expect } from '@playwright/test'
import { delayResponse } from './delay-response.ts'
import { signIn, withOwnIpAddress } from './support.ts'
import { test } from './watched-test.ts'

test.use(withOwnIpAddress())

test('while waiting for the server, the page says what it is doing', { tag: ['@proof', '@only-desk'] }, async ({
  page,
}) => {
  await test.step('signing in', async () => {
    await page.goto('/login')
    const answer = await delayResponse(page, '**/api/auth/login')
    const signedIn = signIn(page, 'Daniel Reyes')
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
    answer()
    await signedIn
  })

  await test.step('loading the account', async () => {
    const answer = await delayResponse(page, '**/api/auth/me')
    await page.goto('/dashboard')
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
    await expect(page.getByRole('heading')).toHaveCount(0)
    answer()
    await expect(page.getByRole('heading', { name: 'Welcome back, Daniel Reyes' })).toBeVisible()
  })

  await test.step('checking an invitation', async () => {
    await page.context().clearCookies()
    const answer = await delayResponse(page, '**/api/auth/verify-invitation?*')
    await page.goto('/accept-invitation?token=some-token')
    await expect(page.getByRole('heading', { name: 'Verifying your invitation...' })).toBeVisible()
    answer()
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
  })
})
