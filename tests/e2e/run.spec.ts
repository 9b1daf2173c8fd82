import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { readDelivery, readPrintData } from '#shared/api/deliveries.ts'
import { orderRun, readRun, startRun } from '#shared/api/runs.ts'
import { addDays } from '#shared/rules/dates.ts'
import { paths } from '../../web/lib/paths.ts'
import { aDelivery, aDriver, aPatient, rowOf, type Staff, staff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { expectGood } from './expect-good.ts'
import { isPhone, nameHere, wordHere } from './new-names.ts'
import { expectQuiet, fillIn } from './support.ts'
import { test } from './watched-test.ts'

const column = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2 }) })

/** A person with a day of their own, and who manages it. */
async function aDay(request: APIRequestContext, name: string) {
  const admin = await staff('Amelia Hart')
  return { admin, person: await aDriver(admin, nameHere(name), request) }
}

const runOf = async ({ call }: Staff, { user }: Staff) =>
  (await call(readRun, { params: { date: demoToday(), user_id: user.id } })).body

/** Sends everything out that the person has today. */
const startAll = ({ call, user }: Staff) =>
  call(startRun, { params: { date: demoToday(), user_id: user.id }, body: { include_not_loaded: true } })

/** How often the screen has been touched or clicked. */
const tapsOn = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('taps')))

const countTaps = (page: Page) =>
  page.addInitScript(() =>
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1)),
      true,
    ),
  )

