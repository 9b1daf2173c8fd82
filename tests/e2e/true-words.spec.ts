import { expect, type Page } from '@playwright/test'
import { completeDelivery } from '#shared/api/deliveries.ts'
import { logIn } from './account-steps.ts'
import { aDelivery, isCall, staff } from './deliveries-staff.ts'
import { nameHere } from './new-names.ts'
import { sign } from './support.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'
const html = '<!doctype html><html><head><title>502 Bad Gateway</title></head></html>'
const completion = (page: Page) => page.getByRole('dialog', { name: /^Complete Delivery/ })

/** A signed delivery at the door, one tap before completion. */
async function signedAtTheDoor(page: Page, name: string) {
  const [admin, driver] = [await staff('Amelia Hart'), await staff('Miguel Santos')]
  const { id } = await aDelivery(admin, name, { pharmacist: driver, status: 'in_progress' })
  await driver.enter(page, `${list}/${id}`)
  await page.getByRole('button', { name: 'Complete Delivery' }).click()
  for (const question of ['HIPAA Form Received', 'Counseling Received'])
    await completion(page).getByRole('group', { name: question }).getByLabel('Yes').check()
  await sign(page)
  await completion(page).getByRole('button', { name: 'Save Signature' }).click()
  return { admin, id, confirm: completion(page).getByRole('button', { name: 'Confirm & Complete Delivery' }) }
}

test('what the edge, the gateway and a strange network say is told in words of ours', { tag: '@proof' }, async ({
  page,
}) => {
  const { confirm } = await signedAtTheDoor(page, nameHere('Wanda Words'))
  const alert = completion(page).getByRole('alert')
  for (const [answer, words] of [
    [{ status: 502, contentType: 'text/html', body: html }, 'Carelane did not answer. What you entered is kept.'],
    [
      { status: 504, json: { message: 'Endpoint request timed out' } },
      'Carelane did not answer. What you entered is kept.',
    ],
    [{ status: 200, contentType: 'text/html', body: html }, 'This network wants you to sign in first.'],
    [{ status: 500, contentType: 'text/plain', body: 'Out of order' }, 'Out of order'],
  ] as const) {
    await page.route(
      (url) => isCall(url, completeDelivery),
      (route) => route.fulfill(answer),
    )
    // The previous response may have had the same text.
    const answered = page.waitForResponse((response) => isCall(new URL(response.url()), completeDelivery))
    await confirm.click()
    await answered
    await expect(alert).toHaveText(words)
    await page.unrouteAll()
  }
  await confirm.click()
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
})

test('where cookies are refused that is said, and no password is called wrong', async ({ page }) => {
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
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) asked += 1
  })
  await logIn(page, 'admin@demo.carelane.example', 'Whatever-It-Is-1')
  await expect(page.getByRole('alert').getByText(/^This browser keeps no cookies\./)).toHaveText(
    'This browser keeps no cookies. Carelane needs them to sign you in.',
  )
  expect(asked).toBe(0)
})
