import { expect, type Page } from '@playwright/test'
import { signInStaff } from './deliveries-staff.ts'
import { test } from './watched-test.ts'

/** Returns the ids of the users whose keys this browser has. */
const storedKeys = (page: Page) =>
  page.evaluate(async () => {
    // Opening a database that the app has not created yet would create it without its stores.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'carelane-keys')) return []
    return new Promise<IDBValidKey[]>((resolve, reject) => {
      const opening = indexedDB.open('carelane-keys')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const keys = opening.result.transaction('keys').objectStore('keys').getAllKeys()
        keys.onsuccess = () => resolve(keys.result)
        opening.result.close()
      }
    })
  })

test('a part of the app that fails to load is loaded by a reload, and input stays', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const search = page.getByRole('combobox', { name: /^Search patients/ })
  const reload = page.getByRole('button', { name: 'Reload' })
  const expectNotes = () => expect(page.getByLabel('Delivery Notes')).toHaveValue('Ring twice')
  await admin.enter(page, '/pharmacy/delivery?view=create')
  await page.getByLabel('Delivery Notes').fill('Ring twice')
  await page.route('**/assets/search-results-*.js', (route) => route.abort())

  await test.step('the page reloads once automatically', async () => {
    await Promise.all([page.waitForEvent('load'), search.fill('Eleanor')])
    await expectNotes()
  })

  await test.step('a part that is still missing is reported', async () => {
    await search.fill('Eleanor')
    await expect(page.getByText('Failed to load this part of Carelane.')).toBeVisible()
  })

  await test.step('without a network, the page does not reload', async () => {
    await page.context().setOffline(true)
    await expect(page.getByText('You are offline. This page needs a connection.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Network error. Check your connection and try again.')).toBeVisible()
    await expectNotes()
    await page.context().setOffline(false)
  })

  await test.step('the button reloads the page', async () => {
    await page.unrouteAll()
    await Promise.all([page.waitForEvent('load'), reload.click()])
    await search.fill('Eleanor')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectNotes()
  })
})

test('signing out removes this browser’s keys even if the part that does so failed to load before', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/dashboard')
  await expect.poll(() => storedKeys(page)).toEqual([admin.user.id])
  await page.route('**/assets/device-data-*.js', (route) => route.abort())
  let losses = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('/device-data-')) losses += 1
  })
  await page.reload()
  // The first loss reloads the page, which then loses the part again.
  await expect.poll(() => losses).toBe(2)
  await expect(page.getByRole('heading', { name: 'Welcome back, Amelia Hart' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.unrouteAll()

  await page.getByRole('button', { name: 'Account menu: Amelia Hart' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => storedKeys(page)).toEqual([])
})

test('signing out removes this browser’s keys once its database works again', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/dashboard')
  await expect.poll(() => storedKeys(page)).toEqual([admin.user.id])
  await page.evaluate(() => {
    const remove = IDBObjectStore.prototype.delete
    let failures = 0
    IDBObjectStore.prototype.delete = function (...key) {
      failures += 1
      if (failures <= 2) throw new DOMException('The disk is full', 'UnknownError')
      return remove.apply(this, key)
    }
  })
  await page.getByRole('button', { name: 'Account menu: Amelia Hart' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => storedKeys(page)).toEqual([])
})
