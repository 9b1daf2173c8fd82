import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { createUser } from '#shared/api/users.ts'
import { choosePassword, confirmOwnerByMail, logIn, signUp } from './account-steps.ts'
import { attachVirtualAuthenticator } from './attach-virtual-authenticator.ts'
import { signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { mailedLink } from './mailed-link.ts'
import { makeSessionOld } from './make-session-old.ts'
import { addressHere, nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

const password = 'Sturdy-Bridge-77'
const period = 30_000

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Invites a person to the demo pharmacy, sets their password and signs them in. No other test uses this person. */
async function someoneNew(page: Page, name: string) {
  const { request } = page.context()
  const [full_name, email] = [nameHere(name), addressHere(name.replace(/\W/g, '').toLowerCase()).toLowerCase()]
  const admin = await signInStaff('Amelia Hart')
  await admin.call(createUser, {
    body: { full_name, email, roles: [], is_tenant_admin: false, is_active: true, send_invitation: true },
  })
  await page.goto(await mailedLink(request, email, '/accept-invitation'))
  await choosePassword(page, 'Password', password)
  await button(page, 'Set up account').click()
  await expect(page.getByText('Account Setup Complete!')).toBeVisible()
  await logIn(page, email, password)
  await expect(page.getByRole('heading', { name: `Welcome back, ${full_name}` })).toBeVisible()
  return { full_name, email }
}

async function openAccount(page: Page, full_name: string) {
  await button(page, `Account menu: ${full_name}`).click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
}

async function signOut(page: Page, full_name: string) {
  await button(page, `Account menu: ${full_name}`).click()
  await button(page, 'Sign out').click()
  await expect(page).toHaveURL('/login')
}

/**
 * Returns a function that plays an authenticator app with this key. It returns another code at each call, because a code is
 * accepted only once.
 */
function authenticatorApp(key: string) {
  const secret = Secret.fromBase32(key.replace(/\s/g, ''))
  let used = 0
  return () => {
    const step = Math.max(used + 1, Math.floor(Date.now() / period) - 1)
    used = step
    return TOTP.generate({ secret, timestamp: step * period })
  }
}

test('a user sets up an authenticator app, uses it to sign in and removes it', { tag: '@proof' }, async ({ page }) => {
  const { full_name, email } = await someoneNew(page, 'Tova Totp')
  await openAccount(page, full_name)
  await expect(page.getByText('With an authenticator app, a stolen password isn’t enough to sign in.')).toBeVisible()
  await button(page, 'Set up an authenticator app').click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  await expectGoodScreen(page, /^Key:/)
  const newCode = authenticatorApp((await dialog.getByText(/^Key:/).textContent())?.replace('Key:', '') ?? '')
  await dialog.getByLabel('Code').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Invalid code')).toBeVisible()
  await dialog.getByLabel('Code').fill(newCode())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allTextContents()
  await expectGoodScreen(page, '10 of 10 recovery codes left')
  await page.reload()
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()
  await expect(codes).toHaveCount(0)

  await test.step('a code from the app is the second step', async () => {
    await signOut(page, full_name)
    await logIn(page, email, password)
    await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused()
    await expectGoodScreen(page, 'From your authenticator app, or a recovery code')
    await page.getByLabel('Code').fill('000000')
    await button(page, 'Continue').click()
    await expect(page.getByText('Invalid code', { exact: true })).toBeVisible()
    await page.getByLabel('Code').fill(newCode())
    await button(page, 'Continue').click()
    await expect(page.getByRole('heading', { name: `Welcome back, ${full_name}` })).toBeVisible()
  })

  await test.step('a recovery code works as the second step, once', async () => {
    await signOut(page, full_name)
    await logIn(page, email, password)
    await page.getByLabel('Code').fill(recoveryCode.toUpperCase())
    await button(page, 'Continue').click()
    await openAccount(page, full_name)
    await expect(page.getByText('9 of 10 recovery codes left')).toBeVisible()
  })

  await test.step('new recovery codes and the removal require a code; then the password alone signs in', async () => {
    await makeSessionOld(page, /\/api\/auth\/(totp|recovery-codes)$/)
    await button(page, 'Create new recovery codes').click()
    await button(page, 'Create new codes').click()
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expectGoodScreen(page, /^This change stays after you sign out/)
    await question.getByLabel('Code').fill('000000')
    await page.keyboard.press('Enter')
    await expect(question.getByText('Invalid code')).toBeVisible()
    await question.getByLabel('Code').fill(newCode())
    await page.keyboard.press('Enter')
    await expect(codes).toHaveCount(10)
    await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()
    await button(page, 'Remove the app').click()
    await expectGoodScreen(page, /^You’ll no longer be asked for its codes/)
    await button(page, 'Remove').click()
    await expect(button(page, 'Set up an authenticator app')).toBeVisible()
    await signOut(page, full_name)
    await logIn(page, email, password)
    await expect(page.getByRole('heading', { name: `Welcome back, ${full_name}` })).toBeVisible()
  })
})

test('a user adds a passkey, signs in with it alone and as the second step, and removes it', { tag: '@proof' }, async ({
  page,
}) => {
  const device = await attachVirtualAuthenticator(page)
  const { full_name, email } = await someoneNew(page, 'Pax Passkey')
  await openAccount(page, full_name)
  await button(page, 'Add a passkey').click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('Passkey name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Counter computer')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(button(page, 'Remove Counter computer')).toBeVisible()

  await test.step('the device already has a passkey', async () => {
    await button(page, 'Add a passkey').click()
    await dialog.getByLabel('Name').fill('The same again')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(dialog.getByText('This device already has a passkey for your account.')).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page, 'Leave').click()
  })

  await test.step('without a password', async () => {
    await signOut(page, full_name)
    await button(page, 'Sign in with a passkey').click()
    await expect(page.getByRole('heading', { name: `Welcome back, ${full_name}` })).toBeVisible()
  })

  await test.step('after a password', async () => {
    await signOut(page, full_name)
    await logIn(page, email, password)
    await expectGoodScreen(page, 'Use a passkey to finish signing in.')
    await button(page, 'Use a passkey').click()
    await expect(page.getByRole('heading', { name: `Welcome back, ${full_name}` })).toBeVisible()
  })

  await test.step('never if the device does not recognize the user', async () => {
    await signOut(page, full_name)
    await device.verify(false)
    await button(page, 'Sign in with a passkey').click()
    await expect(page.getByText('No passkey was used. Try again, or choose another way.')).toBeVisible()
    await device.verify(true)
    await button(page, 'Sign in with a passkey').click()
    await expect(page.getByRole('heading', { name: `Welcome back, ${full_name}` })).toBeVisible()
  })

  await test.step('removing the passkey', async () => {
    await openAccount(page, full_name)
    await button(page, 'Remove Counter computer').click()
    await button(page, 'Remove').click()
    await expect(page.getByText('You don’t have any passkeys yet.')).toBeVisible()
    await signOut(page, full_name)
    await button(page, 'Sign in with a passkey').click()
    await expect(page.getByText('This passkey is not recognized')).toBeVisible()
  })
})

test('adding a passkey requires the password, keeps typed text, and can be undone from the email', {
  tag: '@proof',
}, async ({ page }) => {
  await attachVirtualAuthenticator(page)
  const { full_name, email } = await someoneNew(page, 'Cora Confirm')
  await openAccount(page, full_name)
  await makeSessionOld(page, /\/api\/auth\/passkeys/)
  await button(page, 'Add a passkey').click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Name').fill('Counter computer')
  await page.keyboard.press('Enter')
  await expect(question.getByLabel('Your password')).toBeFocused()

  await test.step('cancelling changes nothing', async () => {
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(dialog.getByText('Confirm that it is you')).toBeVisible()
    await expect(dialog.getByLabel('Name')).toHaveValue('Counter computer')
  })

  await test.step('by keyboard only', async () => {
    await dialog.getByLabel('Name').focus()
    await page.keyboard.press('Enter')
    await expect(question.getByLabel('Your password')).toBeFocused()
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await expect(question.getByText('Wrong password')).toBeVisible()
    await expect(question.getByLabel('Your password')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(button(page, 'Remove Counter computer')).toBeVisible()
  })

  await test.step('`This wasn’t me`', async () => {
    await page.goto(await mailedLink(page.context().request, email, '/not-me'))
    await expectGoodScreen(page, /^We’ll undo the change our email told you about/)
    await expect(page).toHaveURL('/not-me')
    await button(page, 'This wasn’t me').focus()
    await page.keyboard.press('Enter')
    await expectGoodScreen(page, /^You’ve been signed out everywhere/)
    await page.goto(await mailedLink(page.context().request, email, '/reset-password'))
    await choosePassword(page, 'New password', 'Quiet-Harbor-31')
    await button(page, 'Reset password').click()
    await expect(page.getByRole('link', { name: /Login/i })).toBeVisible()
    await logIn(page, email, 'Quiet-Harbor-31')
    await openAccount(page, full_name)
    await expect(page.getByText('You don’t have any passkeys yet.')).toBeVisible()
  })
})

test('an administrator resets the two-step sign-in of a user who lost their phone', { tag: '@proof' }, async ({
  page,
  browser,
}) => {
  const theirs = await browser.newPage()
  await attachVirtualAuthenticator(theirs)
  const { full_name, email } = await someoneNew(theirs, 'Lana Lost')
  await openAccount(theirs, full_name)
  await button(theirs, 'Add a passkey').click()
  const dialog = theirs.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(button(theirs, 'Remove My phone')).toBeVisible()

  await (await signInStaff('Amelia Hart')).enter(page, '/admin/users')
  await page.getByRole('button', { name: `Edit ${full_name}` }).click()
  await button(page, 'Reset two-step sign-in').click()
  await expectGoodScreen(page, /^This removes .+’s authenticator app, recovery codes and passkeys/)
  await button(page, 'Reset').click()
  await expectGoodScreen(page, `${full_name} can now sign in without a second step.`)
  await button(page, 'Reset two-step sign-in').click()
  await button(page, 'Reset').click()
  await expect(page.getByText('This user has no two-step sign-in')).toBeVisible()
  await logIn(theirs, email, password)
  await expect(theirs.getByRole('heading', { name: `Welcome back, ${full_name}` })).toBeVisible()
  await theirs.close()
})

test('other devices are listed, can be signed out, and are signed out by a new password', { tag: '@proof' }, async ({
  page,
  browser,
}) => {
  const { full_name, email } = await someoneNew(page, 'Dee Devices')
  const elsewhere = await browser.newPage()
  await logIn(elsewhere, email, password)
  await expect(elsewhere.getByRole('heading', { name: `Welcome back, ${full_name}` })).toBeVisible()
  await openAccount(page, full_name)
  const end = button(page, /^Sign out (?!all)/)
  await expect(end).toHaveCount(1)
  await expect(page.getByText('This device')).toHaveCount(1)
  await end.click()
  await expect(end).toHaveCount(0)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL('/login')

  await logIn(elsewhere, email, password)
  await expect(elsewhere.getByRole('heading', { name: `Welcome back, ${full_name}` })).toBeVisible()
  await page.getByLabel('Current password').fill('not the password')
  for (const label of ['New password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill('Quiet-Harbor-31')
  await button(page, 'Change password').click()
  await expect(page.getByText('Wrong password')).toBeVisible()
  await page.getByLabel('Current password').fill(password)
  await button(page, 'Change password').click()
  await expect(page.getByText('Password changed. You’ve been signed out everywhere else.')).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL('/login')
  await elsewhere.close()
})

test('the account page warns that email is undeliverable', { tag: '@proof' }, async ({ page }) => {
  await page.route('**/api/auth/factors', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), mail_arrives: false } })
  })
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/account')
  await expectGoodScreen(page, /^Our emails to \S+ aren’t getting through$/)
})

