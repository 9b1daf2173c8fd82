import { type BrowserContext, expect, type Page } from '@playwright/test'
import { changeStatus, readDelivery } from '#shared/api/deliveries.ts'
import { copyRecipientLink } from '#shared/api/recipient-updates.ts'
import { updateSettings } from '#shared/api/settings.ts'
import * as tracking from '#shared/api/tracking.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { addDays, shortDay, utcDate } from '#shared/rules/dates.ts'
import { aDelivery, aPatient, complete, completionData, pngBytes } from '#tests/support/builders.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { addressOf, enter, type OwnProduct, test } from './own-clock.ts'

/**
 * Sets the product's and the browser's clock to noon, because at night no one is notified. Signs the administrator and `person` in
 * again, and makes the pharmacy notify every recipient.
 */
async function atNoon(context: BrowserContext, { app, pharmacy, ...at }: OwnProduct): Promise<OwnProduct> {
  app.clock.now = new Date(`${utcDate(app.clock.now)}T12:00:00Z`)
  await context.clock.setSystemTime(app.clock.now)
  // The people sign in again, because by the new clock their earlier sessions may have been idle for hours.
  const admin = await app.signIn(pharmacy.admin.user)
  const person = await app.signIn(at.person.user)
  await app.call(updateSettings, { as: admin, body: { recipient_notices: 'all' } })
  return { app, pharmacy: { ...pharmacy, admin }, person }
}

const planned = async ({ app, pharmacy }: OwnProduct, email: string, fields: Parameters<typeof aDelivery>[2] = {}) => {
  const { id: patient_id } = await aPatient(app, pharmacy.admin, {
    email,
    name: `${email.split('@')[0]} Solberg`,
    phone: '(312) 555-0142',
  })
  return aDelivery(app, pharmacy, { patient_id, time_range: '15:00-18:00', ...fields })
}

/** Returns the token of a delivery's recipient page, and the page's URL on this server. */
async function linkOf(at: OwnProduct, { id }: Delivery) {
  const { body } = await at.app.call(copyRecipientLink, { as: at.pharmacy.admin, params: { id } })
  const { pathname } = new URL(body.url)
  return { token: pathname.split('/').at(-1) ?? '', address: addressOf(at, pathname) }
}

const stored = async ({ app, pharmacy }: OwnProduct, { id }: Delivery): Promise<Delivery> =>
  (await app.call(readDelivery, { as: pharmacy.admin, params: { id } })).body

const updates = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Updates', exact: true }) })

