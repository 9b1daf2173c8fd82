import { expect, type Locator, type Page } from '@playwright/test'
import { demoPassword, demoStaff } from '#infra/local/demo/people.ts'

type Who = (typeof demoStaff)[number]['full_name']

/**
 * Signs a person of the demo pharmacy in. Without `landsOn`, it opens the login page first and waits for the dashboard at the end.
 * With `landsOn`, the login page must be open already, and at the end it waits for this address.
 */
export async function signIn(page: Page, who: Who, { landsOn }: { landsOn?: string } = {}) {
  const person = demoStaff.find(({ full_name }) => full_name === who)
  if (!landsOn) await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(person?.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in to your account' }).click()
  if (landsOn) await expect(page).toHaveURL(landsOn)
  else await expect(page.getByRole('heading', { name: `Welcome back, ${who}` })).toBeVisible()
}

/** Draws a zigzag line on the signature pad with the mouse. */
export async function sign(page: Page) {
  const pad = page.getByLabel('Signature pad')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('The signature pad has no place on the page')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.1, 0.7))
  await page.mouse.down()
  for (const [x, y] of [
    [0.25, 0.2],
    [0.35, 0.8],
    [0.5, 0.3],
    [0.65, 0.7],
    [0.85, 0.4],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 3 })
  await page.mouse.up()
}

/** Answers the questions of a first delivery with yes, and signs. */
export async function fillInCompletion(completion: Locator) {
  for (const question of ['HIPAA Form Received', 'Counseling Received'])
    await completion.getByRole('group', { name: question }).getByLabel('Yes').check()
  await sign(completion.page())
}

/** Waits until the messages about the last action have disappeared. */
export const expectNoMessages = (page: Page) => expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)

/** Expects that nothing overflows the screen to the side. */
export async function expectNoSidewaysOverflow(page: Page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess).toBeLessThanOrEqual(0)
}

/** Expects that the elements are entirely inside the window and nothing covers them. */
export async function expectInReach(...places: Locator[]) {
  for (const place of places) {
    await expect(place).toBeInViewport({ ratio: 1 })
    const isCovered = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return [top + 2, (top + bottom) / 2, bottom - 2].some((y) => {
        const hit = document.elementFromPoint((left + right) / 2, y)
        return !hit || !element.contains(hit)
      })
    }
    await expect.poll(() => place.evaluate(isCovered)).toBe(false)
  }
}

/**
 * Expects that the message about a refusal disappears, which takes five seconds, but that its text stays at the place of the
 * action.
 */
export async function expectRefusalToStay(page: Page, text: string) {
  await expectRefusalTwice(page, text)
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(text)).toHaveCount(0)
  await expect(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible()
}

/**
 * Expects that a refusal is shown twice: in a message that disappears automatically, and at the place of the refused action, where more
 * text may follow it. A screen reader must announce it only once.
 */
export async function expectRefusalTwice(page: Page, text: string) {
  const message = page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
  await expect(message).toBeVisible()
  await expect(message.locator('xpath=ancestor::*[@aria-live]')).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
}

/**
 * Returns options for `test.use` with a random IP address, so that test files do not share one. A single address may request only a
 * few emails per hour.
 */
export function withOwnIpAddress() {
  const byte = () => Math.floor(Math.random() * 256)
  return { extraHTTPHeaders: { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` } }
}

/** Returns how many lines the element's text takes. Runs in the page. */
export function lineCount(element: Element) {
  const text = document.createRange()
  text.selectNodeContents(element)
  return new Set([...text.getClientRects()].map(({ top }) => top)).size
}
