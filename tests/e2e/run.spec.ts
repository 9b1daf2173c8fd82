import { expect, type Page } from '@playwright/test'
import encodeQR from 'qr'
import { returnPackage } from '#shared/api/attempts.ts'
import { readDelivery, readPrintData } from '#shared/api/deliveries.ts'
import { loadPackage, setRunOrder, startRun } from '#shared/api/runs.ts'
import { addDays } from '#shared/rules/dates.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { adminAndOwnDriver, runOf, startRunWithAll } from './admin-and-own-driver.ts'
import { delayResponse } from './delay-response.ts'
import { aDelivery, aPatient, deliver } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { expectGoodOnPaper, expectGoodScreen } from './expect-good-screen.ts'
import { isPhone, nameHere, wordHere } from './new-names.ts'
import { aPackageOfOwnStop } from './open-started-run.ts'
import { expectNoMessages, fillInCompletion } from './support.ts'
import { test } from './watched-test.ts'

/** Returns the number of touches and clicks on the screen so far. */
const tapsOn = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('taps')))

const countTaps = (page: Page) =>
  page.addInitScript(() =>
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1)),
      true,
    ),
  )

test('a full day: load, deliver three packages at one door, fail one, hand over, confirm', async ({
  page,
  request,
}) => {
  test.slow()
  const { admin, person } = await adminAndOwnDriver(request, 'Dora Drive')
  const [one, other] = [`Ada ${wordHere()}`, `Nell ${wordHere()}`]
  const { id: patientId } = await aPatient(admin, one)
  const packages = []
  for (let i = 0; i < 3; i++) packages.push(await aDelivery(admin, one, { pharmacist: person, patientId }))
  await aPackageOfOwnStop(admin, other, person)
  await person.call(setRunOrder, {
    params: { date: demoToday(), user_id: person.user.id },
    body: { delivery_ids: packages.map(({ id }) => id) },
  })
  const { body: slip } = await admin.call(readPrintData, { params: { id: packages[0]?.id ?? '' } })

  await countTaps(page)
  await person.enter(page, paths.dashboard)
  await expect(page.getByText('2 stops')).toBeVisible()
  await page.getByRole('link', { name: 'Open: My run today' }).click()
  await expect(page.getByRole('heading', { name: 'My Run', level: 1 })).toBeVisible()
  await expect(page.getByText('0 of 2 done')).toBeVisible()

  await test.step('packages are loaded by code and by hand', async () => {
    const code = page.getByRole('textbox', { name: 'Enter a code' })
    await code.fill('nonsense')
    await code.press('Enter')
    await expect(page.getByText('This is not one of our slips')).toBeVisible()
    await code.fill(slip.code)
    await code.press('Enter')
    await expect(page.getByText('1 of 4 loaded')).toBeVisible()
    await page
      .getByRole('button', { name: `Mark loaded: ${one}` })
      .first()
      .click()
    await expect(page.getByText('2 of 4 loaded')).toBeVisible()
  })

  await test.step('the start lists what is not loaded', async () => {
    await page.getByRole('button', { name: 'Start run' }).click()
    await expect(page.getByText('2 packages are not loaded')).toBeVisible()
    await page.getByRole('button', { name: 'Start with all packages' }).click()
    await expect(page.getByRole('heading', { name: 'Next stop' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start run' })).toBeHidden()
  })

  await test.step('one signature completes the packages at one door', async () => {
    await page
      .getByRole('button', { name: /^Complete: / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /Complete Delivery/ })
    await expect(dialog.getByRole('checkbox', { name: new RegExp(one) })).toHaveCount(3)
    await fillInCompletion(dialog)
    await dialog.getByLabel('Amount').fill('5')
    await dialog.getByLabel('Payment method').selectOption('Cash')
    await dialog.getByRole('button', { name: 'Save Signature' }).click()
    await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('1 of 2 done')).toBeVisible()
  })

  await test.step('a failed attempt has a reason, and its package is returned', async () => {
    await page
      .getByRole('button', { name: /^Could not deliver: / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /Could not deliver/ })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog.getByText('Please select a reason')).toBeVisible()
    await dialog.getByLabel('No answer').check()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'To bring back' })).toBeVisible()
    const sheet = page.locator('.run-sheet')
    await expect(sheet).toContainText('3 packages already delivered or back at the pharmacy')
    await expect(sheet.locator('tbody tr')).toHaveText([new RegExp(`${other}.*Bring back to the pharmacy`)])
    await page.getByRole('button', { name: `Back at the pharmacy: ${other}` }).click()
    await expect(page.getByRole('heading', { name: 'To bring back' })).toBeHidden()
  })

  await test.step('the run is handed over', async () => {
    await page.getByRole('button', { name: 'Close run' }).click()
    await expectNoMessages(page)
    await expectGoodScreen(page, '4 packages out = 3 delivered + 1 back')
    await page.getByLabel('Counted: cash').fill('5')
    await page.getByRole('button', { name: 'Hand over' }).click()
    await expect(page.getByRole('heading', { name: 'Handovers' })).toBeVisible()
    // The taps are: opening the run, loading one package by hand, starting, signing for three at one door, failing one and bringing
    // it back, handing over.
    expect(await tapsOn(page)).toBeLessThanOrEqual(20)
  })

  await test.step('another user counts and explains a difference', async () => {
    await admin.enter(page, paths.run(demoToday(), person.user.id))
    await page.getByRole('button', { name: 'Confirm' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm' })
    const first = page.getByText(/collected, .+ counted by/)
    await expect(page.getByRole('table', { name: /^Money handed over/ })).toBeHidden()
    await dialog.getByLabel('Counted: cash').fill('4')
    await expect(first).toBeHidden()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(first).toBeVisible()
    await expectGoodScreen(page, 'Say why the counts differ')
    await dialog.getByLabel('Reason').fill('A dollar fell down')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Reason: A dollar fell down')).toBeVisible()
    await expect(page.getByText(/Confirmed by Amelia Hart/)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expectGoodScreen(page, 'Reason: A dollar fell down')
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('dialog', { name: 'Reopen run' }).getByRole('button', { name: 'Reopen' }).click()
    await expectGoodScreen(page, 'Reopen run')
  })
})

test('a run is handed over as displayed, not as changed meanwhile', { tag: '@proof' }, async ({ page, request }) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Monty Seen')
  const first = await aDelivery(admin, nameHere('Cashia'), { pharmacist: person })
  await startRunWithAll(person)
  await deliver(person, first.id)
  await person.enter(page, paths.myRun)
  await page.getByRole('button', { name: 'Close run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close run' })
  await expect(dialog.getByText('1 package out = 1 delivered + 0 back')).toBeVisible()

  const second = await aDelivery(admin, nameHere('Cashio'), { pharmacist: person })
  await startRunWithAll(person)
  await deliver(person, second.id)
  const letGo = await delayResponse(page, `**/api/runs/${demoToday()}/${person.user.id}`)
  const handOver = dialog.getByRole('button', { name: 'Hand over' })
  await handOver.click()
  const refusal = dialog.getByRole('alert')
  await expect(refusal).toBeVisible()
  await handOver.click()
  letGo()
  await expect(dialog.getByText('2 packages out = 2 delivered + 0 back')).toBeVisible()
  await expect(refusal).toBeVisible()
  expect(await runOf(admin, person)).toMatchObject({ closings: [] })
  await handOver.click()
  await expect(dialog).toBeHidden()
  expect(await runOf(admin, person)).toMatchObject({ closings: [{ deliveries: 2 }] })
})

