import { expect } from '@playwright/test'
import { pictures } from '#tests/support/pictures.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nextStopSection, openStartedRun, storedDelivery } from './open-started-run.ts'
import { test } from './watched-test.ts'

test('a failed attempt without a signal keeps its photo and time, and the counter sees both', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, request }) => {
  const { admin, packages } = await openStartedRun(page, request, 'Paula Photo', ['Nora'])
  const [{ id } = { id: '' }] = packages
  await nextStopSection(page)
    .getByRole('button', { name: /^Could not deliver: / })
    .click()
  const dialog = page.getByRole('dialog', { name: /Could not deliver/ })
  await dialog.getByLabel('No answer').check()
  await dialog.getByRole('textbox', { name: /^Note/ }).fill('Rang twice')
  const photo = { name: 'door.png', mimeType: 'image/png', buffer: Buffer.from(pictures['image/png']) }
  await dialog.getByLabel('Photo of the door file').setInputFiles(photo)
  await expect(dialog.getByRole('button', { name: 'Remove Photo' })).toBeVisible()
  await expectGoodScreen(page, 'The time is recorded when you save.')

  await context.setOffline(true)
  const pressed = Date.now()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved on this phone').first()).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await storedDelivery(admin, id)).status, { timeout: 40_000 }).toBe('failed')
  const [attempt] = (await storedDelivery(admin, id)).attempts
  expect(attempt).toMatchObject({ reason: 'no_answer', note: 'Rang twice', photo: expect.any(String) })
  expect(Math.abs(Date.parse(attempt?.captured_at ?? '') - pressed)).toBeLessThan(10_000)

  await admin.enter(page, paths.delivery(id))
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Failed attempts' }) })
  await expect(card).toContainText('No answer: Rang twice')
  await expect(card.getByRole('img', { name: /^The door at the attempt of / })).toBeVisible()
  await expectGoodScreen(page, 'Failed attempts')
})
