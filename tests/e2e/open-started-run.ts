import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { readDelivery } from '#shared/api/deliveries.ts'
import { startRun } from '#shared/api/runs.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { button, completionDialogOf } from './arrive-at-door.ts'
import { aDelivery, aDriver, aPatient, type StaffMember, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { nameHere, wordHere } from './new-names.ts'
import { fillInCompletion } from './support.ts'

export const storedDelivery = async ({ call }: StaffMember, id: string) =>
  (await call(readDelivery, { params: { id } })).body
/** Creates a package for a new patient in a unit of their own, because all packages to one address and unit are one stop. */
export async function aPackageOfOwnStop(admin: StaffMember, name: string, pharmacist: StaffMember) {
  const { id } = await aPatient(admin, name, { apt_suite_building: `Unit ${name}` })
  return aDelivery(admin, name, { patientId: id, pharmacist })
}

/** Creates a driver with a package in progress for each of `patients`, and opens the driver's run in the page. */
export async function openStartedRun(
  page: Page,
  request: APIRequestContext,
  driver: string,
  patients: readonly string[],
) {
  const admin = await signInStaff('Amelia Hart')
  const person = await aDriver(admin, nameHere(driver), request)
  const packages = []
  for (const first of patients) packages.push(await aPackageOfOwnStop(admin, `${first} ${wordHere()}`, person))
  const params = { date: demoToday(), user_id: person.user.id }
  await person.call(startRun, { params, body: { include_not_loaded: true } })
  await person.enter(page, paths.myRun)
  await expect(page.getByRole('heading', { name: 'Next stop' })).toBeVisible()
  // Wait until everything that the next door needs is loaded, while there is still a signal.
  await page.waitForLoadState('networkidle')
  return { admin, person, packages }
}

export const nextStopSection = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Next stop', level: 2 }) })

/** Returns the package that is for the next stop. Throws if none of the packages is. */
export async function packageOfNextStop<P extends { patient_name: string }>(
  page: Page,
  packages: readonly P[],
): Promise<P> {
  const words = (await nextStopSection(page).textContent()) ?? ''
  const found = packages.find(({ patient_name }) => words.includes(patient_name))
  if (!found) throw new Error('None of them is next')
  return found
}

export async function signAndConfirm(page: Page) {
  const dialog = completionDialogOf(page)
  await fillInCompletion(dialog)
  await button(dialog, 'Save Signature').click()
  await button(dialog, 'Confirm & Complete Delivery').click()
  await expect(dialog).toHaveCount(0)
}

/** Completes the package of the next stop, with its questions answered and a signature. */
export async function completeNextStop(page: Page) {
  await nextStopSection(page)
    .getByRole('button', { name: /^Complete: / })
    .click()
  await signAndConfirm(page)
}

export async function recordNoAnswer(page: Page) {
  await nextStopSection(page)
    .getByRole('button', { name: /^Could not deliver: / })
    .click()
  const dialog = page.getByRole('dialog', { name: /Could not deliver/ })
  await dialog.getByLabel('No answer').check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

/** Returns when the browser last stored a draft of a completion, in milliseconds since 1970. */
export const draftStoredAt = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('carelane-drafts')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('completions').objectStore('completions').getAll()
          all.onsuccess = () => resolve(Math.max(0, ...all.result.map(({ keptAt }) => keptAt)))
          opening.result.close()
        }
      }),
  )

/** Leaves an origin room for so many bytes in the browser's storage, as on a disk that is nearly full. */
export async function leaveRoom(page: Page, origin: string, bytes = 1) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes })
}

/** Fills the room that `leaveRoom` has left, so that the browser refuses to store anything more. */
export const fillRoom = (page: Page) =>
  page.evaluate(async () => {
    const open = () =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('filler')
        opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true })
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
    const database = await open()
    const isStored = (bytes: number) =>
      new Promise<boolean>((resolve) => {
        const storing = database.transaction('rows', 'readwrite')
        storing.oncomplete = () => resolve(true)
        storing.onabort = () => resolve(false)
        storing.objectStore('rows').add(crypto.getRandomValues(new Uint8Array(bytes)))
      })
    for (let bytes = 65_536; bytes >= 1; ) if (!(await isStored(bytes))) bytes = Math.floor(bytes / 2)
    database.close()
  })
