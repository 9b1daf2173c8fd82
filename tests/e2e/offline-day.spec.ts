import { expect, type Page } from '@playwright/test'
import { paths } from '../../web/lib/navigation/paths.ts'
import { aDriver, signInStaff } from './deliveries-staff.ts'
import { test } from './front-test.ts'
import { nameHere } from './new-names.ts'
import {
  aPackageOfOwnStop,
  completeNextStop,
  nextStopSection,
  packageOfNextStop,
  recordNoAnswer,
  storedDelivery,
} from './open-started-run.ts'
import { workerReady } from './worker-ready.ts'

const stops = 60

/** Waits until nothing on the phone is under way, so that a page that is closed now has stored what it did. */
const expectWaiting = (page: Page, count: number) => expect(page.getByText(`${count} waiting`)).toBeVisible()

test(`a day of ${stops} stops, loaded, started and done offline, with the app opened again after every action`, {
  tag: ['@proof', '@only-phone'],
}, async ({ page: first, front, request }) => {
  test.setTimeout(30 * 60_000)
  const admin = await signInStaff('Amelia Hart')
  const person = await aDriver(admin, nameHere('Dora Day'), request)
  const packages = []
  for (let stop = 1; stop <= stops; stop++)
    packages.push(await aPackageOfOwnStop(admin, nameHere(`Pat ${stop}`), person))
  await person.enter(first, front.origin + paths.myRun)
  await expect(first.getByText(`0 of ${stops} loaded`)).toBeVisible()
  await workerReady(first)
  await first.waitForLoadState('networkidle')

  front.state.isDown = true
  const context = first.context()
  let page = first
  const openAnew = async () => {
    await page.close()
    page = await context.newPage()
    await page.goto(front.origin + paths.myRun)
  }
  await openAnew()
  await page.getByRole('button', { name: 'Start run' }).click()
  await page.getByRole('button', { name: 'Start with all packages' }).click()
  await expectWaiting(page, 1)

  const expected = new Map<string, string>()
  for (let done = 0; done < stops; done++) {
    await openAnew()
    await expect(page.getByText(`${done} of ${stops} done`)).toBeVisible()
    await expect(nextStopSection(page)).toBeVisible()
    const { id } = await packageOfNextStop(page, packages)
    expect(expected.has(id)).toBe(false)
    const isFailed = done % 10 === 9
    if (isFailed) await recordNoAnswer(page)
    else await completeNextStop(page)
    expected.set(id, isFailed ? 'failed' : 'delivered')
    await expectWaiting(page, done + 2)
  }
  for (const { id } of packages) expect((await storedDelivery(admin, id)).status).toBe('assigned')

  front.state.isDown = false
  await openAnew()
  // The head says so only once nothing waits any more.
  await expect(page.getByText(/Sent at/)).toBeVisible({ timeout: 5 * 60_000 })
  for (const { id } of packages) {
    const { status, attempts } = await storedDelivery(admin, id)
    expect([id, status, attempts.length]).toEqual([id, expected.get(id), status === 'failed' ? 1 : 0])
  }
})
