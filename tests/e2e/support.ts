import { expect, type Locator, type Page } from '@playwright/test'
import { demoPassword, demoStaff } from '#infra/local/demo/people.ts'

type Who = (typeof demoStaff)[number]['full_name']

/** Signs a person of the demo pharmacy in, through the login page, and waits for the dashboard or the remembered page. */
export async function signIn(page: Page, who: Who, { landsOn }: { landsOn?: string } = {}) {
  const person = demoStaff.find(({ full_name }) => full_name === who)
  if (!landsOn) await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(person?.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in to your account' }).click()
  if (landsOn) await expect(page).toHaveURL(landsOn)
  else await expect(page.getByRole('heading', { name: `Welcome back, ${who}` })).toBeVisible()
}

/** A few strokes across the signature pad, by mouse as by finger. */
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
    await page.mouse.move(...at(x, y), { steps: 6 })
  await page.mouse.up()
}

/** Answers what a first delivery asks, and signs. */
export async function fillIn(completion: Locator) {
  for (const question of ['HIPAA Form Received', 'Counseling Received'])
    await completion.getByRole('group', { name: question }).getByLabel('Yes').check()
  await sign(completion.page())
}

/** Until what was said of the last action has gone. */
export const expectQuiet = (page: Page) => expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)

/** Nothing stands out to the side of the screen. */
export async function expectNoSideways(page: Page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess).toBeLessThanOrEqual(0)
}

/** The message goes after its five seconds; its words stay where they were asked for. */
export async function expectToStay(page: Page, text: string) {
  await expectSaidTwice(page, text)
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(text)).toHaveCount(0)
  await expect(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible()
}

/**
 * A refusal is seen twice, in a message that goes and at its place until something else is done, where a hint may follow it; and
 * it is heard once.
 */
export async function expectSaidTwice(page: Page, text: string) {
  const message = page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
  await expect(message).toBeVisible()
  await expect(message.locator('xpath=ancestor::*[@aria-live]')).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
}

/** A place that no other file's tests call from: one place may ask for some mails an hour. For `test.use`. */
export function ownPlace() {
  const byte = () => Math.floor(Math.random() * 256)
  return { extraHTTPHeaders: { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` } }
}