test('a day with packages: loaded, three at one door, one that nobody opens, handed over and confirmed', async ({
  page,
  request,
}) => {
  test.slow()
  const { admin, person } = await aDay(request, 'Dora Drive')
  const [one, other] = [`Ada ${wordHere()}`, `Nell ${wordHere()}`]
  const { id: patientId } = await aPatient(admin, one)
  const packages = []
  for (let i = 0; i < 3; i++) packages.push(await aDelivery(admin, one, { pharmacist: person, patientId }))
  await aDelivery(admin, other, { pharmacist: person })
  await person.call(orderRun, {
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

  await test.step('packages are loaded by their code and by hand', async () => {
    const code = page.getByRole('textbox', { name: 'Enter a code' })
    await code.fill('nonsense')
    await code.press('Enter')
    await expect(page.getByText('This is not a slip of ours')).toBeVisible()
    await code.fill(slip.code)
    await code.press('Enter')
    await expect(page.getByText('1 of 4 loaded')).toBeVisible()
    await page
      .getByRole('button', { name: `Mark loaded: ${one}` })
      .first()
      .click()
    await expect(page.getByText('2 of 4 loaded')).toBeVisible()
  })

  await test.step('the start names what is not loaded', async () => {
    await page.getByRole('button', { name: 'Start run' }).click()
    await expect(page.getByText('2 packages are not loaded')).toBeVisible()
    await page.getByRole('button', { name: 'Start with all' }).click()
    await expect(page.getByRole('heading', { name: 'Next stop' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start run' })).toBeHidden()
  })

  await test.step('one signature completes the packages of one door', async () => {
    await page
      .getByRole('button', { name: /^Complete: / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /Complete Delivery/ })
    await expect(dialog.getByRole('checkbox', { name: new RegExp(one) })).toHaveCount(2)
    await fillIn(dialog)
    await dialog.getByLabel('Amount').fill('5')
    await dialog.getByLabel('Payment method').selectOption('Cash')
    await dialog.getByRole('button', { name: 'Save Signature' }).click()
    await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('1 of 2 done')).toBeVisible()
  })

  await test.step('a door that nobody opens has a reason, and its package comes back', async () => {
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
    await page.getByRole('button', { name: `Back at the pharmacy: ${other}` }).click()
    await expect(page.getByRole('heading', { name: 'To bring back' })).toBeHidden()
  })

  await test.step('the run is handed over', async () => {
    await page.getByRole('button', { name: 'Close run' }).click()
    await expectQuiet(page)
    await expectGood(page, '4 packages out = 3 delivered + 1 back')
    await page.getByLabel('Cash counted').fill('5')
    await page.getByRole('button', { name: 'Hand over' }).click()
    await expect(page.getByRole('heading', { name: 'Handovers' })).toBeVisible()
    // Opened, one loaded by hand, started, three at one door signed for, one failed and brought back, handed over.
    expect(await tapsOn(page)).toBeLessThanOrEqual(20)
  })

  await test.step('somebody else counts, and says why a sum differs', async () => {
    await admin.enter(page, paths.run(demoToday(), person.user.id))
    await page.getByRole('button', { name: 'Confirm' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm' })
    await dialog.getByLabel('Cash counted').fill('4')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expectGood(page, 'Say why the counts differ')
    await dialog.getByLabel('Reason').fill('A dollar fell down')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Reason: A dollar fell down')).toBeVisible()
    await expect(page.getByText(/Confirmed by Amelia Hart/)).toBeVisible()
  })
})

test('a package that is not handed over with the others has a reason of its own', async ({ page, request }) => {
  const { admin, person } = await aDay(request, 'Lena Left')
  const name = `Otto ${wordHere()}`
  const { id: patientId } = await aPatient(admin, name)
  for (let i = 0; i < 2; i++) await aDelivery(admin, name, { pharmacist: person, patientId })
  await startAll(person)
  await person.enter(page, paths.myRun)
  await page.getByRole('button', { name: /^Complete: / }).click()
  const dialog = page.getByRole('dialog', { name: /Complete Delivery/ })
  await fillIn(dialog)
  await dialog.getByRole('checkbox', { name: new RegExp(name) }).uncheck()
  await dialog.getByRole('button', { name: 'Save Signature' }).click()
  await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
  const why = page.getByRole('dialog', { name: /Could not deliver/ })
  await why.getByLabel('Damaged').check()
  await why.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'To bring back' })).toBeVisible()
  expect((await runOf(person, person)).counts).toMatchObject({ delivered: 1, failed: 1 })
})

test('a signature that a reload interrupts is there again, for all packages of the door', async ({ page, request }) => {
  const { admin, person } = await aDay(request, 'Rita Reload')
  const name = `Ivo ${wordHere()}`
  const { id: patientId } = await aPatient(admin, name)
  for (let i = 0; i < 2; i++) await aDelivery(admin, name, { pharmacist: person, patientId })
  await startAll(person)
  await person.enter(page, paths.myRun)
  await page.getByRole('button', { name: /^Complete: / }).click()
  const dialog = page.getByRole('dialog', { name: /Complete Delivery/ })
  await fillIn(dialog)
  await dialog.getByRole('button', { name: 'Save Signature' }).click()
  await expect(dialog.getByRole('heading', { name: 'Confirm Delivery Details' })).toBeVisible()
  await page.reload()
  await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
  await expect(page.getByText('1 of 1 done')).toBeVisible()
  expect((await runOf(person, person)).counts).toMatchObject({ delivered: 2 })
})

test('a package that should be back in stock is asked about before it goes out, and before it is handed over', async ({
  page,
  request,
}) => {
  const { admin, person } = await aDay(request, 'Olga Over')
  const name = `Late ${wordHere()}`
  const { id } = await aDelivery(admin, name, { pharmacist: person, filled: addDays(demoToday(), -40) })
  await person.enter(page, paths.myRun)
  const question = page.getByRole('alertdialog', { name: 'Past return date' })
  await page.getByRole('button', { name: `Mark loaded: ${name}` }).click()
  await expect(page.getByText('1 of 1 loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Start run' }).click()
  await expect(question.getByText(`This package should be back in stock: ${name}.`)).toBeVisible()
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

test('stops change places by buttons and by Alt with the arrow keys', async ({ page, request }) => {
  const { admin, person } = await aDay(request, 'Omar Order')
  const names = ['Anna', 'Bert', 'Carl'].map((first) => `${first} ${wordHere()}`)
  for (const name of names) await aDelivery(admin, name, { pharmacist: person })
  await person.enter(page, paths.myRun)
  const stops = page.getByRole('list', { name: 'Other stops' }).getByRole('listitem')
  const next = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Next stop' }) })
  await expect(stops).toHaveCount(2)
  const last = (await stops.nth(1).locator('strong').textContent())?.trim() ?? ''
  await page.getByRole('button', { name: `Move up: ${last}` }).click()
  await expect(stops.first()).toContainText(last)
  await stops.first().locator('summary').press('Alt+ArrowUp')
  await expect(next).toContainText(last)
  await page.reload()
  await expect(next).toContainText(last)
  expect(names).toContain(last)
})

test('runs stand side by side as a tab, and packages go to another person by menu, by key and several at once', async ({
  page,
  request,
}) => {
  const { admin, person } = await aDay(request, 'Wanda Wheel')
  const [name, other] = [`Moe ${wordHere()}`, `Noa ${wordHere()}`]
  const { id } = await aDelivery(admin, name, { pharmacist: person })
  await aDelivery(admin, other)
  await admin.enter(page, paths.deliveries)
  await page.getByRole('tab', { name: 'Runs' }).click()
  await expect(page).toHaveURL(paths.runs)
  await expect(page.getByRole('tab', { name: 'Runs' })).toHaveAttribute('aria-selected', 'true')
  const own = column(page, person.user.full_name)
  const nobodys = column(page, 'Unassigned')
  await expect(own.getByRole('link', { name })).toBeVisible()
  await page.getByRole('button', { name: `Assign to…: ${other}` }).click()
  await page.getByRole('button', { name: person.user.full_name, exact: true }).click()
  await expect(own.getByRole('link', { name: other })).toBeVisible()

  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('checkbox', { name: `Select ${other}` }).check()
  await page.getByRole('button', { name: 'Assign to…', exact: true }).click()
  await page.getByRole('button', { name: 'Unassigned', exact: true }).click()
  await expect(nobodys.getByRole('link', { name })).toBeVisible()
  await expect(nobodys.getByRole('link', { name: other })).toBeVisible()

  await nobodys.getByRole('link', { name }).press('Alt+ArrowLeft')
  await expect(nobodys.getByRole('link', { name, exact: true })).toBeHidden()
  await expect.poll(async () => (await admin.call(readDelivery, { params: { id } })).body.pharmacist_id).not.toBeNull()

  await page.getByRole('tab', { name: 'Past Deliveries' }).click()
  await expect(page).toHaveURL(/\/pharmacy\/delivery\?view=past/)
})

test('the attention list says why and until when, and its next step does it', async ({ page, request }) => {
  const { admin, person } = await aDay(request, 'Amos Attend')
  const [nobodys, soon, failed] = [`Una ${wordHere()}`, `Sue ${wordHere()}`, `Fay ${wordHere()}`]
  await aDelivery(admin, nobodys)
  await aDelivery(admin, soon, { pharmacist: person, filled: addDays(demoToday(), -9) })
  const { id } = await aDelivery(admin, failed, { pharmacist: person })
  await startAll(person)
  await admin.enter(page, paths.attention)
  await expect(page.getByRole('tab').first()).toHaveText(/^Attention \(\d+/)
  const card = (name: string) => rowOf(page, name)
  await expect(card(nobodys).getByText('Unassigned').first()).toBeVisible()
  await expect(card(soon).getByText(/^Back to stock by \w{3} \d+/)).toBeVisible()
  expect(id).not.toBe('')
})

test('an administrator says when a package has to be back, and what staff see', async ({ page }) => {
  const admin = await staff('Amelia Hart')
  await admin.enter(page, paths.tenantSettings)
  const days = page.getByLabel('Days until a package goes back to stock')
  await days.fill('61')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(days).toHaveAccessibleDescription(/Must be 1 to 60 days/)
  await expect(days).toBeFocused()
})

test('the screens of a run are good to everybody', async ({ page, request }) => {
  test.setTimeout(240_000)
  await page.emulateMedia({ colorScheme: isPhone() ? 'dark' : 'light', reducedMotion: 'reduce' })
  const { admin, person } = await aDay(request, 'Greta Good')
  const [one, other] = [`Ada ${wordHere()}`, `Ned ${wordHere()}`]
  const { id: patientId } = await aPatient(admin, one)
  for (let i = 0; i < 2; i++) await aDelivery(admin, one, { pharmacist: person, patientId })
  await aDelivery(admin, other, { pharmacist: person, filled: addDays(demoToday(), -40) })
  await person.enter(page, paths.myRun)
  await expectGood(page, '0 of 2 done')
  for (const [opener, mark] of [
    ['Scan packages', 'Scan packages'],
    ['Start run', '3 packages are not loaded'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click()
    await expect(page.getByRole('dialog', { name: opener })).toBeVisible()
    await expectGood(page, mark)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(paths.myRun)
  }
  await startAll(person)
  await page.reload()
  await expectGood(page, 'Next stop')
  await page
    .getByRole('button', { name: /^Could not deliver: / })
    .first()
    .click()
  await expectGood(page, 'No safe place')
  await page.getByLabel('No answer').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectGood(page, 'To bring back')
  await admin.enter(page, paths.runs)
  await expectGood(page, person.user.full_name)
  await page.goto(paths.run(demoToday(), person.user.id))
  await expectGood(page, `Run of ${person.user.full_name}`)
  await page.goto(paths.attention)
  await expectGood(page, 'Past return date')
  await page
    .getByRole('button', { name: /^Reschedule: / })
    .first()
    .click()
  await expectGood(page, 'Time Range')
})
