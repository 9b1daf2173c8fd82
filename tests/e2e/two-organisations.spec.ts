import { expect } from '@playwright/test'
import { confirmOwnerByMail, invite, inviteByApi, logIn, signUp } from './account-steps.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { mailedLink } from './mailed-link.ts'
import { addressHere } from './new-names.ts'
import { signIn, withOwnIpAddress } from './support.ts'
import { test } from './watched-test.ts'

test.use(withOwnIpAddress())

const password = 'Sturdy-Bridge-77'
const elm = 'Elm Street Pharmacy'
const harbour = 'Harbour Pharmacy'

test('a user with an account joins another organization by invitation and switches between both', {
  tag: '@proof',
}, async ({ page, browser, request }) => {
  const email = addressHere('nora.two')
  await test.step('an account, and an invitation from another organization', async () => {
    await signIn(page, 'Amelia Hart')
    await invite(page, 'Nora Vance', email, 'Delivery Staff')
    const token = new URL(await mailedLink(request, email, '/accept-invitation')).searchParams.get('token')
    const data = { token, password, confirm_password: password }
    expect((await request.post('/api/auth/accept-invitation', { data })).status()).toBe(200)
    const owner = addressHere('ruth.two', 'harbour.example')
    await signUp(request, owner)
    await confirmOwnerByMail(request, owner, password)
    await inviteByApi(request, { email: owner, password }, { full_name: 'Nora at the Harbour', email })
  })

  const context = await browser.newContext()
  const nora = await context.newPage()
  const link = await mailedLink(request, email, '/accept-invitation', 2)
  await test.step('the page also opens for signed-in users, who join by its button alone', async () => {
    await logIn(nora, email, password)
    await expect(nora.getByRole('heading', { name: 'Welcome back, Nora Vance' })).toBeVisible()
    await nora.goto(link)
    await expect(nora.getByText(`Ruth Adeyemi invited you to ${harbour}`)).toBeVisible()
    await expectGoodScreen(nora, `Join ${harbour}`)
    await nora.getByRole('button', { name: `Join ${harbour}` }).click()
    await expect(nora.getByRole('heading', { name: `You joined ${harbour}` })).toBeVisible()
    await nora.getByRole('link', { name: 'Go to dashboard' }).click()
    await expect(nora.getByRole('heading', { name: 'Welcome back, Nora Vance' })).toBeVisible()
  })

  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByText(elm, { exact: true })).toBeVisible()
  await test.step('the user menu switches to the other organization', async () => {
    await nora.getByRole('button', { name: 'Account menu: Nora Vance' }).click()
    await expectGoodScreen(nora, 'Switch organization')
    await nora.keyboard.press('Escape')
    await nora.getByRole('button', { name: 'Account menu: Nora Vance' }).click()
    await nora.getByRole('button', { name: harbour }).click()
    await expect(nora.getByRole('heading', { name: 'Welcome back, Nora at the Harbour' })).toBeVisible()
    await expect(nora.getByText(harbour, { exact: true })).toBeVisible()
  })
  await test.step('an open page of the old organization switches at its next call', async () => {
    await other
      .getByRole('link', { name: /^Open module/ })
      .first()
      .click()
    await expect(other.getByText(harbour, { exact: true })).toBeVisible()
  })
  await test.step('signing in opens the organization used last', async () => {
    await context.clearCookies()
    await logIn(nora, email, password)
    await expect(nora.getByText(harbour, { exact: true })).toBeVisible()
    await nora.getByRole('button', { name: 'Account menu: Nora at the Harbour' }).click()
    await nora.getByRole('button', { name: elm }).click()
    await expect(nora.getByRole('heading', { name: 'Welcome back, Nora Vance' })).toBeVisible()
  })
  await context.close()
})

test('the account menu shows the whole of a long organization name', { tag: '@proof' }, async ({ page }) => {
  const name = 'Harbor View Long-Term Care Pharmacy of Greater New Haven'
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch()
    const user = await response.json()
    const organisations = [...user.organisations, { ...user.organisations[0], tenant_id: crypto.randomUUID(), name }]
    await route.fulfill({ response, json: { ...user, organisations } })
  })
  await signIn(page, 'Amelia Hart')
  await page.getByRole('button', { name: 'Account menu: Amelia Hart' }).click()
  const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth
  const list = page.getByRole('button', { name }).locator('..')
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await list.evaluate(isCut)).toBe(false)
  }
})

test('users in one organization are offered no other', { tag: '@proof' }, async ({ page }) => {
  await signIn(page, 'Amelia Hart')
  await page.getByRole('button', { name: 'Account menu: Amelia Hart' }).click()
  await expect(page.getByText('Match system')).toBeVisible()
  await expect(page.getByText('Switch organization')).toHaveCount(0)
})