test('packages can stay unloaded, and one left out at the door needs its own reason', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Lena Left')
  const [name, forgotten] = [`Otto ${wordHere()}`, `Fritz ${wordHere()}`]
  const { id: patientId } = await aPatient(admin, name)
  for (let i = 0; i < 2; i++) {
    const { id: delivery_id } = await aDelivery(admin, name, { pharmacist: person, patientId })
    await person.call(loadPackage, { params: { date: demoToday(), user_id: person.user.id }, body: { delivery_id } })
  }
  const { id: left } = await aDelivery(admin, forgotten, { pharmacist: person })
  await person.enter(page, paths.myRun)
  await page.getByRole('button', { name: 'Start run' }).click()
  const start = page.getByRole('dialog', { name: 'Start run' })
  await expect(start.getByText('1 package is not loaded')).toBeVisible()
  await expect(start.getByText(forgotten)).toBeVisible()
  await start.getByRole('button', { name: 'Start without them' }).click()
  await expect(start).toBeHidden()
  expect((await runOf(person, person)).counts).toMatchObject({ out: 2, to_do: 1, not_loaded: 1 })
  expect((await person.call(readDelivery, { params: { id: left } })).body.status).toBe('assigned')
  await page.getByRole('button', { name: /^Complete: / }).click()
  const dialog = page.getByRole('dialog', { name: /Complete Delivery/ })
  await fillInCompletion(dialog)
  await dialog
    .getByRole('checkbox', { name: new RegExp(name) })
    .last()
    .uncheck()
  await dialog.getByRole('button', { name: 'Save Signature' }).click()
  await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
  const why = page.getByRole('dialog', { name: /Could not deliver/ })
  await why.getByLabel('Damaged').check()
  await why.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'To bring back' })).toBeVisible()
  expect((await runOf(person, person)).counts).toMatchObject({ delivered: 1, failed: 1 })
})

