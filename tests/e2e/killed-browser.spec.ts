import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { paths } from '../../web/lib/navigation/paths.ts'
import { test } from './front-test.ts'
import {
  completeNextStop,
  nextStopSection,
  openStartedRun,
  recordNoAnswer,
  storedDelivery,
} from './open-started-run.ts'
import { workerReady } from './worker-ready.ts'

/** Kills the browser as the system does, without a chance to write anything. */
async function kill(context: BrowserContext, page: Page) {
  const browser = await context.newCDPSession(page)
  const gone = new Promise((resolve) => context.on('close', resolve))
  void browser.send('Browser.crash').catch(() => undefined)
  await gone
}

test(
  'a browser that is killed after every action opens the run where it stood, and sends everything once online',
  {
    tag: ['@phone', '@proof'],
  },
  async ({ page: first, front, request }, testInfo) => {
    const { admin, person, packages } = await openStartedRun(first, request, 'Kira Killed', ['Ada', 'Bea', 'Cid'])
    await first.context().close()
    const { launchOptions = {}, viewport, hasTouch, isMobile } = testInfo.project.use
    const start = () =>
      chromium.launchPersistentContext(testInfo.outputPath('profile'), {
        ...launchOptions,
        ...(viewport && { viewport }),
        ...(hasTouch && { hasTouch }),
        ...(isMobile && { isMobile }),
      })

    let context = await start()
    let page = await context.newPage()
    await person.enter(page, front.origin + paths.myRun)
    // A browser writes cookies that outlive it when it is closed.
    const expires = Date.now() / 1000 + 86_400
    await context.addCookies((await context.cookies()).map((cookie) => ({ ...cookie, expires })))
    await expect(nextStopSection(page)).toBeVisible()
    await workerReady(page)
    await page.waitForLoadState('networkidle')
    await context.close()

    front.state.isDown = true
    const restart = async () => {
      context = await start()
      page = await context.newPage()
      await page.goto(front.origin + paths.myRun)
    }
    for (let done = 0; done < packages.length; done++) {
      await restart()
      await expect(page.getByText(`${done} of 3 done`)).toBeVisible()
      if (done > 0) await expect(page.getByText(`${done} waiting`)).toBeVisible()
      if (done === 1) await recordNoAnswer(page)
      else await completeNextStop(page)
      await expect(page.getByText(`${done + 1} waiting`)).toBeVisible()
      await kill(context, page)
    }
    front.state.isDown = false
    await restart()
    await expect(page.getByText(/Sent at/)).toBeVisible()
    const statuses = await Promise.all(packages.map(async ({ id }) => (await storedDelivery(admin, id)).status))
    expect(statuses.sort()).toEqual(['delivered', 'delivered', 'failed'])
    await context.close()
  },
)
