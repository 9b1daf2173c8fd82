import { expect, type Page } from '@playwright/test'
import { completeDelivery } from '#shared/api/deliveries.ts'
import { startRun } from '#shared/api/runs.ts'
import { addDays } from '#shared/rules/dates.ts'
import { wakeUpTag } from '../../web/lib/browser/wake-up-tag.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { button, completionDialogOf } from './arrive-at-door.ts'
import { aDelivery, aDriver, hasPathOf, type StaffMember, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { test } from './front-test.ts'
import { nameHere, wordHere } from './new-names.ts'
import {
  aPackageOfOwnStop,
  completeNextStop,
  draftStoredAt,
  leaveRoom,
  nextStopSection,
  openStartedRun,
  packageOfNextStop,
  recordNoAnswer,
  storedDelivery,
} from './open-started-run.ts'
import type { Front } from './serve-front.ts'
import { fillInCompletion, sign } from './support.ts'
import { readyWithoutNetwork, workerReady } from './worker-ready.ts'

/** Everything that the browser keeps for this origin, as text: databases, caches and both storages. */
const everythingStored = (page: Page) =>
  page.evaluate(async () => {
    const textOf = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) return value.text()
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value)
      if (Array.isArray(value)) return (await Promise.all(value.map(textOf))).join(' ')
      if (typeof value !== 'object' || value === null) return String(value)
      return (
        await Promise.all(Object.entries(value).map(async ([name, part]) => `${name} ${await textOf(part)}`))
      ).join(' ')
    }
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const texts: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    for (const { name } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store)
        texts.push(await textOf([await resultOf(objects.getAllKeys()), await resultOf(objects.getAll())]))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const stored = await cache.match(request)
        texts.push(request.url, (await stored?.text()) ?? '')
      }
    }
    return texts.join('\n')
  })

/** Closes the page and opens My Run in a new one, as after the browser has thrown the page away. */
async function openAnew(page: Page, front: Front) {
  const context = page.context()
  await page.close()
  const next = await context.newPage()
  await next.goto(front.origin + paths.myRun)
  return next
}

const statusOf = (admin: StaffMember, id: string) => async () => (await storedDelivery(admin, id)).status

test('offline, the run opens, actions at doors survive closing the page, and all are sent once online', {
  tag: '@phone',
}, async ({ page: first, front, request }) => {
  const { admin, person, packages } = await openStartedRun(first, request, 'Otto Offline', ['Ann', 'Ben', 'Cal'])
  await person.enter(first, front.origin + paths.myRun)
  await expect(nextStopSection(first)).toBeVisible()
  await readyWithoutNetwork(first)

  front.state.isDown = true
  let page = await openAnew(first, front)
  await expect(page.getByText('0 of 3 done')).toBeVisible()
  await expect(page.getByText(/Offline since \d+:\d\d [AP]M/)).toBeVisible()
  await completeNextStop(page)
  await expect(page.getByText('1 of 3 done')).toBeVisible()

  page = await openAnew(page, front)
  await expect(page.getByText('1 of 3 done')).toBeVisible()
  await expect(page.getByText('1 waiting')).toBeVisible()
  await recordNoAnswer(page)

  await test.step('a half-drawn signature is restored', async () => {
    const openedAt = Date.now()
    await nextStopSection(page)
      .getByRole('button', { name: /^Complete: / })
      .click()
    const dialog = completionDialogOf(page)
    for (const question of ['HIPAA Form Received', 'Counseling Received'])
      await dialog.getByRole('group', { name: question }).getByLabel('Yes').check()
    await expect.poll(() => draftStoredAt(page)).toBeGreaterThan(openedAt)
    const answeredAt = await draftStoredAt(page)
    await sign(page)
    await expect.poll(() => draftStoredAt(page)).toBeGreaterThan(answeredAt)
    page = await openAnew(page, front)
    await expect(completionDialogOf(page)).toBeVisible()
    await button(completionDialogOf(page), 'Save Signature').click()
    await button(completionDialogOf(page), 'Confirm & Complete Delivery').click()
    await expect(completionDialogOf(page)).toHaveCount(0)
  })

  await test.step('no storage in the browser names a patient', async () => {
    const stored = await everythingStored(page)
    const found = (text: string) => stored.includes(text)
    expect([found('/documents/myRun.html'), found(person.user.id)]).toEqual([true, true])
    for (const { patient_name } of packages) expect([patient_name, found(patient_name)]).toEqual([patient_name, false])
    expect(found('Orchard Lane')).toBe(false)
  })

  front.state.isDown = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(/waiting/)).toHaveCount(0)
  await expect(page.getByText(/Sent at \d+:\d\d [AP]M/)).toBeVisible()
  for (const { id } of packages) await expect.poll(statusOf(admin, id)).toMatch(/delivered|failed/)
})