test('single-key shortcuts can be turned off and on', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/account')
  const box = page.getByLabel('Keyboard shortcuts')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await box.uncheck()
  await page.getByRole('heading', { name: 'Account', level: 1 }).click()
  await page.keyboard.press('?')
  await page.reload()
  await expect(box).not.toBeChecked()
  await expect(help).toHaveCount(0)
  await box.check()
  await page.getByRole('heading', { name: 'Account', level: 1 }).click()
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
})

test(
  'if administrators require a second step, nothing else opens until it is set up',
  { tag: '@proof' },
  async ({ page, request }, { project }) => {
    const email = `must.${project.name}@harbour.example`
    await signUp(request, email)
    await confirmOwnerByMail(request, email, password)
    await logIn(page, email, password)
    await expect(page.getByRole('heading', { name: 'Welcome back, Ruth Adeyemi' })).toBeVisible()
    await page.goto('/admin/tenant')
    await page.getByLabel('Sign out after inactivity (minutes)').fill('4')
    await button(page, 'Save settings').click()
    await expect(page.getByText('Must be 5 to 480 minutes, or 0 for never')).toBeVisible()
    await page.getByLabel('Sign out after inactivity (minutes)').fill('45')
    await page.getByLabel('Two-step sign-in').selectOption('Required for administrators')
    await expectGoodScreen(page, '1 person hasn’t set up a second step yet')
    await button(page, 'Save settings').click()
    await expect(page.getByText('Settings saved')).toBeVisible()

    // People who are signed in already have a day before the new setting asks them for a second step. Their next sign-in asks at
    // once.
    await page.goto('/dashboard')
    await signOut(page, 'Ruth Adeyemi')
    await logIn(page, email, password)
    await expect(page).toHaveURL('/account')
    await expectGoodScreen(page, 'Set up two-step sign-in first. Your organization requires it.')
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/account')
    // The simulated device is attached to the page only now, because the accessibility checks above would detach it.
    await attachVirtualAuthenticator(page)
    await button(page, 'Add a passkey').click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('Counter computer')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expectGoodScreen(page, 'Counter computer')
    await page.goto('/admin/tenant')
    await expect(page.getByLabel('Sign out after inactivity (minutes)')).toHaveValue('45')
    await expect(page.getByLabel('Two-step sign-in')).toHaveValue('administrators')
    await openAccount(page, 'Ruth Adeyemi')
    await button(page, 'Add a passkey').click()
    await expectGoodScreen(page, /^A name you’ll recognize/)
    await page.keyboard.press('Escape')
    await button(page, 'Remove Counter computer').click()
    await expectGoodScreen(page, 'You’ll no longer be able to sign in with this passkey.')
    await page.keyboard.press('Escape')
    await signOut(page, 'Ruth Adeyemi')
    await logIn(page, email, password)
    await expectGoodScreen(page, 'Use a passkey')
  },
)

test('only a Google account with the user’s own address can be connected, and then signs in', {
  tag: '@proof',
}, async ({ page }) => {
  await (await signInStaff('Daniel Reyes')).enter(page, '/account')
  /** Chooses a person in Google's own window, which the local issuer imitates. */
  async function choose(name: string) {
    const opened = page.waitForEvent('popup')
    await button(page, 'Sign in with Google').click()
    await (await opened).getByRole('button', { name }).click()
  }
  await choose('Amelia Hart')
  await expectGoodScreen(page, 'This Google account has a different address than yours')
  await choose('Daniel Reyes')
  await expect(page.getByText('Google connected')).toBeVisible()
  await expect(page.getByText('This Google account has a different address than yours')).toHaveCount(0)

  await signOut(page, 'Daniel Reyes')
  await choose('Daniel Reyes')
  await expect(page.getByRole('heading', { name: 'Welcome back, Daniel Reyes' })).toBeVisible()
})
