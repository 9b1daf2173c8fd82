import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { pageNamesOf } from '../bench/web-weight.ts'
import { delayResponse } from './delay-response.ts'
import { aDelivery, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { nameHere } from './new-names.ts'
import { type PageVisit, publicVisits, signedInVisits } from './page-visits.ts'
import { shiftLimit, watchShifts } from './watched-shifts.ts'
import { test } from './watched-test.ts'

/**
 * Opens a page and lets it load only those scripts and style sheets that its document names, and fonts and icons. Requests for
 * other files of the build never get a response.
 */
async function openByDocument(page: Page, path: string) {
  const html = await (await page.request.get(path)).text()
  const named = new Set(Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), ([, address]) => address))
  await page.route('**/assets/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (named.has(pathname) || /\.(woff2|svg)$/.test(pathname)) await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
}

const shows = (page: Page, { element, says = /(?:)/ }: PageVisit) =>
  expect(page.locator(element).filter({ hasText: says, visible: true }).first()).toBeVisible()

const nothing = { userId: '', today: '', deliveryId: '', patientId: '' }

test.beforeEach(({ context }) => context.addInitScript(watchShifts))

test('every page is visited by these tests', async () => {
  const named = [...Object.keys(publicVisits), ...Object.keys(signedInVisits(nothing))]
  expect(named.sort()).toEqual(await pageNamesOf(fileURLToPath(new URL('../../web/dist', import.meta.url))))
})

test('public pages show using only what their documents name', { tag: '@proof' }, async ({ page }) => {
  for (const [visit] of sampleUnlessProof(Object.values(publicVisits), 1, 3))
    await test.step(visit.path, async () => {
      const bounded = await page.context().newPage()
      await openByDocument(bounded, visit.path)
      await shows(bounded, visit)
      await bounded.close()
    })
})