test('a code being typed stays when another user starts the run', { tag: '@proof' }, async ({ page, request }) => {
  await page.clock.install()
  const { admin, person } = await adminAndOwnDriver(request, 'Tara Typed')
  const place = { params: { date: demoToday(), user_id: person.user.id } }
  const { id: delivery_id } = await aDelivery(admin, `Ada ${wordHere()}`, { pharmacist: person })
  await aDelivery(admin, `Bea ${wordHere()}`, { pharmacist: person })
  await admin.call(loadPackage, { ...place, body: { delivery_id } })
  await person.enter(page, paths.myRun)
  const code = page.getByRole('textbox', { name: 'Enter a code' })
  await code.pressSequentially('ABC')
  await code.press('Enter')
  await expect(page.getByText('This is not one of our slips')).toBeVisible()
  for (const [include_not_loaded, waiting] of [
    [false, 1],
    [true, 0],
  ] as const) {
    await admin.call(startRun, { ...place, body: { include_not_loaded } })
    await expect(async () => {
      await page.clock.fastForward(31_000)
      await expect(page.getByRole('button', { name: /^Mark loaded: / })).toHaveCount(waiting, { timeout: 3_000 })
    }).toPass({ timeout: 20_000 })
    await expect(code).toHaveValue('ABC')
    await expect(code).toBeFocused()
  }
  await expectGoodScreen(page, 'This is not one of our slips')
  await code.fill('')
  await page
    .getByRole('button', { name: /^Complete: / })
    .first()
    .focus()
  await expect(code).toBeHidden()
})

test('after a reload, a signature is still there for all packages at the door', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Rita Reload')
  const name = `Ivo ${wordHere()}`
  const { id: patientId } = await aPatient(admin, name)
  for (let i = 0; i < 2; i++) await aDelivery(admin, name, { pharmacist: person, patientId })
  await startRunWithAll(person)
  await person.enter(page, paths.myRun)
  await page.getByRole('button', { name: /^Complete: / }).click()
  const dialog = page.getByRole('dialog', { name: /Complete Delivery/ })
  await fillInCompletion(dialog)
  await dialog.getByRole('button', { name: 'Save Signature' }).click()
  await expect(dialog.getByRole('heading', { name: 'Confirm Delivery Details' })).toBeVisible()
  await page.reload()
  await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
  await expect(page.getByText('1 of 1 done')).toBeVisible()
  expect((await runOf(person, person)).counts).toMatchObject({ delivered: 2 })
})