test('a delivery and its patient show sent and returned updates and the link to read out by phone', {
  tag: '@proof',
}, async ({ context, at: opened }) => {
  const at = await atNoon(context, opened)
  const delivery = await planned(at, 'bounce@simulator.amazonses.com')
  await at.app.sendMails()
  await at.app.sendMails()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await enter(context, at, paths.delivery(delivery.id))
  await expect(updates(page)).toContainText(/Planned.*12:00 PM, bounced/)
  await expect(updates(page)).toContainText('Updates stopped: email bounced, ')
  await expectGoodScreen(page, 'Updates stopped')
  await updates(page).getByRole('button', { name: 'Get recipient’s link' }).click()
  await updates(page).getByRole('button', { name: 'Copy link' }).click()
  await expect(updates(page).getByRole('status')).toHaveText('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await updates(page).getByLabel('Recipient’s tracking page').inputValue())

  await page.goto(addressOf(at, paths.patient(delivery.patient_id)))
  await expect(updates(page)).toContainText(/Planned.*12:00 PM, bounced/)
  await expect(updates(page)).toContainText('Updates stopped: email bounced, ')
  await updates(page).getByRole('button', { name: 'Get recipient’s link' }).click()
  await expect(updates(page).getByLabel('Recipient’s tracking page')).toHaveValue(copied)
  await page.goto(addressOf(at, new URL(copied).pathname))
  await expect(page.getByText('Planned for')).toBeVisible()
})

test('on a delivered delivery, the signature, who signed and the photo are above the updates and within two screens', {
  tag: ['@proof', '@only-desk'],
}, async ({ context, at: opened }) => {
  const at = await atNoon(context, opened)
  const rx_information = ['1', '2'].map((rx_number) => ({ rx_number, copay: 4 }))
  const { id } = await planned(at, 'sven@example.com', { status: 'in_progress', rx_information })
  const data = { ...completionData, signer_name: 'Arthur Abbott', signer_relationship: 'family' }
  expect((await complete(at.app, at.pharmacy.admin, id, { data, photo: pngBytes })).status).toBe(200)
  await at.app.sendMails()
  await at.app.sendMails()
  const page = await enter(context, at, paths.delivery(id))
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(updates(page)).toContainText('Delivered')
  const [signature, photo] = [
    page.getByRole('img', { name: /^Signature of/ }),
    page.getByRole('img', { name: 'The delivery at the door' }),
  ]
  await expect(page.locator('section').filter({ has: signature })).toContainText('Arthur Abbott')
  const tops = await Promise.all(
    [signature, photo, updates(page)].map(async (one) => (await one.boundingBox())?.y ?? 0),
  )
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(tops[1]).toBeLessThan(2 * 800)
})

test('a patient who chooses text messages gets them until they text STOP, as their page shows', {
  tag: ['@proof', '@phone'],
}, async ({ context, at: opened }) => {
  const at = await atNoon(context, opened)
  const delivery = await planned(at, 'tess@example.com', { status: 'assigned', pharmacist_id: at.person.user.id })
  const page = await enter(context, at, paths.patient(delivery.patient_id))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit Patient' })
  const wish = form.getByLabel('Delivery updates')
  await wish.selectOption('By text message')
  await expectGoodScreen(page, 'Delivery updates')
  await form.getByRole('button', { name: 'Update Patient' }).click()
  await expect(page.getByText('Patient updated successfully')).toBeVisible()
  await at.app.sendMails()
  await at.app.sendMails()
  await page.reload()
  await expect(updates(page)).toContainText(/Planned.*12:00 PM, by text message/)

  at.app.services.texter = { send: async () => 'opted_out' }
  await at.app.call(changeStatus, {
    as: at.pharmacy.admin,
    params: { id: delivery.id },
    body: { status: 'in_progress' },
  })
  await at.app.sendMails()
  await at.app.sendMails()
  await page.reload()
  await expect(updates(page)).toContainText(/Next.*12:00 PM, by text message, rejected/)
  await expect(updates(page)).toContainText('Updates stopped: recipient texted STOP, ')
  await expectGoodScreen(page, 'recipient texted STOP')
})

test('forms offer no text messages if they are not configured', { tag: '@proof' }, async ({ context, at: opened }) => {
  const at = await atNoon(context, opened)
  await context.route('**/config.json', (route) => route.fulfill({ json: { google_client_id: '' } }))
  const delivery = await planned(at, 'nora@example.com')
  const config = context.waitForEvent('response', (response) => response.url().endsWith('/config.json'))
  const page = await enter(context, at, paths.patient(delivery.patient_id))
  await config
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const wish = page.getByRole('dialog', { name: 'Edit Patient' }).getByLabel('Delivery updates')
  await expect(wish.getByRole('option')).toHaveText(['Use the organization’s setting', 'By email', 'None'])
})

test('a patient’s page says if they unsubscribed, and has no such card if updates are off', {
  tag: '@proof',
}, async ({ context, at: opened }) => {
  const at = await atNoon(context, opened)
  const delivery = await planned(at, 'nils@example.com')
  const { token } = await linkOf(at, delivery)
  await at.app.call(tracking.endNotices, { params: { token } })
  const page = await enter(context, at, paths.patient(delivery.patient_id))
  await expect(updates(page)).toContainText(`Updates stopped: unsubscribed, ${shortDay(utcDate(at.app.clock.now))}`)
  await expect(updates(page)).toContainText('Nothing has been sent yet')
  await at.app.call(updateSettings, { as: at.pharmacy.admin, body: { recipient_notices: 'off' } })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible()
  await expect(updates(page)).toHaveCount(0)
})

test('a request for another day is on the Attention list and is answered there by Move or Keep', async ({
  context,
  at: opened,
}) => {
  const at = await atNoon(context, opened)
  const today = utcDate(at.app.clock.now)
  const wished = addDays(today, 3)
  const [moved, saved] = [await planned(at, 'mona@example.com'), await planned(at, 'karl@example.com')]
  const body = { delivery_date: wished, time_range: '15:00-18:00' as const }
  const links = [await linkOf(at, moved), await linkOf(at, saved)] as const
  for (const { token } of links) await at.app.call(tracking.askForDay, { params: { token }, body })
  const page = await enter(context, at, paths.attention)
  const day = shortDay(wished)
  await expect(page.getByText(`Recipient asked for ${day}`)).toHaveCount(2)
  await page.getByRole('button', { name: `Move to ${day}: mona Solberg` }).click()
  await expect(page.getByText(`Recipient asked for ${day}`)).toHaveCount(1)
  await page.getByRole('button', { name: /^Keep \w+ \d+: karl Solberg$/ }).click()
  await expect(page.getByText(`Recipient asked for ${day}`)).toHaveCount(0)
  expect(await stored(at, moved)).toMatchObject({ ...body, asked: null })
  expect(await stored(at, saved)).toMatchObject({ delivery_date: today, time_range: saved.time_range, asked: null })

  await page.goto(links[0].address)
  await expect(page.locator('#now')).toContainText('Moved to')
  await page.goto(links[1].address)
  await expect(page.locator('#now')).not.toContainText('Asked for')
})

test('the driver sees the recipient’s message beside the access notes', { tag: ['@proof', '@phone'] }, async ({
  context,
  at: opened,
}) => {
  const at = await atNoon(context, opened)
  const delivery = await planned(at, 'dora@example.com', { status: 'assigned', pharmacist_id: at.person.user.id })
  const { token } = await linkOf(at, delivery)
  await at.app.call(tracking.storeAccessNote, { params: { token }, body: { access_notes: 'Ring at number 12 b' } })
  const page = await enter(context, at, paths.myRun)
  const note = page.getByText('Note from the recipient: Ring at number 12 b', { exact: true })
  await expect(note).toBeVisible()
  await expect(page.getByText('Gate code 4711#, beware of the dog').first()).toBeVisible()
  await page.goto(addressOf(at, paths.delivery(delivery.id)))
  await expect(page.getByText('Ring at number 12 b').first()).toBeVisible()
})
