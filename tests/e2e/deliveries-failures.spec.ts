import { expect, test } from '@playwright/test'
import {
  listDeliveries,
  listPharmacists,
  listTimeRanges,
  readDelivery,
  readStatusHistory,
} from '#shared/api/deliveries.ts'
import { aDelivery, isCall, nameHere, rowOf, staff } from './deliveries-staff.ts'

const list = '/pharmacy/delivery'

test('what cannot be loaded says so, and is asked for again', async ({ page }) => {
  const admin = await staff('Amelia Hart')
  const patient = nameHere('Faye Ling')
  const { id } = await aDelivery(admin, patient)
  const loses = (entry: { path: string }) =>
    page.route(
      (url) => isCall(url, entry),
      (route) => route.abort(),
    )
  const retry = page.getByRole('button', { name: 'Retry' })

  await loses(listDeliveries)
  await admin.enter(page, list)
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
    (url) => isCall(url, readStatusHistory),
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