test('a package due back in stock is asked about before it leaves and before it is handed over', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Olga Over')
  const name = `Late ${wordHere()}`
  const { id } = await aDelivery(admin, name, { pharmacist: person, filled: addDays(demoToday(), -40) })
  await person.enter(page, paths.myRun)
  const question = page.getByRole('alertdialog', { name: 'Past return date' })
  await page.getByRole('button', { name: `Mark loaded: ${name}` }).click()
  await expect(page.getByText('1 of 1 loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Start run' }).click()
  await expect(question.getByText(`This package should already be back in stock: ${name}.`)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect((await person.call(readDelivery, { params: { id } })).body.status).toBe('assigned')
  await page.getByRole('button', { name: 'Start run' }).click()
  await question.getByRole('button', { name: 'Start run' }).click()

  await page.getByRole('button', { name: /^Complete: / }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Complete Delivery' }).click()
  await expect(page.getByRole('dialog', { name: /^Complete Delivery/ })).toBeVisible()
})

/** Simulates a camera that sees the QR code which the event `show-code` brings. */
const holdCameraOver = (page: Page) =>
  page.addInitScript(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 480
    canvas.height = 480
    const drawn = canvas.getContext('2d')
    let dots: boolean[][] = []
    const draw = () => {
      if (!drawn) return
      drawn.fillStyle = 'white'
      drawn.fillRect(0, 0, 480, 480)
      drawn.fillStyle = 'black'
      const size = 400 / Math.max(1, dots.length)
      for (const [y, line] of dots.entries())
        for (const [x, isDark] of line.entries())
          if (isDark) drawn.fillRect(40 + x * size, 40 + y * size, size + 0.5, size + 0.5)
    }
    setInterval(draw, 100)
    addEventListener('show-code', (event) => {
      if (event instanceof CustomEvent) dots = event.detail
    })
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10)
  })

const showCode = (page: Page, text: string) =>
  page.evaluate(
    (dots) => dispatchEvent(new CustomEvent('show-code', { detail: dots })),
    encodeQR(text, 'raw', { ecc: 'medium', border: 1 }),
  )

test('the camera scans slip after slip, announces each, and reports what is not a slip', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Sam Scan')
  const names = [`Ina ${wordHere()}`, `Udo ${wordHere()}`]
  const slips: string[] = []
  for (const name of names) {
    const { id } = await aDelivery(admin, name, { pharmacist: person })
    slips.push((await admin.call(readPrintData, { params: { id } })).body.url)
  }
  await holdCameraOver(page)
  await person.enter(page, paths.myRun)
  await page.getByRole('button', { name: 'Scan packages' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan packages' })
  for (const [i, slip] of slips.entries()) {
    await showCode(page, slip)
    await expect(dialog.getByRole('listitem').first()).toHaveText(`${names[i]} is loaded`)
  }
  await showCode(page, 'https://example.com/a-box-of-tea')
  await expect(dialog.getByRole('listitem').first()).toHaveText('This is not one of our slips')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('2 of 2 loaded')).toBeVisible()
  // All packages are loaded, so the run starts without a question about others.
  await page.getByRole('button', { name: 'Start run' }).click()
  await expect(page.getByRole('button', { name: /^Complete: / }).first()).toBeVisible()
  expect((await runOf(person, person)).counts).toMatchObject({ out: 2, to_do: 0 })
})

