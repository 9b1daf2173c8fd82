import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { readStatusHistory } from '#shared/api/deliveries.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { button, completionDialogOf } from './arrive-at-door.ts'
import { aDriver, signInStaff } from './deliveries-staff.ts'
import { test } from './front-test.ts'
import { nameHere } from './new-names.ts'
import {
  aPackageOfOwnStop,
  completeNextStop,
  draftStoredAt,
  nextStopSection,
  packageOfNextStop,
  recordNoAnswer,
  storedDelivery,
} from './open-started-run.ts'
import { fillInCompletion } from './support.ts'
import { readyWithoutNetwork } from './worker-ready.ts'

const stops = 60

/** Kills the browser as the system does, without a chance to write anything. */
async function kill(context: BrowserContext, page: Page) {
  const browser = await context.newCDPSession(page)
  const gone = new Promise((resolve) => context.on('close', resolve))
  void browser.send('Browser.crash').catch(() => undefined)
  await gone
}

test(
  `a day of ${stops} stops is done offline, with the page and the browser closed, or the browser killed, after every action`,
  {
    tag: ['@proof', '@only-phone'],
  },
  async ({ page: first, front, request }, testInfo) => {
    test.setTimeout(30 * 60_000)
    const admin = await signInStaff('Amelia Hart')
    const person = await aDriver(admin, nameHere('Dora Day'), request)
    const packages = []
    for (let stop = 1; stop <= stops; stop++)
      packages.push(await aPackageOfOwnStop(admin, nameHere(`Pat ${stop}`), person))
    let page = first
    let context = page.context()
    await context.close()

    const { launchOptions = {}, viewport, hasTouch, isMobile } = testInfo.project.use
    const openPage = async () => {
      page = await context.newPage()
      await page.goto(front.origin + paths.myRun)
    }
    const start = async () => {
      context = await chromium.launchPersistentContext(testInfo.outputPath('profile'), {
        ...launchOptions,
        ...(viewport && { viewport }),
        ...(hasTouch && { hasTouch }),
        ...(isMobile && { isMobile }),
      })
      await openPage()
    }
    /**
     * Waits until as many actions are stored on the phone, and then ends the browser: by turns it is killed, or its page is closed and
     * opened again before the browser is closed.
     */
    let waiting = 0
    const end = async () => {
      waiting += 1
      const areStored = () => expect(page.getByText(`${waiting} waiting`)).toBeVisible()
      await areStored()
      if (waiting % 2 === 1) return kill(context, page)
      await page.close()
      await openPage()
      await areStored()
      await context.close()
    }

    await start()
    await person.enter(page, front.origin + paths.myRun)
    // A browser writes cookies that outlive it when it is closed.
    const expires = Date.now() / 1000 + 86_400
    await context.addCookies((await context.cookies()).map((cookie) => ({ ...cookie, expires })))
    await expect(page.getByText(`0 of ${stops} loaded`)).toBeVisible()
    await readyWithoutNetwork(page)
    await context.close()

    front.state.isDown = true
    await start()
    await page.getByRole('button', { name: 'Start run' }).click()
    await page.getByRole('button', { name: 'Start with all packages' }).click()
    await end()

    const expected = new Map<string, string>()
    for (let done = 0; done < stops; done++) {
      await start()
      await expect(page.getByText(`${done} of ${stops} done`)).toBeVisible()
      await expect(nextStopSection(page)).toBeVisible()
      const { id } = await packageOfNextStop(page, packages)
      expect(expected.has(id)).toBe(false)
      expected.set(id, done % 10 === 9 ? 'failed' : 'delivered')
      if (done % 10 === 9) await recordNoAnswer(page)
      else if (done % 10 !== 4) await completeNextStop(page)
      else {
        // In the middle of a completion, with a signature that no one has confirmed.
        await button(nextStopSection(page), /^Complete: /).click()
        await fillInCompletion(completionDialogOf(page))
        const savedAt = Date.now()
        await button(completionDialogOf(page), 'Save Signature').click()
        await expect.poll(() => draftStoredAt(page)).toBeGreaterThan(savedAt)
        await kill(context, page)
        await start()
        await button(completionDialogOf(page), 'Confirm & Complete Delivery').click()
        await expect(completionDialogOf(page)).toHaveCount(0)
      }
      await end()
    }
    for (const { id } of packages) expect((await storedDelivery(admin, id)).status).toBe('assigned')

    front.state.isDown = false
    await start()
    // The head says so only once nothing waits any more.
    await expect(page.getByText(/Sent at/)).toBeVisible({ timeout: 5 * 60_000 })
    await context.close()
    for (const { id } of packages) {
      const { status, attempts } = await storedDelivery(admin, id)
      const { body: history } = await admin.call(readStatusHistory, { params: { id } })
      const ends = history.filter(({ new_status }) => ['delivered', 'failed'].includes(new_status)).length
      expect([id, status, attempts.length, ends]).toEqual([id, expected.get(id), status === 'failed' ? 1 : 0, 1])
    }
  },
)
