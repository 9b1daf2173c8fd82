import { fileURLToPath } from 'node:url'
import { expect, type Page, type Route } from '@playwright/test'
import {
  changeStatus,
  completeDelivery,
  deleteDelivery,
  listDeliveries,
  listPharmacists,
  listTimeRanges,
  readDelivery,
  readStatusHistory,
  updateDelivery,
} from '#shared/api/deliveries.ts'
import { delayResponse } from './delay-response.ts'
import { aDelivery, hasPathOf, rowOf, signInStaff } from './deliveries-staff.ts'
import { nameHere } from './new-names.ts'
import { expectRefusalToStay, expectRefusalTwice, sign } from './support.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'
const porch = fileURLToPath(new URL('../../infra/local/demo/pictures/porch-green-door.jpg', import.meta.url))

test('a failed load is reported and can be retried', { tag: ['@proof', '@only-desk'] }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const patient = nameHere('Faye Ling')
  const { id } = await aDelivery(admin, patient)
  const loses = (entry: { path: string }) =>
    page.route(
      (url) => hasPathOf(url, entry),
      (route) => route.abort(),
    )
  const retry = page.getByRole('button', { name: 'Retry' })

  await loses(listPharmacists)
  const answer = await delayResponse(page, '**/api/deliveries?*')
  await admin.enter(page, list)
  await expect(page.getByText('Loading deliveries...')).toBeAttached()
  answer()
  await expect(rowOf(page, patient)).toBeVisible()
  await expectRefusalTwice(page, 'Failed to load pharmacists')
  await loses(listDeliveries)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expectRefusalTwice(page, 'Failed to refresh delivery data')
  await expect(rowOf(page, patient)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Failed to load deliveries')).toBeVisible()
  await page.unrouteAll()
  await retry.click()
  await expect(rowOf(page, patient)).toBeVisible()

  await loses(listPharmacists)
  await loses(listTimeRanges)
  await page.goto(`${list}?view=create`)
  await expect(page.getByRole('alert').getByText('Failed to load form data')).toBeVisible()
  await page.unrouteAll()
  await retry.click()
  await expect(page.getByRole('button', { name: 'Create Delivery' })).toBeVisible()

  await loses(readDelivery)
  await page.goto(`${list}/${id}`)
  await expect(page.getByRole('heading', { name: 'Error Loading Delivery' })).toBeVisible()
  await expect(page.getByText('Failed to load delivery details')).toBeVisible()
  await page.unrouteAll()
  await loses(readStatusHistory)
  await retry.click()
  await expect(page.getByRole('alert').getByText('Failed to load status history')).toBeVisible()
  await page.unrouteAll()
  await page.route(
    (url) => hasPathOf(url, readStatusHistory),
    (route) => route.fulfill({ json: {} }),
  )
  await retry.click()
  await expect(page.getByText('Invalid response format from server')).toBeVisible()
  await page.unrouteAll()
  await retry.click()
  await expect(page.getByRole('list', { name: 'Status history' })).toBeVisible()

  await page.goto(`${list}/00000000-0000-4000-8000-000000000000`)
  await expect(page.getByRole('heading', { name: 'Delivery Not Found' })).toBeVisible()
  await expect(page.getByText('The requested delivery could not be found.')).toBeVisible()
})

/** Makes calls of `entry` fail with status 500, before they reach the server. */
const fail = (page: Page, entry: { path: string; method: string }) =>
  page.route(
    (url) => hasPathOf(url, entry),
    (route) =>
      route.request().method() === entry.method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )

test('each place reports a failed status change in its own words', { tag: ['@proof', '@only-desk'] }, async ({
  page,
}) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Keisha Brown')]
  const patient = nameHere('Wendy Words')
  const { id } = await aDelivery(admin, patient, { pharmacist: driver })
  const start = rowOf(page, patient).getByRole('button', { name: /^Start Delivery/ })

  await test.step('in the list, where the driver starts the delivery', async () => {
    await driver.enter(page, list)
    await fail(page, changeStatus)
    await start.click()
    await expectRefusalTwice(page, 'Failed to update status')
    await page.unrouteAll()
    await start.click()
    await expect(page.getByText('Status updated successfully', { exact: true })).toBeVisible()
    await expect(rowOf(page, patient)).toContainText('In Progress')
    await expect(start).toHaveCount(0)
  })

  await test.step('in the tracker, with a photo and without', async () => {
    await admin.enter(page, `${list}/${id}`)
    await fail(page, changeStatus)
    const change = page.getByLabel('Change status')
    const apply = page.getByRole('button', { name: 'Update Status' })
    await change.selectOption('Failed')
    await apply.click()
    await expect(page.getByRole('alert')).toHaveText('Failed to update delivery status')
    await page.getByLabel('Delivery photo file').setInputFiles(porch)
    await apply.click()
    await expect(page.getByRole('alert')).toHaveText('Failed to update delivery status with photo')
    await page.unrouteAll()
    await apply.click()
    await expect(page.getByText('Delivery status updated successfully')).toBeVisible()
    const photo = page.getByRole('img', { name: /at the door/ })
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
  })

  await test.step('the history shows that the delivery failed', async () => {
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'Status History' })
    await expect(history.getByText('Delivery Failed').first()).toBeVisible()
    await history.getByRole('button', { name: 'Close' }).last().click()
  })
})

