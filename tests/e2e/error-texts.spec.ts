import { expect } from '@playwright/test'
import { createPatient } from '#shared/api/patients.ts'
import { logIn } from './account-steps.ts'
import { hasPathOf, signInStaff } from './deliveries-staff.ts'
import { nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

const html = '<!doctype html><html><head><title>502 Bad Gateway</title></head></html>'

test('errors of the edge, the gateway or another network are shown in the product’s words', { tag: '@proof' }, async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/pharmacy/delivery?view=patients')
  await page.getByRole('button', { name: 'Add New Patient' }).click()
  const form = page.getByRole('dialog', { name: 'Add New Patient' })
  const typed = {
    Name: nameHere('Wanda Words'),
    Phone: '(555) 010-0199',
    Address: '3 Mill Lane',
    City: 'Hamden',
    State: 'CT',
    'ZIP Code': '06514',
  }
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(text)
  const create = form.getByRole('button', { name: 'Create Patient' })
  for (const [answer, words] of [
    [{ status: 502, contentType: 'text/html', body: html }, 'Carelane didn’t respond. What you entered is still here.'],
    [
      { status: 504, json: { message: 'Endpoint request timed out' } },
      'Carelane didn’t respond. What you entered is still here.',
    ],
    [{ status: 200, contentType: 'text/html', body: html }, 'This network requires you to sign in first.'],
    [{ status: 500, contentType: 'text/plain', body: 'Out of order' }, 'Failed to save patient'],
  ] as const) {
    const isCreation = (url: URL) => hasPathOf(url, createPatient)
    await page.route(isCreation, (route) =>
      route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback(),
    )
    // Wait for the response, because the previous one may have left the same text.
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && isCreation(new URL(response.url())),
    )
    await create.click()
    await answered
    await expect(form.getByRole('alert')).toHaveText(words)
    await page.unrouteAll()
  }
  await create.click()
  await expect(page.getByText('Patient created successfully')).toBeVisible()
})

test('blocked cookies are reported as such, not as a wrong password', { tag: '@proof' }, async ({ page }) => {
  // Simulates a browser that stores neither cookies nor anything else.
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('refused', 'SecurityError')
        },
      })
  })
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) requests += 1
  })
  await logIn(page, 'admin@demo.carelane.example', 'Whatever-It-Is-1')
  await expect(page.getByRole('alert').getByText(/^This browser is blocking cookies\./)).toHaveText(
    'This browser is blocking cookies. Carelane needs them to sign you in.',
  )
  expect(requests).toBe(0)
})
