import { expect } from '@playwright/test'
import { choosePassword, invite, logIn, signUp } from './account-steps.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { mailedLink } from './mailed-link.ts'
import { addressHere, nameHere, wordHere } from './new-names.ts'
import {
  expectNoSidewaysOverflow,
  expectRefusalToStay,
  expectRefusalTwice,
  signIn,
  withOwnIpAddress,
} from './support.ts'
import { test } from './watched-test.ts'

test.use(withOwnIpAddress())

test('an invited user follows the link, chooses a password and signs in', async ({ page, browser, request }, {
  project,
}) => {
  const email = addressHere('nora')
  await signIn(page, 'Amelia Hart')
  await invite(page, 'Nora Vance', email, 'Delivery Staff')
  const row = page.getByRole(project.name === 'phone' ? 'listitem' : 'row').filter({ hasText: email })
  await expect(row).toContainText('Delivery Staff')
  await expect(row).toContainText('Invited')
  await expectNoSidewaysOverflow(page)

  const link = await mailedLink(request, email, '/accept-invitation')
  const context = await browser.newContext()
  const invited = await context.newPage()
  await invited.goto(link)
  await expect(invited.getByRole('heading', { name: 'Set Up Your Account' })).toBeVisible()
  await expect(invited.getByText(/Amelia Hart/)).toBeVisible()
  await expect(invited.getByLabel('Email')).toHaveValue(email)
  await expect(invited.getByLabel('Email')).not.toBeEditable()
  await expect(invited).toHaveURL('/accept-invitation')

  await test.step('the form checks each password rule while the user types', async () => {
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
    await expectGoodScreen(invited, 'Passwords must match')
  })

  await choosePassword(invited, 'Password', 'Sturdy-Bridge-77')
  await invited.getByRole('button', { name: 'Set up account' }).click()
  await expect(invited.getByRole('heading', { name: 'Account Setup Complete!' })).toBeVisible()
  await invited.getByRole('link', { name: 'Go to Login' }).click()
  await logIn(invited, email, 'Sturdy-Bridge-77')
  await expect(invited.getByRole('heading', { name: 'Welcome back, Nora Vance' })).toBeVisible()

  await test.step('the link cannot be used again', async () => {
    await invited.context().clearCookies()
    await invited.goto(link)
    await expect(invited.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
    await expect(
      invited.getByText('This invitation link is invalid or has expired. Please request a new one.'),
    ).toBeVisible()
    await invited.goto('/accept-invitation')
    await expect(invited.getByText('Invalid or missing invitation token')).toBeVisible()
  })

  await test.step('a deactivated user is signed out at the next call', async () => {
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

test('a user replaces a forgotten password, and the old one no longer works', { tag: '@proof' }, async ({
  page,
  request,
}) => {
  const email = addressHere('felix')
  const [first, second] = ['Sturdy-Bridge-77', 'Another-Bridge-88']
  await test.step('a user has a password', async () => {
    await signIn(page, 'Amelia Hart')
    await invite(page, 'Felix Brandt', email, 'Pharmacist')
    const token = new URL(await mailedLink(request, email, '/accept-invitation')).searchParams.get('token')
    const data = { token, password: first, confirm_password: first }
    expect((await request.post('/api/auth/accept-invitation', { data })).status()).toBe(200)
    await page.context().clearCookies()
  })

  await page.goto('/login')
  await test.step('the sign-in page shows missing and invalid fields until they are corrected', async () => {
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

test('users with an unconfirmed email address are informed and get another email', { tag: '@proof' }, async ({
  page,
  request,
}) => {
  const email = addressHere('ruth', 'harbour.example')
  await signUp(request, email, 'Sturdy-Bridge-77')
  const first = await mailedLink(request, email, '/verify-email')
  await logIn(page, email, 'Wrong-Bridge-77')
  await expect(page.getByText(/Just signed up\? First open the link in the email we sent you\./)).toBeVisible()
  await logIn(page, email, 'Sturdy-Bridge-77')
  await expect(page.getByText(/Your email address is not verified yet/)).toBeVisible()
  await expect(page.getByText('Verification email sent! Please check your inbox.')).toBeVisible()

  const second = await mailedLink(request, email, '/verify-email', 2)
  await page.goto(first)
  await expect(page.getByRole('heading', { name: 'Error Verifying Email' })).toBeVisible()
  await expect(
    page.getByText('This verification link is invalid or has expired. Please request a new one.'),
  ).toBeVisible()

  await test.step('opening the link confirms nothing until the button is clicked', async () => {
    for (let times = 0; times < 2; times++) {
      await page.goto(second)
      await expect(page.getByText(email)).toBeVisible()
      await expect(page).toHaveURL('/verify-email')
    }
    await expectGoodScreen(page, 'Confirm your email')
    await page.getByRole('button', { name: 'Confirm email' }).click()
  })

  await test.step('a password chosen earlier no longer works', async () => {
    await choosePassword(page, 'Password', 'Another-Bridge-88')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('link', { name: 'Go to login' }).click()
    await logIn(page, email, 'Sturdy-Bridge-77')
    await expect(page.getByText('Invalid email or password. Please try again.')).toBeVisible()
    await logIn(page, email, 'Another-Bridge-88')
    await expect(page.getByRole('heading', { name: 'Welcome back, Ruth Adeyemi' })).toBeVisible()
  })
})

test('a user confirms the email address first and then sets a password', { tag: '@proof' }, async ({
  page,
  request,
}) => {
  const email = addressHere('ruth.first', 'harbour.example')
  await signUp(request, email)
  await page.goto(await mailedLink(request, email, '/verify-email'))
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('heading', { name: 'Set your password' })).toBeVisible()
  await expect(page).toHaveURL('/set-password')
  await expectGoodScreen(page, 'Set your password')
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

test('an invitation to an undeliverable address is not shown as sent', { tag: '@proof' }, async ({ page }) => {
  const name = nameHere('Return Sender')
  const notGoneOut = 'The invitation hasn’t been sent yet. Please check that the email address is correct.'
  async function invite(who: string) {
    await page.getByRole('button', { name: 'Invite User', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite New User' })
    await dialog.getByLabel('Full name').fill(`${name} ${who}`)
    await dialog
      .getByLabel('Email', { exact: true })
      .fill(`bounce+${who.replaceAll(' ', '')}${wordHere()}@simulator.amazonses.com`)
    await dialog.getByRole('button', { name: 'Invite user', exact: true }).click()
  }
  await signIn(page, 'Amelia Hart')
  await page.goto('/admin/users')
  // An organisation can send an address only two invitations in a day, so this test invites two people.
  await invite('Resent')
  await expect(page.getByText('Invitation sent successfully')).toBeVisible()
  await page.getByRole('button', { name: `Resend the invitation to ${name} Resent` }).click()
  await expectRefusalToStay(page, notGoneOut)

  await page.reload()
  await invite('Invited Again')
  await expect(page.getByText('Invitation sent successfully')).toBeVisible()
  await page.getByRole('button', { name: `Withdraw the invitation to ${name} Invited Again` }).click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByText('Invitation withdrawn')).toBeVisible()
  await invite('Invited Again')
  await expect(page.getByText('User created successfully')).toBeVisible()
  await expectRefusalTwice(page, notGoneOut)
})