for (const [path, title] of Object.entries({ '/login': 'Sign in to your account', '/signup': 'Your company' }))
  test(`${path} shows using only what its document names, without layout shifts`, { tag: '@proof' }, async ({
    page,
  }) => {
    const bounded = await page.context().newPage()
    await openByDocument(bounded, path)
    await expect(bounded.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await bounded.close()
    const letGo = await delayResponse(page, '**/api/registration/**')
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    letGo()
    await expectStill(page)
  })

test('signed-in pages show using only what their documents name, without repeated calls or layout shifts', {
  tag: '@proof',
}, async ({ page }) => {
  test.slow()
  const admin = await signInStaff('Amelia Hart')
  const driver = await signInStaff('Miguel Santos')
  const delivery = await aDelivery(admin, nameHere('Firsty'), {
    prescription: `RX-${randomUUID()}`,
    pharmacist: driver,
  })
  await admin.enter(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const visits = signedInVisits({
    userId: admin.user.id,
    today: demoToday(),
    deliveryId: delivery.id,
    patientId: delivery.patient_id,
  })
  const redirected = { path: `/delivery/${delivery.id}`, element: 'main', says: /Delivery ID/ }
  const pages = { ...visits, delivery: [...visits.delivery, redirected] }
  for (const [name, opened] of sampleUnlessProof(Object.entries(pages), 1, 3))
    await test.step(name, async () => {
      for (const [at, visit] of opened.entries()) {
        if (at === 0) {
          const bounded = await page.context().newPage()
          await openByDocument(bounded, visit.path)
          await shows(bounded, visit)
          await bounded.close()
        }
        requests.length = 0
        await page.goto(visit.path)
        await shows(page, visit)
        await expectStill(page)
        const calls = requests.filter((url) => url.includes('/api/'))
        expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([])
      }
    })
})

test('the account is requested before the rest of the page has loaded', async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  await page.route(/\/assets\/(index|calls|transport|frame)-\w+\.js/, () => undefined)
  const accountCalls = ['/api/auth/me', '/api/auth/tenant-info', '/api/users/me/permissions'].map((path) =>
    page.waitForRequest(`**${path}`),
  )
  await page.goto('/account', { waitUntil: 'commit' })
  await Promise.all(accountCalls)
})

test('a page’s first data is requested before the rest of the page has loaded', { tag: '@proof' }, async ({ page }) => {
  test.slow()
  const admin = await signInStaff('Amelia Hart')
  const { id } = await aDelivery(admin, nameHere('Earla'))
  await admin.enter(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  const today = demoToday()
  const ownRun = `/api/runs/${today}/${admin.user.id}`
  const current = `view=current&today=${today}&status=unassigned%2Cin_progress%2Cassigned%2Cdelivered%2Ccancelled`
  const callsOfPages: Record<string, string[]> = {
    '/': ['/api/deliveries/day', ownRun],
    '/dashboard': ['/api/deliveries/day', ownRun],
    '/pharmacy/delivery': [`/api/deliveries?${current}&delivery_date=${today}`],
    '/pharmacy/delivery?date=any&pharmacist=unassigned': [`/api/deliveries?${current}&pharmacist_id=null`],
    [`/pharmacy/delivery/${id}`]: [`/api/deliveries/${id}`],
    '/pharmacy/run': [ownRun],
    [`/pharmacy/runs/2026-11-20/${admin.user.id}`]: [`/api/runs/2026-11-20/${admin.user.id}`],
    '/pharmacy/runs?date=2026-11-20': [
      '/api/runs?date=2026-11-20',
      '/api/deliveries?delivery_date=2026-11-20',
      '/api/deliveries/stop-questions?date=2026-11-20',
      '/api/deliveries/pharmacists/list',
    ],
    '/admin/users': ['/api/users', '/api/roles'],
    '/pharmacy/delivery?view=attention': ['/api/deliveries?view=attention'],
    '/pharmacy/delivery?view=patients': ['/api/deliveries/patients/search?q=+'],
    '/pharmacy/delivery?view=create': ['/api/deliveries/config/time-ranges', '/api/deliveries/pharmacists/list'],
    [`/pharmacy/delivery/edit/${id}`]: [`/api/deliveries/${id}`, '/api/deliveries/config/languages'],
    '/admin/roles': ['/api/roles', '/api/products/permissions'],
    '/account': ['/api/auth/factors', '/api/auth/sessions'],
  }
  for (const [path, calls] of Object.entries(callsOfPages))
    await test.step(path, async () => {
      const bounded = await page.context().newPage()
      await bounded.route(/\/assets\/(?!early-).*\.js/, () => undefined)
      const early = calls.map((call) => bounded.waitForRequest((request) => request.url().endsWith(call)))
      await bounded.goto(path, { waitUntil: 'commit' })
      await Promise.all(early)
      await bounded.close()
    })
})

test('nothing is requested for a page the user cannot open', { tag: '@proof' }, async ({ page }) => {
  const driver = await signInStaff('Miguel Santos')
  await driver.enter(page, '/pharmacy/delivery')
  await expect(page.getByText(/deliver(y|ies) found/)).toBeVisible()
  // The first page after a sign-in also asks for the browser's key.
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const denied = ['/admin/users', '/admin/roles', '/admin/activity', '/admin/tenant']
  for (const path of denied) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Access Denied', exact: true })).toBeVisible()
  }
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // The pages load no code that only visitors without a session need.
  expect(requests.filter((path) => path.startsWith('/assets/public-'))).toEqual([])
  const ofSession = ['/api/auth/me', '/api/auth/tenant-info', '/api/users/me/permissions']
  const ofSessions = [...denied, 'dashboard'].flatMap(() => ofSession)
  const ownRun = `/api/runs/${demoToday()}/${driver.user.id}`
  expect(requests.filter((path) => path.startsWith('/api/')).sort()).toEqual([...ofSessions, ownRun].sort())
})

test('the frame reserves room for rows from the first paint on', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  await page.addInitScript(() => {
    const pictures: (string | undefined)[] = []
    const watch = new MutationObserver(() => {
      const now = ['main [data-row]', 'header + main [data-waiting]', 'main'].find((one) => document.querySelector(one))
      if (pictures.at(-1) !== now) pictures.push(now)
    })
    watch.observe(document, { childList: true, subtree: true })
    Object.assign(window, { pictures })
  })
  const letGo = await delayResponse(page, '**/api/auth/me')
  await page.goto('/pharmacy/delivery')
  await expect(page.getByRole('status')).toHaveText('Loading...')
  await expect(page.getByRole('link', { name: 'Carelane' })).toBeVisible()
  letGo()
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expectStill(page)
  const pictures = ['header + main [data-waiting]', 'main [data-row]']
  expect(await page.evaluate('pictures.filter(Boolean)')).toEqual(pictures)
})

test('pressing a link loads its page once, before the release; hovering loads nothing', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Pressia')
  const { id } = await aDelivery(admin, name)
  await admin.enter(page, '/pharmacy/delivery')
  const link = page.getByRole('link', { name, exact: true })
  await expect(link).toBeVisible()
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const reads = () => requests.filter((path) => path === `/api/deliveries/${id}`)
  await link.hover()
  await page.mouse.down({ button: 'right' })
  await page.mouse.up({ button: 'right' })
  await page.evaluate('new Promise(requestAnimationFrame)')
  expect(reads()).toEqual([])
  await page.mouse.down()
  await expect.poll(reads).toHaveLength(1)
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'Metadata' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(reads()).toHaveLength(1)
})

async function expectStill(page: Page) {
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('openingShift')).toBeLessThanOrEqual(shiftLimit)
}
