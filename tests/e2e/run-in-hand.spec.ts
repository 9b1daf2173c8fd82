import { expect, type Locator } from '@playwright/test'
import { boxesOverlap, boxOf, button, completionDialogOf } from './arrive-at-door.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nextStopSection, openStartedRun, signAndConfirm } from './open-started-run.ts'
import { fillInCompletion } from './support.ts'
import { test } from './watched-test.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('on a run and at its doors, no message covers the next button', {
  tag: ['@only-phone', '@proof'],
}, async ({ page, request }) => {
  await openStartedRun(page, request, 'Mette Message', ['Ada', 'Bea', 'Cid'])
  const messages = page.getByRole('region', { name: 'Notifications' })
  async function expectClear(message: string, ...next: Locator[]) {
    const shown = messages.getByText(message, { exact: true }).locator('..')
    await expect(shown).toBeVisible()
    // The message is measured at once, because it disappears automatically.
    const place = await boxOf(shown)
    for (const one of next) {
      await expect(one).toBeVisible()
      expect([`${one}`, boxesOverlap(place, await boxOf(one))]).toEqual([`${one}`, false])
    }
  }

  await button(nextStopSection(page), /^Complete: /).click()
  const door = completionDialogOf(page)
  await button(door, 'Save Signature').press('Enter')
  const empty = 'Please provide a signature first'
  await expectClear(empty, button(door, 'Save Signature'), button(door, 'Close'), door.getByLabel('Signature pad'))
  await fillInCompletion(door)
  await button(door, 'Save Signature').click()
  const confirm = button(door, 'Confirm & Complete Delivery')
  await expect(confirm).toBeVisible()
  await expect(messages.getByText(empty)).toHaveCount(0)
  await confirm.click()
  await expect(door).toHaveCount(0)
  const ends = [button(nextStopSection(page), /^Complete: /), button(nextStopSection(page), /^Could not deliver: /)]
  await expectClear(
    'Delivery completed successfully',
    ...ends,
    button(nextStopSection(page), /^Call/).or(page.locator('a[href^="tel:"]').first()),
  )

  await button(nextStopSection(page), /^Complete: /).click()
  await signAndConfirm(page)
  await button(nextStopSection(page), /^Could not deliver: /).click()
  const failing = page.getByRole('dialog', { name: /Could not deliver/ })
  const reasons = [failing.getByLabel('No answer'), failing.getByLabel('Refused'), button(failing, 'Close')]
  await expectClear('Delivery completed successfully', ...reasons)
})

test('a run of many stops is a short page with the next stops, and shows all on request', {
  tag: ['@only-phone', '@proof'],
}, async ({ page, request }) => {
  const patients = Array.from({ length: 12 }, (_, i) => `Nr${i}`)
  await openStartedRun(page, request, 'Lone Long', patients)
  await expect(button(nextStopSection(page), /^Complete: /)).toBeInViewport({ ratio: 1 })
  const others = page.getByRole('list', { name: 'Other stops' }).getByRole('listitem')
  await expect(others.filter({ visible: true })).toHaveCount(5)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2 * 844)
  await expectGoodScreen(page, 'Show all 11')

  await button(page, 'Show all 11').click()
  await expect(others.filter({ visible: true })).toHaveCount(11)
  const last = others.last()
  const move = button(last, /^Make next: /)
  await expect(move).toBeHidden()
  await last.locator('summary').click()
  const name = await last.locator('strong').first().textContent()
  await move.click()
  await expect(nextStopSection(page)).toContainText(name ?? '')
})
