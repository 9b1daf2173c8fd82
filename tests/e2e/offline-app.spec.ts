import { expect, type Page } from '@playwright/test'
import { noWorkerScript } from '#infra/no-worker.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { aDriver, signInStaff } from './deliveries-staff.ts'
import { test } from './front-test.ts'
import { nameHere } from './new-names.ts'
import { workerReady } from './worker-ready.ts'

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('a broken service worker is replaced by the empty one, which unregisters itself and clears its cache', async ({
  page,
  front,
}) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, front.origin + paths.dashboard)
  await workerReady(page)
  expect(await cachedPaths(page)).not.toEqual([])

  await test.step('the next release has a worker that answers every page with an empty response', async () => {
    const broken = `
      self.addEventListener('install', () => self.skipWaiting())
      self.addEventListener('fetch', (event) => {
        if (event.request.mode === 'navigate') event.respondWith(new Response('', { headers: { 'content-type': 'text/html' } }))
      })`
    front.replace('/sw.js', { body: broken })
    await page.reload()
    await expect
      .poll(async () => {
        await page.reload()
        return page.locator('#app').count()
      })
      .toBe(0)
  })

  await test.step('the empty worker repairs the page', async () => {
    front.replace('/sw.js', { body: noWorkerScript })
    await page.reload()
    await expect.poll(() => registrations(page)).toBe(0)
    expect(await cachedPaths(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Welcome back, Amelia Hart' })).toBeVisible()
  })
})

test('offline, every page says so in its place and shows itself once online', async ({ page, front }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, front.origin + paths.dashboard)
  await workerReady(page)
  front.state.isDown = true
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('You are offline. Dashboard needs a connection.')
  front.state.isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back, Amelia Hart' })).toBeVisible()

  front.state.isDown = true
  await page.getByRole('link', { name: 'Activity' }).first().click()
  await expect(page.getByRole('alert')).toContainText('You are offline.')
  await expect(page.getByRole('alert')).toContainText('needs a connection.')
  front.state.isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
})

test('a new release waits until the dialog is closed and is then loaded by Reload', async ({ page, front }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, front.origin + paths.users)
  await workerReady(page)
  const release = page.locator('meta[name=release]')
  const offer = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Reload' })
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()

  front.state.release = 'next-release'
  const isReady = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      return registration.waiting !== null
    })
  await expect.poll(isReady).toBe(true)
  await expect(offer).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await offer.click()
  await expect(release).toHaveAttribute('content', 'next-release')

  await test.step('My Run comes only from this release’s cache', async () => {
    await page.goto(front.origin + paths.myRun)
    await expect(release).toHaveAttribute('content', 'next-release')
    const documents = (await cachedPaths(page)).filter((path) => path.startsWith('/documents/'))
    expect(documents.sort()).toEqual(['/documents/login.html', '/documents/myRun.html'])
  })
})

test('a phone can install the app, which opens My Run for a driver', async ({ page, front, request }) => {
  const admin = await signInStaff('Amelia Hart')
  const driver = await aDriver(admin, nameHere('Ines Installed'), request)
  await driver.enter(page, front.origin)
  await expect(page).toHaveURL(front.origin + paths.myRun)
  await workerReady(page)
  const browser = await page.context().newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Each test has a window of its own, as a private one, in which nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { url, data } = await browser.send('Page.getAppManifest')
  expect([url, JSON.parse(data ?? '').start_url]).toEqual([`${front.origin}/manifest.webmanifest`, '/'])
})
