import { expect } from '@playwright/test'
import { updateDelivery } from '#shared/api/deliveries.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { button } from './arrive-at-door.ts'
import { delayResponse } from './delay-response.ts'
import { aDelivery, aDriver, aPatient, deliver, signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere, wordHere } from './new-names.ts'
import { nextStopSection, openStartedRun, recordNoAnswer } from './open-started-run.ts'
import { fillInCompletion } from './support.ts'
import { test } from './watched-test.ts'

/** The buttons that stand out. */
const primaries = 'main button[class*="primary"]'

test('before the start, all packages are marked as loaded by one button, and Start run stands out', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const admin = await signInStaff('Amelia Hart')
  const person = await aDriver(admin, nameHere('Lou Loader'), request)
  for (const first of ['Ada', 'Bea', 'Cid']) await aDelivery(admin, `${first} ${wordHere()}`, { pharmacist: person })
  await person.enter(page, paths.myRun)
  await expect(page.getByText('0 of 3 loaded')).toBeVisible()
  await button(page, 'Mark all as loaded').click()
  await expect(page.getByText('3 of 3 loaded')).toBeVisible()
  await expect(page.locator(primaries)).toHaveText(['Start run'])
  await expectGoodScreen(page, 'Start run')
  await button(page, 'Start run').click()
  await expect(page.locator(primaries)).toHaveText([/Complete/])
})

test('Start run waits for the last package that is being marked as loaded, and then starts the run', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const admin = await signInStaff('Amelia Hart')
  const person = await aDriver(admin, nameHere('Stu Starter'), request)
  const [first, last] = [`Ada ${wordHere()}`, `Bea ${wordHere()}`]
  for (const name of [first, last]) await aDelivery(admin, name, { pharmacist: person })
  await person.enter(page, paths.myRun)
  await button(page, `Mark loaded: ${first}`).click()
  await expect(page.getByText('1 of 2 loaded')).toBeVisible()
  const letGo = await delayResponse(page, `**/api/runs/*/${person.user.id}/load`)
  await button(page, `Mark loaded: ${last}`).click()
  await button(page, 'Start run').click()
  letGo()
  await expect(page.locator(primaries)).toHaveText([/Complete/])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a handover that is short names the difference and asks once', { tag: ['@proof', '@phone'] }, async ({
  page,
  request,
}) => {
  const admin = await signInStaff('Amelia Hart')
  const person = await aDriver(admin, nameHere('Shea Short'), request)
  const { id } = await aDelivery(admin, `Ada ${wordHere()}`, { pharmacist: person, status: 'in_progress' })
  await deliver(person, id, { amount: 10, payment_method: 'cash' })
  await person.enter(page, paths.myRun)
  await button(page, 'Close run').click()
  const dialog = page.getByRole('dialog', { name: 'Close run' })
  await dialog.getByLabel('Counted: cash').fill('7')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  const question = page.getByRole('alertdialog', { name: 'Hand over a different amount?' })
  await expect(question.getByText('You counted $3.00 less than was collected.')).toBeVisible()
  await expectGoodScreen(page, 'Count again')
  await question.getByRole('button', { name: 'Count again' }).click()
  await expect(dialog.getByLabel('Counted: cash')).toHaveValue('7')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await question.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByRole('heading', { name: 'Handovers' })).toBeVisible()
})

test('a row says what its stop needs, an unfolded stop says nothing twice, and Navigate opens directions', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const { packages } = await openStartedRun(page, request, 'Rory Rows', ['Ada', 'Bea'])
  const next = (await nextStopSection(page).textContent()) ?? ''
  const other = packages.find(({ patient_name }) => !next.includes(patient_name))
  const row = page.getByRole('list', { name: 'Other stops' }).getByRole('listitem')
  await expect(row.locator('summary')).toContainText('First delivery')
  await row.locator('summary').click()
  await expect(row.getByText(other?.patient_name ?? '', { exact: true })).toHaveCount(1)
  await expect(nextStopSection(page).getByRole('link', { name: /^Navigate/ })).toHaveAttribute(
    'href',
    /maps\/dir\/\?api=1&destination=/,
  )
  await expectGoodScreen(page, 'Open delivery')
})

test('packages added to a run that is out are announced, and the stop numbers stay', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  await page.addInitScript(() => {
    const { createOscillator } = AudioContext.prototype
    AudioContext.prototype.createOscillator = function () {
      document.documentElement.dataset.beeped = 'yes'
      return createOscillator.call(this)
    }
  })
  const { admin, person, packages } = await openStartedRun(page, request, 'Nell News', ['Ada', 'Bea'])
  const numbers = () => page.locator('summary .tabular').allTextContents()
  const before = await numbers()
  const name = `Zoe ${wordHere()}`
  const patientId = (await aPatient(admin, name, { apt_suite_building: 'Apt Zoe' })).id
  const { id } = await aDelivery(admin, name, { patientId })
  await admin.call(updateDelivery, { params: { id }, body: { pharmacist_id: person.user.id } })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('1 package was added')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-beeped', 'yes')
  expect((await numbers()).slice(0, before.length)).toEqual(before)
  expect(packages).toHaveLength(2)
})

test('a package can come back to the pharmacy after its recipient has asked for another day', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  await openStartedRun(page, request, 'Rae Returner', ['Ada'])
  // The phone learns an earlier version of the failed package, as it does if the recipient asks for another day meanwhile.
  const outdated = <D extends { status: string; version: number }>(delivery: D): D =>
    delivery.status === 'failed' ? { ...delivery, version: delivery.version - 1 } : delivery
  await page.route('**/api/runs/*/*', async (route) => {
    const response = await route.fetch()
    const run: { deliveries: { status: string; version: number }[] } = await response.json()
    await route.fulfill({ response, json: { ...run, deliveries: run.deliveries.map(outdated) } })
  })
  await page.route('**/api/deliveries/*/attempts', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: outdated(await response.json()) })
  })
  await recordNoAnswer(page)
  await button(page, /^Back at the pharmacy: /).click()
  await expect(button(page, 'Close run')).toBeVisible()
})

test('the signature can be drawn on the whole screen', { tag: ['@proof', '@only-phone'] }, async ({
  page,
  request,
}) => {
  await openStartedRun(page, request, 'Wes Whole', ['Ada'])
  await nextStopSection(page)
    .getByRole('button', { name: /^Complete/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Complete Delivery/ })
  const pad = dialog.getByRole('img', { name: 'Signature pad' })
  const small = (await pad.boundingBox())?.width ?? 0
  // The emulated phone is turned first, because a window on the whole screen cannot be resized here.
  await page.setViewportSize({ width: 844, height: 390 })
  await button(dialog, 'Sign on the whole screen').click()
  await expect.poll(async () => (await pad.boundingBox())?.width).toBeGreaterThan(small * 2)
  await button(dialog, 'Done').click()
  await page.setViewportSize({ width: 390, height: 664 })
  await fillInCompletion(dialog)
  await button(dialog, 'Save Signature').click()
  await expect(button(dialog, 'Confirm & Complete Delivery')).toBeVisible()
})