test('without a network packages are loaded, ordered and started, and what follows at the doors is sent after it', {
  tag: ['@proof', '@phone'],
}, async ({ page: first, front, request }) => {
  const admin = await signInStaff('Amelia Hart')
  const person = await aDriver(admin, nameHere('Lara Loading'), request)
  const packages = []
  for (const name of ['Dee', 'Eva', 'Flo'])
    packages.push(await aPackageOfOwnStop(admin, `${name} ${wordHere()}`, person))
  await person.enter(first, front.origin + paths.myRun)
  await expect(first.getByText('0 of 3 loaded')).toBeVisible()
  await readyWithoutNetwork(first)

  front.state.isDown = true
  let page = await openAnew(first, front)
  const [dee, eva, flo] = packages.map(({ patient_name }) => patient_name)
  await page.getByRole('button', { name: `Mark loaded: ${dee}` }).click()
  await page.getByRole('button', { name: `Mark loaded: ${eva}` }).click()
  await expect(page.getByText('2 of 3 loaded')).toBeVisible()

  page = await openAnew(page, front)
  await expect(page.getByText('2 of 3 loaded')).toBeVisible()
  // The start is pressed while the last package is still being marked.
  await page.getByRole('button', { name: `Mark loaded: ${flo}` }).click()
  await page.getByRole('button', { name: 'Start run' }).click()
  await expect(page.getByText('Out', { exact: true })).toBeVisible()
  const next = await packageOfNextStop(page, packages)
  await completeNextStop(page)
  await expect(page.getByText('1 of 3 done')).toBeVisible()

  front.state.isDown = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(/waiting/)).toHaveCount(0)
  await expect.poll(statusOf(admin, next.id)).toBe('delivered')
  for (const { id } of packages.filter((one) => one.id !== next.id))
    expect(await storedDelivery(admin, id)).toMatchObject({ status: 'in_progress', loaded_at: expect.any(String) })
})

const refuseStorage = (page: Page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Refused', 'SecurityError')
    }
  })

for (const [driver, storage, prepare] of [
  ['Nora Nothing', 'stores nothing', refuseStorage],
  ['Fanny Full', 'has no room', leaveRoom],
] as const)
  test(`a browser that ${storage} says so before the run starts, and at a door without a network`, {
    tag: ['@proof', '@phone'],
  }, async ({ page, front, request }) => {
    const admin = await signInStaff('Amelia Hart')
    const person = await aDriver(admin, nameHere(driver), request)
    await aDelivery(admin, `Gil ${wordHere()}`, { pharmacist: person })
    await prepare(page, front.origin)
    await person.enter(page, front.origin + paths.myRun)
    await expect(page.getByText('This browser cannot keep work without a connection.')).toBeVisible()
    await page.getByRole('button', { name: 'Start anyway' }).click()
    await page.getByRole('button', { name: 'Start with all packages' }).click()
    await nextStopSection(page)
      .getByRole('button', { name: /^Complete: / })
      .click()
    const dialog = completionDialogOf(page)
    await fillInCompletion(dialog)
    await button(dialog, 'Save Signature').click()
    front.state.isDown = true
    const confirm = button(dialog, 'Confirm & Complete Delivery')
    await confirm.click()
    await expect(dialog.getByRole('alert').getByText(/this phone has no room to keep/)).toBeVisible()
    front.state.isDown = false
    await confirm.click()
    await expect(page.getByText('1 of 1 done')).toBeVisible()
  })

