import { expect, type Page } from '@playwright/test'
import { completeDelivery, readPriorDeliveries } from '#shared/api/deliveries.ts'
import { arriveAtDoor, button } from './arrive-at-door.ts'
import { hasPathOf } from './deliveries-staff.ts'
import { openStartedRun, packageOfNextStop, storedDelivery } from './open-started-run.ts'
import { expectInReach, fillInCompletion } from './support.ts'
import { test } from './watched-test.ts'

/** Responds to completions in place of the server. */
async function failCompletions(page: Page, answer: { status: number; contentType?: string; body?: string }) {
  await page.route(
    (url) => hasPathOf(url, completeDelivery),
    (route) => route.fulfill({ contentType: 'application/json', body: '{}', ...answer }),
  )
}

test('a completion that the server fails keeps the dialog open with what was entered, and Try again completes it', {
  tag: '@phone',
}, async ({ page }) => {
  const { dialog, save, confirm, admin, id } = await arriveAtDoor(page, 'Fay Failure')
  await fillInCompletion(dialog)
  await dialog.getByLabel('Amount').fill('3.50')
  await save.click()
  const html = { status: 502, contentType: 'text/html', body: '<html><body>Bad Gateway</body></html>' }
  const busy = { status: 503, body: '{"detail":"Busy"}' }
  for (const [answer, text] of [
    [{ status: 500 }, 'Failed to complete delivery'],
    [html, 'Failed to complete delivery'],
    [busy, 'Busy'],
  ] as const) {
    await failCompletions(page, answer)
    await confirm.or(button(dialog, 'Try again')).click()
    await expect(dialog.getByRole('alert')).toHaveText(text)
    await expectInReach(dialog.getByRole('alert'))
    await expect(button(dialog, 'Try again')).toBeEnabled()
    await page.unrouteAll()
  }
  expect((await storedDelivery(admin, id)).status).toBe('in_progress')
  await expect(page.getByText(/Saved on this phone|waiting/)).toHaveCount(0)

  // The signature and the answers outlive a reload, as everything that was signed does.
  await page.reload()
  await expect(dialog.getByText('$3.50')).toBeVisible()
  await confirm.click()
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
  expect(await storedDelivery(admin, id)).toMatchObject({ status: 'delivered', amount: 3.5 })
})

test('a completion without any response waits on the phone, and its arrival is reported once', {
  tag: '@proof',
}, async ({ page, context, request }) => {
  const { packages } = await openStartedRun(page, request, 'Nina Nowhere', ['Ada', 'Bea'])
  await packageOfNextStop(page, packages)
  await context.setOffline(true)
  for (let stop = 0; stop < 2; stop++) {
    await button(page, /^Complete: /)
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /^Complete Delivery/ })
    await fillInCompletion(dialog)
    await button(dialog, 'Save Signature').click()
    await button(dialog, 'Confirm & Complete Delivery').click()
    await expect(dialog).toHaveCount(0)
  }
  await expect(page.getByText('2 waiting')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Delivery completed successfully')).toHaveCount(1)
  await expect(page.getByText(/waiting/)).toHaveCount(0)
})

test('a failed check for prior deliveries is not treated as a first delivery', { tag: '@phone' }, async ({ page }) => {
  await page.route(
    (url) => hasPathOf(url, readPriorDeliveries),
    (route) => route.fulfill({ status: 503, json: { detail: 'Busy' } }),
  )
  const { dialog } = await arriveAtDoor(page, 'Percy Prior')
  await expect(dialog.getByLabel('Counseling Required')).toBeVisible()
  await expect(dialog.getByText('First-time Delivery')).toHaveCount(0)
})
