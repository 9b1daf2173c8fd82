import { expect, type Page } from '@playwright/test'
import { noWorkerScript } from '#infra/no-worker.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { aDriver, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { test } from './front-test.ts'
import { nameHere } from './new-names.ts'
import { completeNextStop, nextStopSection, openStartedRun, storedDelivery } from './open-started-run.ts'
import { readyWithoutNetwork, workerReady } from './worker-ready.ts'

/** A browser takes its time to replace a worker, above all beside other tests. */
const slowly = { timeout: 25_000 }

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('a broken service worker is replaced by the empty one, which unregisters itself and clears its cache', {
  tag: '@proof',
}, async ({ page, front }) => {
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
    // A browser looks for a new worker some time after a page has loaded, which the test does not wait for, and activates it once
    // the old one has nothing to do. So the page must not be loaded again before that.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      const next = registration.installing ?? registration.waiting
      await new Promise<void>((resolve) => {
        const look = () => (next && next.state !== 'activated') || resolve()
        next?.addEventListener('statechange', look)
        look()
      })
    })
    await page.reload()
    await expect(page.locator('#app')).toHaveCount(0)
  })

  await test.step('the empty worker repairs the page', async () => {
    front.replace('/sw.js', { body: noWorkerScript })
    await page.reload()
    await expect.poll(() => registrations(page), slowly).toBe(0)
    expect(await cachedPaths(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Welcome back, Amelia Hart' })).toBeVisible()
  })
})

test('offline, every page says so in its place and shows itself once online', { tag: '@proof' }, async ({
  page,
  front,
}) => {
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

test('a new release waits until the dialog is closed and is then loaded by Reload', { tag: '@proof' }, async ({
  page,
  front,
}) => {
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

test('a phone can install the app, which opens My Run for a driver', { tag: '@proof' }, async ({
  page,
  front,
  request,
}) => {
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
  const manifest = JSON.parse(data ?? '')
  expect([url, manifest.start_url]).toEqual([`${front.origin}/manifest.webmanifest`, '/'])
  expect([manifest.name, manifest.short_name, manifest.display]).toEqual(['Carelane', 'Carelane', 'standalone'])
  expect(manifest.prefer_related_applications ?? false).toBe(false)
  const icons: { src: string; sizes: string; type: string }[] = manifest.icons
  for (const sizes of ['192x192', '512x512']) {
    const icon = icons.find((one) => one.sizes === sizes && one.type === 'image/png')
    const answer = await page.request.get(new URL(icon?.src ?? '', url).href)
    expect([sizes, answer.status(), answer.headers()['content-type']]).toEqual([sizes, 200, 'image/png'])
  }
})

test('a second opening of My Run waits for the network once, and offline not at all', {
  tag: ['@proof', '@phone'],
}, async ({ page, front, request }) => {
  const { person } = await openStartedRun(page, request, 'Wanda Wait', ['Ada', 'Bea'])
  await person.enter(page, front.origin + paths.myRun)
  await readyWithoutNetwork(page)

  await test.step('once: with the answers to what it asks for first, it is complete', async () => {
    let open: () => void = () => undefined
    front.state.gate = new Promise((resolve) => {
      open = resolve
    })
    front.requested.length = 0
    await page.goto(front.origin + paths.myRun)
    const runPath = `/api/runs/${demoToday()}/${person.user.id}`
    await expect.poll(() => front.requested).toContain(runPath)
    front.state.gate = new Promise(() => undefined)
    open()
    await expect(nextStopSection(page)).toBeVisible()
    await expect(page.getByText('0 of 2 done')).toBeVisible()
    const elsewhere = front.requested.filter((path) => !path.startsWith('/api/'))
    expect(elsewhere.filter((path) => path !== '/sw.js' && path !== '/config.json')).toEqual([])
    front.state.gate = undefined
  })

  await test.step('not at all offline', async () => {
    front.state.isDown = true
    front.requested.length = 0
    await page.goto(front.origin + paths.myRun)
    await expect(page.getByText('0 of 2 done')).toBeVisible()
    expect(front.requested).toEqual([])
  })
})

for (const [driver, title, first, then] of [
  ['Olga Older', 'the worker of an older release sends to a new server', '', 'next-release'],
  ['Nela Newer', 'the worker of a new release sends to an older server', 'next-release', ''],
] as const)
  test(title, { tag: ['@proof', '@phone'] }, async ({ page, front, request }) => {
    front.state.release = first
    const { admin, person, packages } = await openStartedRun(page, request, driver, ['Ada', 'Bea'])
    await person.enter(page, front.origin + paths.myRun)
    await readyWithoutNetwork(page)
    const release = page.locator('meta[name=release]')
    const ofWorker = await release.getAttribute('content')

    front.state.isDown = true
    await page.reload()
    await completeNextStop(page)
    await expect(page.getByText('1 waiting')).toBeVisible()
    front.state.release = then
    front.state.isDown = false
    await page.reload()
    await expect(release).toHaveAttribute('content', ofWorker ?? '')
    await expect(page.getByText('1 of 2 done')).toBeVisible()
    await expect(page.getByText('1 waiting')).toHaveCount(0)
    const statuses = await Promise.all(packages.map(async ({ id }) => (await storedDelivery(admin, id)).status))
    expect(statuses.sort()).toEqual(['delivered', 'in_progress'])
    await completeNextStop(page)
    await expect(page.getByText('2 of 2 done')).toBeVisible()
  })