test('the run of another day, opened by its driver, does not replace today’s run on the phone', {
  tag: ['@proof', '@phone'],
}, async ({ page, front, request }) => {
  const { admin, person } = await openStartedRun(page, request, 'Toni Today', ['Uwe'])
  const tomorrow = addDays(demoToday(), 1)
  await aDelivery(admin, nameHere('Vera Tomorrow'), { pharmacist: person, date: tomorrow })
  await person.enter(page, front.origin + paths.myRun)
  await expect(nextStopSection(page)).toBeVisible()
  await workerReady(page)
  await page.goto(front.origin + paths.run(tomorrow, person.user.id))
  await expect(page.getByText(nameHere('Vera Tomorrow')).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  front.state.isDown = true
  const next = await openAnew(page, front)
  await expect(next.getByText('0 of 1 done')).toBeVisible()
  await expect(nextStopSection(next)).toContainText('Uwe')
})

test('two users of one phone: each sees and sends only what is their own, and nothing of either is readable', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, front, request }) => {
  const { admin, person: ada, packages: ofAda } = await openStartedRun(page, request, 'Ada Onephone', ['Xaver'])
  const bob = await aDriver(admin, nameHere('Bob Onephone'), request)
  const ofBob = await aPackageOfOwnStop(admin, `Yves ${wordHere()}`, bob)
  await bob.call(startRun, {
    params: { date: demoToday(), user_id: bob.user.id },
    body: { include_not_loaded: true },
  })
  const isCompletion = (url: URL) => hasPathOf(url, completeDelivery)
  await context.route(isCompletion, (route) => route.abort())
  await ada.enter(page, front.origin + paths.myRun)
  await readyWithoutNetwork(page)
  await completeNextStop(page)
  await expect(page.getByText('1 waiting')).toBeVisible()

  // The first user's session lapses, and the second user signs in.
  await context.clearCookies()
  await bob.enter(page, front.origin + paths.myRun)
  await expect(nextStopSection(page)).toContainText('Yves')
  await page.waitForLoadState('networkidle')
  front.state.isDown = true
  let next = await openAnew(page, front)
  await expect(next.getByText('0 of 1 done')).toBeVisible()
  await completeNextStop(next)
  await expect(next.getByText('1 waiting')).toBeVisible()
  await expect(next.getByText('Xaver')).toHaveCount(0)
  const stored = await everythingStored(next)
  expect(['Xaver', 'Yves'].filter((name) => stored.includes(name))).toEqual([])

  front.state.isDown = false
  await context.unroute(isCompletion)
  await next.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(statusOf(admin, ofBob.id)).toBe('delivered')
  const [first] = ofAda
  expect(await statusOf(admin, first?.id ?? '')()).toBe('in_progress')
  await context.clearCookies()
  await ada.enter(next, front.origin + paths.myRun)
  await expect.poll(statusOf(admin, first?.id ?? '')).toBe('delivered')
  next = await openAnew(next, front)
  await expect(next.getByText('1 of 1 done')).toBeVisible()
})

test('a browser that has thrown its storage away opens the run with a network, and nothing is recorded twice', {
  tag: ['@phone', '@proof'],
}, async ({ page: first, context, front, request }) => {
  const { admin, person, packages } = await openStartedRun(first, request, 'Wim Wiped', ['Zoe', 'Yan'])
  await person.enter(first, front.origin + paths.myRun)
  await readyWithoutNetwork(first)
  await completeNextStop(first)
  await expect(first.getByText('1 of 2 done')).toBeVisible()
  const browser = await context.newCDPSession(first)
  const storageTypes = 'indexeddb,local_storage,cache_storage,service_workers'
  await browser.send('Storage.clearDataForOrigin', { origin: front.origin, storageTypes })

  await test.step('the page that is open goes on', async () => {
    front.state.isDown = true
    await completeNextStop(first)
    await expect(first.getByText('1 waiting')).toBeVisible()
  })
  await browser.send('Storage.clearDataForOrigin', { origin: front.origin, storageTypes })
  front.state.isDown = false
  const page = await openAnew(first, front)
  await expect(page.getByText('1 of 2 done')).toBeVisible()
  await completeNextStop(page)
  await expect(page.getByText('2 of 2 done')).toBeVisible()
  for (const { id } of packages) await expect.poll(statusOf(admin, id)).toBe('delivered')
})

test('a phone whose clock is a day off opens today’s run offline', { tag: ['@proof', '@phone'] }, async ({
  page,
  context,
  front,
  request,
}) => {
  const dayMs = 24 * 60 * 60_000
  const { person } = await openStartedRun(page, request, 'Clara Clock', ['Hal'])
  await context.clock.install({ time: Date.now() + dayMs })
  await person.enter(page, front.origin + paths.myRun)
  await expect(nextStopSection(page)).toBeVisible()
  await readyWithoutNetwork(page)
  front.state.isDown = true
  const next = await openAnew(page, front)
  await expect(next.getByText('0 of 1 done')).toBeVisible()
  await expect(next.getByText(/Offline since/)).toBeVisible()
})