test('an unassigned delivery offers no status changes, and failed actions on its page are reported', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const [admin, reyes] = [await signInStaff('Amelia Hart'), await signInStaff('Daniel Reyes')]
  const { id } = await aDelivery(admin, nameHere('Una Signed'))
  await admin.enter(page, `${list}/${id}`)
  await expect(page.getByText('No status changes available')).toBeVisible()
  await expect(page.getByLabel('Change status')).toBeDisabled()

  await fail(page, deleteDelivery)
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  await remove()
  await expectRefusalTwice(page, 'Failed to delete delivery')
  // After a failed deletion, the page reads the delivery again. Now this reading fails too.
  await fail(page, readDelivery)
  await remove()
  await expectRefusalTwice(page, 'Failed to refresh delivery details')
  await expect(page.getByText('18 Orchard Lane')).toBeVisible()
  await page.unrouteAll()
  await reyes.call(deleteDelivery, { params: { id } })
})

test('at the door, a failing camera or response loses nothing that was entered', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const { id } = await aDelivery(admin, nameHere('Cara Dark'), { pharmacist: driver, status: 'in_progress' })
  await driver.enter(page, `${list}/${id}`)
  await page.getByRole('button', { name: 'Complete Delivery' }).click()
  const dialog = page.getByRole('dialog', { name: /^Complete Delivery/ })

  await test.step('an empty signature is reported, by the button and by Enter', async () => {
    const save = dialog.getByRole('button', { name: 'Save Signature' })
    await expect(save).toBeDisabled()
    await dialog.getByLabel('Amount').fill('7.50')
    await dialog.getByLabel('Amount').press('Enter')
    await expect(dialog.getByLabel('Signature pad')).toBeFocused()
    await expectRefusalToStay(page, 'Please provide a signature first')
  })

  await test.step('with camera access denied', async () => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = (constraints) => {
        document.body.dataset.camera = JSON.stringify(constraints)
        return Promise.reject(new DOMException('no', 'NotAllowedError'))
      }
    })
    await dialog.getByRole('button', { name: 'Take Photo' }).click()
    await expect(page.getByText('Could not access camera. Please check permissions.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Take Photo' })).toBeVisible()
    await expect(page.locator('body')).toHaveAttribute('data-camera', /"facingMode":"environment"/)
  })

  await test.step('with a response that is empty or not the server’s', async () => {
    await dialog.getByLabel('Delivery photo file').setInputFiles(porch)
    for (const question of ['HIPAA Form Received', 'Counseling Received'])
      await dialog.getByRole('group', { name: question }).getByLabel('Yes').check()
    await sign(page)
    await dialog.getByRole('button', { name: 'Save Signature' }).click()
    const refuse = (answer: Parameters<Route['fulfill']>[0]) =>
      page.route(
        (url) => hasPathOf(url, completeDelivery),
        (route) => route.fulfill({ status: 400, ...answer }),
      )
    await refuse({ json: {} })
    await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Failed to complete delivery')
    await page.unrouteAll()
    await refuse({ contentType: 'text/plain', body: 'upstream '.repeat(100) })
    await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(`${'upstream '.repeat(100).slice(0, 500)}...`)
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Back to Edit' }).click()
    await expect(dialog.getByRole('heading', { name: 'Patient Signature' })).toBeFocused()
    await expect(dialog.getByLabel('Amount')).toHaveValue('7.50')
    await expect(dialog.getByRole('img', { name: 'Delivery' })).toBeVisible()
    await page.reload()
    await expect(dialog.getByLabel('Amount')).toHaveValue('7.50')
    await dialog.getByRole('button', { name: 'Save Signature' }).click()
  })

  await test.step('with a change by another user in the meantime', async () => {
    await admin.call(updateDelivery, { params: { id }, body: { pharmacist_id: admin.user.id } })
    const reread = page.waitForResponse((answer) => hasPathOf(new URL(answer.url()), readDelivery))
    await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Amelia Hart is now assigned')
    await (await reread).finished()
    await dialog.getByRole('button', { name: 'Complete anyway' }).click()
    await expect(page.getByText('Delivery completed successfully')).toBeVisible()
    await expect(page.getByText('$7.50')).toBeAttached()
    await expect(page.getByRole('img', { name: /^Signature of/ })).toBeVisible()
  })
})
