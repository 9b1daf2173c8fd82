import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { aDelivery } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import type { Person } from '#tests/support/test-app.ts'
import { addressOf, enter, type OwnProduct, password, test } from './own-clock.ts'
import { fillInCompletion } from './support.ts'

const list = '/pharmacy/delivery'
const newDelivery = `${list}?view=create`
/**
 * The message about the end of the session. It stays on the sign-in page, because no one is there to read a message that
 * disappears.
 */
const away = (page: Page) => page.getByRole('alert').filter({ hasText: 'You were signed out because you were away.' })

/**
 * Waits until no tab is refreshing its tokens. If the clocks moved during a refresh, its response would arrive hours late, and
 * the tab would keep tokens that were already used.
 */
const settle = (context: BrowserContext) =>
  Promise.all(
    context.pages().map((page) => page.evaluate(() => navigator.locks.request('carelane-tokens', () => undefined))),
  )

/** Moves the clocks of the product and of the browser forward. */
async function pause(context: BrowserContext, { app }: OwnProduct, minutes: number) {
  await settle(context)
  passSeconds(app, minutes * seconds.minute)
  await context.clock.fastForward(minutes * 60_000)
}

/** Moves the clocks forward, and returns the status of the server's response when a page next refreshes its tokens automatically. */
async function answerAfter(context: BrowserContext, at: OwnProduct, minutes: number) {
  const answered = context.waitForEvent('response', (response) => response.url().endsWith('/api/auth/refresh'))
  await pause(context, at, minutes)
  return (await answered).status()
}

async function signInAgain(page: Page, { person }: OwnProduct) {
  await page.getByLabel('Email', { exact: true }).fill(person.user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in to your account' }).click()
}

test('the page signs out exactly at the idle limit, not a minute earlier, and keeps unsaved input', {
  tag: '@proof',
}, async ({ context, at }) => {
  const page = await enter(context, at, newDelivery)
  const notes = page.getByLabel('Delivery Notes')
  await notes.fill('Ring twice')
  await page.keyboard.press('Tab')

  expect(await answerAfter(context, at, 29)).toBe(200)
  await expect(notes).toHaveValue('Ring twice')
  expect(await answerAfter(context, at, 1.5)).toBe(401)
  await expect(page).toHaveURL(addressOf(at, '/login'))
  await expect(away(page)).toBeVisible()
  await expect(notes).toBeHidden()

  await signInAgain(page, at)
  await expect(page).toHaveURL(addressOf(at, newDelivery))
  await expect(notes).toHaveValue('Ring twice')
})

/** Creates a delivery of `driver` that is in progress, opens it as `at.person`, and fills in and signs its completion. */
async function atTheDoor(context: BrowserContext, at: OwnProduct, driver: Person) {
  const { id } = await aDelivery(at.app, { ...at.pharmacy, driver }, { status: 'in_progress' })
  const page = await enter(context, at, `${list}/${id}`)
  await page.getByRole('button', { name: 'Complete Delivery' }).click()
  const dialog = page.getByRole('dialog', { name: /^Complete Delivery/ })
  await fillInCompletion(dialog)
  return { page, path: `${list}/${id}`, dialog }
}

async function complete(page: Page, dialog: Locator) {
  await dialog.getByRole('button', { name: 'Save Signature' }).click()
  await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
}

test('no driver is signed out with a delivery in progress, and entered data stays for hours', {
  tag: '@proof',
}, async ({ context, at }) => {
  const { page, dialog } = await atTheDoor(context, at, at.person)
  for (let hour = 0; hour < 2; hour++) expect(await answerAfter(context, at, 60)).toBe(200)
  await complete(page, dialog)

  expect(await answerAfter(context, at, 31)).toBe(401)
  await expect(page).toHaveURL(addressOf(at, '/login'))
  await expect(away(page)).toBeVisible()
})

test('a user completing another’s delivery is signed out at the limit and continues after signing in', {
  tag: '@proof',
}, async ({ context, at }) => {
  const { page, path, dialog } = await atTheDoor(context, at, at.pharmacy.driver)
  expect(await answerAfter(context, at, 31)).toBe(401)
  await expect(away(page)).toBeVisible()
  await expect(dialog).toBeHidden()
  await signInAgain(page, at)
  await expect(page).toHaveURL(addressOf(at, path))
  await complete(page, dialog)
})

test('a user active in one tab is not idle in another', { tag: '@proof' }, async ({ context, at }) => {
  const [left, used] = [await enter(context, at, list), await enter(context, at, list)]
  for (const page of [left, used]) await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await pause(context, at, 20)
  await used.keyboard.press('Shift')
  expect(await answerAfter(context, at, 1)).toBe(200)

  await pause(context, at, 28)
  await expect(left).toHaveURL(addressOf(at, list))
  await pause(context, at, 5)
  for (const page of [left, used]) {
    await expect(page).toHaveURL(addressOf(at, '/login'))
    // The tab that asks the server first hears why the session has ended, and stores the reason for both. The other tab shows it at
    // the latest when it gets the focus.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await expect(away(page)).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 10_000 })
  }
})