/** Returns what the browser keeps for the app to open without a network. */
const storedKinds = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('carelane-kept')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('values').objectStore('values').getAllKeys()
          all.onsuccess = () =>
            resolve(all.result.map((place) => String(Array.isArray(place) ? place[1] : place)).sort())
          opening.result.close()
        }
      }),
  )

const minuteMs = 60_000

/** Returns the milliseconds until the demo pharmacy's day is over. */
function msLeftOfDay(): number {
  let left = minuteMs
  while (demoToday(new Date(Date.now() + left)) === demoToday()) left += minuteMs
  return left
}

test('what a phone keeps of an ended session is deleted after a day, although no one signs in', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, front, request }) => {
  const { person } = await openStartedRun(page, request, 'Enno Ended', ['Ida'])
  await person.enter(page, front.origin + paths.myRun)
  await expect(nextStopSection(page)).toBeVisible()
  await readyWithoutNetwork(page)
  await expect.poll(() => storedKinds(page)).toEqual(['run', 'session'])
  // The phone has been off for a day, and the browser has forgotten the cookies meanwhile.
  await page.evaluate(
    (daysMs) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('carelane-keys')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const changing = opening.result.transaction('keys', 'readwrite')
          const cursor = changing.objectStore('keys').openCursor()
          cursor.onsuccess = () => {
            if (!cursor.result) return
            cursor.result.update({ ...cursor.result.value, contactAt: Date.now() - daysMs })
            cursor.result.continue()
          }
          changing.oncomplete = () => resolve()
          opening.result.close()
        }
      }),
    25 * 60 * minuteMs,
  )
  await context.clearCookies()
  await page.goto(`${front.origin}/login`)
  await expect.poll(() => storedKinds(page)).toEqual([])
})

for (const [driver, how, stays] of [
  ['Mina Midnight', 'while the page stays open', true],
  ['Nadja Nextday', 'although the app is opened only the next day', false],
] as const)
  test(`the run is deleted from the phone at the end of its day, ${how}`, { tag: ['@proof', '@phone'] }, async ({
    page: first,
    context,
    front,
    request,
  }) => {
    await context.clock.install({ time: Date.now() })
    const { person } = await openStartedRun(first, request, driver, ['Ivo'])
    await person.enter(first, front.origin + paths.myRun)
    await expect(nextStopSection(first)).toBeVisible()
    await readyWithoutNetwork(first)
    await expect.poll(() => storedKinds(first)).toContain('run')
    front.state.isDown = true
    if (stays) {
      await context.clock.fastForward(msLeftOfDay())
      await expect.poll(() => storedKinds(first)).not.toContain('run')
      expect(await storedKinds(first)).toContain('session')
      return
    }
    const beside = await context.newPage()
    await first.close()
    await context.clock.fastForward(msLeftOfDay())
    await beside.goto(front.origin + paths.myRun)
    await expect.poll(() => storedKinds(beside)).not.toContain('run')
    await expect(beside.getByText('Ivo')).toHaveCount(0)
  })

test('Background Sync sends what waits, while neither the timer nor the page says that there is a network', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, front, request }) => {
  await context.clock.install({ time: Date.now() })
  const { admin, person, packages } = await openStartedRun(page, request, 'Silke Sync', ['Ada'])
  await person.enter(page, front.origin + paths.myRun)
  await expect(nextStopSection(page)).toBeVisible()
  await readyWithoutNetwork(page)
  front.state.isDown = true
  await completeNextStop(page)
  await expect(page.getByText('1 waiting')).toBeVisible()
  const id = packages[0]?.id ?? ''
  await context.clock.pauseAt(Date.now() + 2_000)
  front.state.isDown = false
  const browser = await context.newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(front.origin))
      if (own) resolve(own.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  await browser.send('ServiceWorker.dispatchSyncEvent', {
    origin: front.origin,
    registrationId: await registrationId,
    tag: wakeUpTag,
    lastChance: false,
  })
  await expect.poll(statusOf(admin, id)).toBe('delivered')
})
