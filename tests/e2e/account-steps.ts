import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { mailedLink } from './mailed-link.ts'

/** Signs an organisation up through the API. Without `password`, the owner's account does not have a password yet. */
export async function signUp(request: APIRequestContext, email: string, password?: string) {
  const company = {
    full_name: 'Ruth Adeyemi',
    email,
    company_name: 'Harbour Pharmacy',
    phone_number: '5550100100',
    business_type: ['pharmacy'],
    metadata: { npi_number: '1234567893', nabp_number: '1234567', fax_number: '5550100101' },
  }
  const started = password
    ? await request.post('/api/auth/register', { data: { ...company, password } })
    : await request.post('/api/registration/step1', { data: company })
  expect(started.status()).toBe(201)
  const { tenant_id }: { tenant_id: string } = await started.json()
  const data = { tenant_id, subscribed_products: ['delivery'] }
  expect((await request.post('/api/registration/step2', { data })).status()).toBe(200)
}

/**
 * Verifies the owner's address with the link in the mail of a sign-up and sets their password, both through the API. After that the
 * owner can sign in.
 */
export async function confirmOwnerByMail(request: APIRequestContext, email: string, password: string) {
  const link = await mailedLink(request, email, '/verify-email')
  const data = { token: new URL(link).searchParams.get('token') }
  const { set_password_token: token }: { set_password_token: string } = await (
    await request.post('/api/auth/verify-email', { data })
  ).json()
  const chosen = { token, password, confirm_password: password }
  expect((await request.post('/api/auth/set-password', { data: chosen })).status()).toBe(200)
}

/** Has an administrator invite a person through the API. */
export async function inviteByApi(
  request: APIRequestContext,
  administrator: { email: string; password: string },
  person: { full_name: string; email: string },
) {
  const signedIn = await request.post('/api/auth/login', { data: administrator })
  const { access_token }: { access_token: string } = await signedIn.json()
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await request.post('/api/users', { data: person, headers })).status()).toBe(201)
}

export async function logIn(page: Page, email: string, password: string) {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in to your account' }).click()
}

export async function invite(page: Page, name: string, email: string, role: string) {
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite User', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite New User' })
  await dialog.getByLabel('Full name').fill(name)
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel(role, { exact: true }).check()
  await expect(dialog.getByLabel('Send invitation email')).toBeChecked()
  await dialog.getByRole('button', { name: 'Invite user', exact: true }).click()
  await expect(page.getByText('Invitation sent successfully')).toBeVisible()
}

export async function choosePassword(page: Page, label: string, password: string) {
  await page.getByLabel(label, { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await expect(page.getByText('Passwords match')).toBeVisible()
}

export const openMenu = (page: Page, group: string, isPhone: boolean) =>
  page.getByRole('button', { name: isPhone ? 'Menu' : group, exact: true }).click()
