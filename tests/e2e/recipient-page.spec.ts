import { type BrowserContext, expect, type Page } from '@playwright/test'
import { dayText, recipientTextsIn } from '#functions/recipients/recipient-texts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { updateSettings } from '#shared/api/settings.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { languages } from '#shared/model/delivery-form.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { aDelivery, aPatient, patientBody } from '#tests/support/builders.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { addressOf, type OwnProduct, test } from './own-clock.ts'
import { expectNoSidewaysOverflow, lineCount } from './support.ts'

const minuteMs = 60_000

let recipients = 0

interface Door {
  delivery: Delivery
  address: string
}

/** Creates a delivery, by default of today, and returns it with the address of its recipient's page. */
async function aDoor(at: OwnProduct, fields: Partial<Delivery> = {}): Promise<Door> {
  // Recipients who share an email address share a page, so each has an own address.
  const { id } = await aPatient(at.app, at.pharmacy.admin, { email: `recipient${++recipients}@example.com` })
  const delivery = await aDelivery(at.app, at.pharmacy, { patient_id: id, ...fields })
  const token = await doorToken(at.app, at.pharmacy, delivery.id)
  return { delivery, address: addressOf(at, `/t/${token}`) }
}

const stored = async ({ app, pharmacy }: OwnProduct, { delivery: { id } }: Door): Promise<Delivery> =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body

const startAt = ({ app, pharmacy }: OwnProduct, { delivery: { id } }: Door) =>
  app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, body: { status: 'in_progress' } })

/** Collects the last segment of the path of each form that the page sends from now on. */
function sentFrom(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url().split('/').at(-1) ?? '')
  })
  return sent
}

const dayOf = (date: string) => dayText(recipientTextsIn('english'), date)

const now = (page: Page) => page.locator('#now')
const how = (page: Page) => page.getByRole('textbox', { name: 'How do we get in?' })
/** Opens the part of the page where the recipient says how to get in. */
const openAccess = (page: Page) => page.getByText('How do we get in?').click()
const openDays = (page: Page) => page.locator('summary').last().click()
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const failed = 'That didn’t work. Please try again or call.'

/** Lets a minute pass at once. The page checks every minute whether something has changed. */
const passMinute = (context: BrowserContext) => context.clock.runFor(minuteMs)

test('the page is accessible at every size, in both themes and from right to left', {
  tag: '@phone',
}, async ({ page, at }) => {
  const titled = / · Corner Pharmacy$/
  await page.goto((await aDoor(at, { time_range: '12:00-15:00' })).address)
  await openDays(page)
  await expectGoodScreen(page, /^Planned for/, { titled })
  const { address } = await aDoor(at, { language: 'arabic' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(address)
  await openDays(page)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectGoodScreen(page, 'كيف ندخل؟', { titled })
})

test(
  'in all ten languages, the page fits a small phone, even with the longest organization name',
  { tag: '@proof' },
  async ({ page, at }, info) => {
    const name = `${'The Northwestern Connecticut Community Pharmacy '.repeat(4)}LLC.`
    expect((await at.app.call(updateSettings, { as: at.pharmacy.admin, body: { name } })).status).toBe(200)
    await page.setViewportSize({ width: 320, height: 568 })
    for (const { value } of languages) {
      await page.goto((await aDoor(at, { language: value })).address)
      await openDays(page)
      await expect(page.getByRole('heading', { name })).toBeVisible()
      await expectNoSidewaysOverflow(page)
      // These pictures are for a person to check whether dates and sentences are right in the language.
      await page.screenshot({ path: info.outputPath(`${value}.png`), fullPage: true })
    }
  },
)

test('without scripts, the page says who comes, when and whom to call, and offers no actions', async ({
  browser,
  at,
}) => {
  const { address, delivery } = await aDoor(at, { time_range: '12:00-15:00' })
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 568 } })
  const page = await context.newPage()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Corner Pharmacy' })).toBeVisible()
  await expect(now(page)).toContainText(`Planned for ${dayOf(delivery.delivery_date)}, 12 PM – 3 PM`)
  const range = now(page).getByText('12 PM – 3 PM', { exact: true })
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 568 })
    expect(await range.evaluate(lineCount)).toBe(1)
  }
  await expect(page.getByRole('link', { name: 'Call (555) 010-0100' })).toHaveAttribute('href', 'tel:5550100100')
  await expect(page.locator('form').filter({ visible: true })).toHaveCount(0)
  await context.close()
})

