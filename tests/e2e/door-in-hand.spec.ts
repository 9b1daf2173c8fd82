import { expect, type Locator } from '@playwright/test'
import { arriveAtDoor, button, elementsOverlap } from './arrive-at-door.ts'
import { expectInReach, fillInCompletion } from './support.ts'
import { test } from './watched-test.ts'

const [upright, onItsSide] = [
  { width: 390, height: 664 },
  { width: 664, height: 390 },
]
test.use({ viewport: upright, hasTouch: true, isMobile: true })

/**
 * Returns the visible controls that a thumb would miss because they are narrower or lower than 44 px. A check box or radio button
 * is measured together with its label, but must itself have at least 24 px.
 */
const tooSmall = (dialog: Locator) =>
  dialog.evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter((target) => target.checkVisibility() && !target.matches('.unseen, [tabindex="-1"]'))
      .filter((target) => {
        const isMark = target.matches('[type=checkbox], [type=radio]')
        const least = (element: Element) => {
          const { width, height } = element.getBoundingClientRect()
          return Math.min(width, height)
        }
        return least(isMark ? (target.closest('label') ?? target) : target) < 44 || (isMark && least(target) < 24)
      })
      .map((target) => target.outerHTML.slice(0, 100)),
  )

test('all buttons at the door are within a thumb’s reach, and messages are in view', {
  tag: ['@proof', '@only-phone'],
}, async ({ page }) => {
  const { dialog, save, confirm } = await arriveAtDoor(page, 'Hanna Hand')
  const message = page.getByRole('region', { name: 'Notifications' }).getByText('Please provide a signature first')

  await save.press('Enter')
  await expect(message).toBeVisible()
  expect(await elementsOverlap(message.locator('..'), button(dialog, 'Close'))).toBe(false)
  expect(await tooSmall(dialog)).toEqual([])

  await fillInCompletion(dialog)
  // The message would stay for five seconds, but the signature that it asks for is there.
  await expect(message).toHaveCount(0, { timeout: 1500 })
  const notes = dialog.getByLabel('Delivery Notes')
  await notes.fill('x'.repeat(2001))
  await dialog.getByLabel('Amount').focus()
  // Scroll the field to the edge of the window, where focusing it would not scroll the page and its message could stay out of
  // sight.
  await notes.evaluate((field) => field.scrollIntoView({ block: 'end' }))
  await save.click()
  await expect(notes).toBeFocused()
  const refusal = await notes.getAttribute('aria-describedby').then((ids) => ids?.split(' ').at(-1))
  await expectInReach(dialog.locator(`[id="${refusal}"]`))
  await notes.fill('')

  await page.setViewportSize(onItsSide)
  await button(dialog, 'Take Photo').click()
  await expectInReach(button(dialog, 'Capture'), button(dialog, 'Close camera'), save, button(dialog, 'Cancel'))
  await page.goBack()
  await expect(dialog.getByLabel('Camera')).toHaveCount(0)
  await save.click()
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
  await expectInReach(confirm, button(dialog, 'Back to Edit'))
  expect(await tooSmall(dialog)).toEqual([])
  await page.setViewportSize(upright)
  await expectInReach(confirm, button(dialog, 'Back to Edit'))

  await page.goBack()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  const address = page.url()
  await button(page, 'Print').click()
  await expect(page.getByRole('article', { name: 'Package slip' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(page.url()).toBe(address)
})
