import { expect, type Page } from '@playwright/test'
import { paths } from '../../web/lib/navigation/paths.ts'
import { button, completionDialogOf } from './arrive-at-door.ts'
import type { StaffMember } from './deliveries-staff.ts'
import { test } from './front-test.ts'
import {
  completeNextStop,
  nextStopSection,
  openStartedRun,
  recordNoAnswer,
  storedDelivery,
} from './open-started-run.ts'
import type { Front } from './serve-front.ts'
import { sign } from './support.ts'
import { workerReady } from './worker-ready.ts'

/** Everything that the browser keeps for this origin, as text: databases, caches and both storages. */
const everythingKept = (page: Page) =>
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
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const texts: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store)
        texts.push(await textOf([await asked(objects.getAllKeys()), await asked(objects.getAll())]))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        texts.push(request.url, (await kept?.text()) ?? '')
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
  await workerReady(first)
  await first.waitForLoadState('networkidle')

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
    await nextStopSection(page)
      .getByRole('button', { name: /^Complete: / })
      .click()
    const dialog = completionDialogOf(page)
    for (const question of ['HIPAA Form Received', 'Counseling Received'])
      await dialog.getByRole('group', { name: question }).getByLabel('Yes').check()
    await sign(page)
    await expect(button(dialog, 'Clear')).toBeEnabled()
    page = await openAnew(page, front)
    await expect(completionDialogOf(page)).toBeVisible()
    await button(completionDialogOf(page), 'Save Signature').click()
    await button(completionDialogOf(page), 'Confirm & Complete Delivery').click()
    await expect(completionDialogOf(page)).toHaveCount(0)
  })

  await test.step('no storage in the browser names a patient', async () => {
    const kept = await everythingKept(page)
    const found = (text: string) => kept.includes(text)
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
