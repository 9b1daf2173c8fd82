import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { build } from 'vite'
import { createWebFilesResponder } from '#infra/local/create-web-files-responder.ts'
import { completeDelivery } from '#shared/api/deliveries.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { hasPathOf } from './deliveries-staff.ts'
import { test } from './front-test.ts'
import {
  completeNextStop,
  nextStopSection,
  openStartedRun,
  recordNoAnswer,
  storedDelivery,
} from './open-started-run.ts'
import { readyWithoutNetwork } from './worker-ready.ts'

const nextRelease = 'next-release'

/** Builds the app under the name of the next release, so that its worker, documents and scripts are other files than the product's. */
async function buildNextRelease(folder: string) {
  await build({
    root: fileURLToPath(new URL('../../web', import.meta.url)),
    logLevel: 'warn',
    define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(nextRelease) },
    build: { outDir: folder, emptyOutDir: true },
  })
  return createWebFilesResponder(folder)
}

/** Returns the names of the releases whose documents are in the browser's caches. */
const cachedReleases = (page: Page) =>
  page.evaluate(async () => {
    const names = new Set<string>()
    for (const cacheName of await caches.keys()) {
      const cache = await caches.open(cacheName)
      for (const request of await cache.keys()) {
        const text = request.url.includes('.html') ? await (await cache.match(request))?.text() : undefined
        const name = text && /name="release" content="([^"]*)"/.exec(text)?.[1]
        if (name) names.add(name)
      }
    }
    return [...names]
  })

const newWorkerWaits = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    return registration.waiting !== null
  })

test(
  'pages and servers of two releases, built separately, work with each other, also after a roll back',
  {
    tag: ['@phone', '@proof'],
  },
  async ({ page: first, front, request }, testInfo) => {
    test.slow()
    const next = await buildNextRelease(testInfo.outputPath('next'))
    const patients = ['Ada', 'Bea', 'Cid', 'Dan', 'Eve']
    const { admin, person, packages } = await openStartedRun(first, request, 'Renate Release', patients)
    const context = first.context()
    let page = first
    const releaseOf = () => page.locator('meta[name=release]').getAttribute('content')
    const done = (count: number) => expect(page.getByText(`${count} of 5 done`)).toBeVisible()
    await person.enter(page, front.origin + paths.myRun)
    await readyWithoutNetwork(page)
    const oldRelease = await releaseOf()
    expect(oldRelease).not.toBe(nextRelease)

    await test.step('an old page works with the new server', async () => {
      front.state.web = next
      front.state.release = nextRelease
      await completeNextStop(page)
      await done(1)
      await recordNoAnswer(page)
      await done(2)
      await expect(page.getByText(/waiting/)).toHaveCount(0)
    })

    await test.step('what the old page has stored is sent by the new page', async () => {
      const isCompletion = (url: URL) => hasPathOf(url, completeDelivery)
      await context.route(isCompletion, (route) => route.abort())
      await completeNextStop(page)
      await expect(page.getByText('1 waiting')).toBeVisible()
      await expect.poll(() => newWorkerWaits(page)).toBe(true)
      expect(await releaseOf()).toBe(oldRelease)
      await page.close()
      // The new worker takes over once no page of the old release is open.
      await expect
        .poll(async () => {
          page = await context.newPage()
          await page.goto(front.origin + paths.myRun)
          const release = await releaseOf()
          if (release !== nextRelease) await page.close()
          return release
        })
        .toBe(nextRelease)
      await done(3)
      await expect(page.getByText('1 waiting')).toBeVisible()
      expect(await cachedReleases(page)).toEqual([nextRelease])
      await context.unroute(isCompletion)
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(page.getByText(/waiting/)).toHaveCount(0)
    })

    await test.step('a new page works with the old server, and Reload opens the old release', async () => {
      front.state.web = undefined
      front.state.release = ''
      await completeNextStop(page)
      await done(4)
      await expect(page.getByText(/waiting/)).toHaveCount(0)
      await expect.poll(() => newWorkerWaits(page)).toBe(true)
      await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Reload' }).click()
      await expect.poll(releaseOf).toBe(oldRelease)
      await done(4)
      await expect.poll(() => cachedReleases(page)).toEqual([oldRelease])
      front.state.isDown = true
      await page.reload()
      await expect(nextStopSection(page)).toBeVisible()
      await completeNextStop(page)
      await expect(page.getByText('1 waiting')).toBeVisible()
      front.state.isDown = false
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(page.getByText(/waiting/)).toHaveCount(0)
    })
    const ends = await Promise.all(
      packages.map(async ({ id }) => {
        const { status, attempts } = await storedDelivery(admin, id)
        return `${status}, ${attempts.length}`
      }),
    )
    expect(ends.sort()).toEqual(['delivered, 0', 'delivered, 0', 'delivered, 0', 'delivered, 0', 'failed, 1'])
  },
)