test('stops are reordered by buttons, by Alt with the arrow keys, and by dragging', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const { admin, person } = await adminAndOwnDriver(request, 'Omar Order')
  const names = ['Anna', 'Bert', 'Carl'].map((first) => `${first} ${wordHere()}`)
  for (const name of names) await aPackageOfOwnStop(admin, name, person)
  await person.enter(page, paths.myRun)
  const stops = page.getByRole('list', { name: 'Other stops' }).getByRole('listitem')
  const next = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Next stop' }) })
  await expect(stops).toHaveCount(2)
  const last = (await stops.nth(1).locator('strong').textContent())?.trim() ?? ''
  // On a phone the buttons to move a stop appear when the stop is unfolded.
  if (isPhone()) await stops.nth(1).locator('summary').click()
  await page.getByRole('button', { name: `Move up: ${last}` }).click()
  await expect(stops.first()).toContainText(last)
  await stops.first().locator('summary').press('Alt+ArrowUp')
  await expect(next).toContainText(last)
  await page.reload()
  await expect(next).toContainText(last)
  expect(names).toContain(last)
  const [upper, lower] = await stops.locator('strong').allTextContents()
  if (isPhone()) await stops.first().locator('summary').click()
  await page.getByRole('button', { name: `Move down: ${upper}` }).click()
  await expect(stops.locator('strong')).toHaveText([lower ?? '', upper ?? ''])
  // A finger scrolls the page, so on a phone stops are not dragged: there are only the buttons.
  if (isPhone()) return
  await stops.nth(1).dragTo(stops.first())
  await expect(stops.locator('strong')).toHaveText([upper ?? '', lower ?? ''])
})

test('the screens of a run are accessible', { tag: ['@phone', '@proof'] }, async ({ page, request }) => {
  test.setTimeout(240_000)
  await page.emulateMedia({ colorScheme: isPhone() ? 'dark' : 'light', reducedMotion: 'reduce' })
  const { admin, person } = await adminAndOwnDriver(request, 'Greta Good')
  const [one, other] = [`Ada ${wordHere()}`, `Ned ${wordHere()}`]
  const { id: patientId } = await aPatient(admin, one)
  for (let i = 0; i < 2; i++) await aDelivery(admin, one, { pharmacist: person, patientId })
  const apart = await aPatient(admin, other, { apt_suite_building: `Unit ${other}` })
  await aDelivery(admin, other, { pharmacist: person, filled: addDays(demoToday(), -40), patientId: apart.id })
  await person.enter(page, paths.myRun)
  await expectGoodScreen(page, '0 of 2 done')
  for (const [opener, mark] of [
    ['Scan packages', 'Scan packages'],
    ['Start run', '3 packages are not loaded'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click()
    await expect(page.getByRole('dialog', { name: opener })).toBeVisible()
    await expectGoodScreen(page, mark)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(paths.myRun)
  }
  await startRunWithAll(person)
  await page.reload()
  await expectGoodScreen(page, 'Next stop')
  await page
    .getByRole('button', { name: /^Could not deliver: / })
    .first()
    .click()
  await expectGoodScreen(page, 'No safe place')
  await page.getByLabel('No answer').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectGoodScreen(page, 'To bring back')
  // This page is also shown on the wall screen at the counter, so check it at that size.
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  if (!isPhone()) await page.setViewportSize({ width: 1920, height: 1080 })
  await admin.enter(page, paths.runs)
  await expectGoodScreen(page, person.user.full_name)
  await page.setViewportSize(window)
  await page.goto(paths.run(demoToday(), person.user.id))
  await expectGoodScreen(page, `${person.user.full_name}’s run`)
  const sheet = page.locator('.run-sheet')
  for (const text of ['Elm Street Pharmacy', '3:00 PM - 6:00 PM', 'English']) await expect(sheet).toContainText(text)
  await expectGoodOnPaper(page, sheet)
  const failed = (await runOf(person, person)).deliveries.find(({ status }) => status === 'failed')
  await admin.call(returnPackage, { params: { id: failed?.id ?? '' }, body: {} })
  await page.goto(paths.attention)
  await expectGoodScreen(page, 'Past return date')
  await page
    .getByRole('button', { name: /^Reschedule: / })
    .first()
    .click()
  await expectGoodScreen(page, 'Time Range')
})