test('access notes reach the driver, pressed twice and offline, and the page calls no other site', async ({
  page,
  context,
  at,
}) => {
  const name = 'Zebulon Quartermaine'
  const { id } = await aPatient(at.app, at.pharmacy.admin, { name })
  const door = await aDoor(at, { patient_id: id })
  const sent = sentFrom(page)
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await page.goto(door.address)

  await openAccess(page)
  await how(page).fill('Ring twice')
  await context.setOffline(true)
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
  await expect(how(page)).toHaveValue('Ring twice')
  await context.setOffline(false)
  sent.length = 0
  await save(page).dblclick()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(page.getByText(failed)).toHaveCount(0)
  await expect(how(page)).toHaveValue('Ring twice')
  expect(sent).toEqual(['access'])
  expect((await stored(at, door)).recipient_notes).toBe('Ring twice')

  expect([...origins]).toEqual([new URL(door.address).origin])
  expect(await context.cookies()).toEqual([])
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  const whole = await page.content()
  for (const secret of [...name.split(' '), patientBody.address, 'RX-1', 'SKU-1', door.delivery.id])
    expect([secret, whole.includes(secret)]).toEqual([secret, false])
})

test('another day can be requested five times and is shown, then only the phone number is left', async ({
  page,
  at,
}) => {
  const door = await aDoor(at)
  const today = utcDate(at.app.clock.now)
  await page.goto(door.address)
  const day = page.getByLabel('Day', { exact: true })
  for (let days = 1; days <= 5; days++) {
    await page.getByText('Not at home? Choose another day').click()
    const wish = dayOf(addDays(today, days))
    await day.selectOption(wish)
    await page.getByLabel('Time', { exact: true }).selectOption('3 PM – 6 PM')
    await page.getByRole('button', { name: 'Request this day' }).click()
    await expect(now(page)).toContainText(`Asked for ${wish}, 3 PM – 6 PM. Corner Pharmacy will confirm.`)
    await expect(day).toBeHidden()
  }
  await expect(how(page)).toHaveCount(0)
  await expect(page.getByText('Not at home? Choose another day')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Call/ })).toBeVisible()
  expect((await stored(at, door)).asked).toMatchObject({ delivery_date: addDays(today, 5), time_range: '15:00-18:00' })
  expect((await stored(at, door)).delivery_date).toBe(today)
})

test('emails can be stopped from the page, which then says so', async ({ page, at }) => {
  const { delivery, address } = await aDoor(at)
  await page.goto(address)
  await page.getByRole('button', { name: 'Stop these messages' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You won’t get these messages anymore.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop these messages' })).toHaveCount(0)
  const params = { id: delivery.patient_id }
  const { body } = await at.app.call(patients.readPatient, { as: at.pharmacy.admin, params })
  expect(body.notices).toBe('none')
})

test('the page refreshes automatically without disturbing typing', { tag: '@proof' }, async ({ page, context, at }) => {
  const door = await aDoor(at, { status: 'assigned' })
  await page.goto(door.address)
  await expect(now(page)).toContainText('Planned for')
  const summary = page.locator('summary').last()
  await summary.click()
  await passMinute(context)
  await expect(summary).toBeFocused()
  await expect(page.getByLabel('Day', { exact: true })).toBeVisible()

  await openAccess(page)
  await how(page).fill('Ring twi')
  await startAt(at, door)
  await passMinute(context)
  await expect(now(page)).toContainText('You are next')
  await expect(page.getByRole('status').filter({ hasText: 'You are next' })).toHaveCount(1)
  await expect(how(page)).toHaveValue('Ring twi')

  await save(page).click()
  await expect(how(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: failed })).toBeVisible()
  expect((await stored(at, door)).recipient_notes).toBe('')
})

test('an expired link shows only that, whether already open or opened again', async ({ page, context, at }) => {
  const { address } = await aDoor(at)
  const dead = page.getByRole('heading', { name: 'This link no longer works' })
  await page.goto(address)
  at.app.clock.now = new Date(at.app.clock.now.getTime() + 4 * 24 * 60 * minuteMs)
  await passMinute(context)
  await expect(dead).toBeVisible()
  await expect(page.getByText('Corner Pharmacy')).toHaveCount(0)
  const answer = await page.goto(address)
  expect(answer?.status()).toBe(404)
  await expectGoodScreen(page, 'This link no longer works', { titled: /no longer works$/ })
})
