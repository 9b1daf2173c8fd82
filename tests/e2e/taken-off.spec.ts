import { expect } from '@playwright/test'
import { updateUser } from '#shared/api/users.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { button } from './arrive-at-door.ts'
import { aDelivery, deliver, rowOf, signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { completeNextStop, openStartedRun, packageOfNextStop, storedDelivery } from './open-started-run.ts'
import { test } from './watched-test.ts'

test('what a deactivated driver signed for goes to the pharmacy whole, which completes the delivery with it', {
  tag: ['@proof', '@phone'],
}, async ({ page, context, request }) => {
  const { admin, person, packages } = await openStartedRun(page, request, 'Dave Deactivated', ['Sam', 'Una'])
  await context.setOffline(true)
  const signed = await packageOfNextStop(page, packages)
  const other = packages.find(({ id }) => id !== signed.id)
  await completeNextStop(page)
  await expect(page.getByText('1 waiting')).toBeVisible()
  await admin.call(updateUser, { params: { id: person.user.id }, body: { is_active: false } })
  await context.setOffline(false)

  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(/^1 delivery on this phone hasn’t been sent/)).toBeVisible()
  await expect(page.getByText(signed.patient_name)).toHaveCount(0)
  await expectGoodScreen(page, 'Hand to the pharmacy')
  await button(page, 'Hand to the pharmacy').click()
  await expect(page.getByText('The pharmacy has what you recorded.')).toBeVisible()
  await expect(button(page, 'Hand to the pharmacy')).toHaveCount(0)

  const office = await context.browser()?.newPage({ viewport: { width: 1280, height: 800 } })
  if (!office) throw new Error('There is no browser')
  await admin.enter(office, paths.attention)
  await expect(
    rowOf(office, other?.patient_name ?? '').getByText(`With ${person.user.full_name}, who can no longer sign in`),
  ).toBeVisible()
  await office.goto(paths.runs)
  await expect(office.getByText(`${person.user.full_name} can no longer sign in. Assign the packages`)).toBeVisible()
  await button(office, `Assign to…: ${other?.patient_name}`).click()
  await expect(button(office, 'Unassigned')).toBeVisible()
  await expect(button(office, new RegExp(`^${person.user.full_name}`))).toHaveCount(0)
  await office.keyboard.press('Escape')
  await office
    .getByRole('heading', { name: person.user.full_name })
    .locator('xpath=ancestor::section')
    .getByLabel('Select all')
    .check()
  await expect(office.getByText('2 selected')).toBeVisible()
  await office.goto(paths.attention)
  await rowOf(office, signed.patient_name)
    .getByRole('link', { name: /^Review record/ })
    .click()
  await expect(office.getByRole('img', { name: /^Signature of/ })).toBeInViewport()
  await expectGoodScreen(office, 'Complete with this record')
  await button(office, 'Complete with this record').click()
  await expect(office.getByText('Record accepted')).toBeVisible()
  await expect(button(office, 'Complete with this record')).toHaveCount(0)
  expect(await storedDelivery(admin, signed.id)).toMatchObject({
    status: 'delivered',
    pharmacist_name: person.user.full_name,
  })
  await office.close()
})

test('a completion at the wrong door is marked, and the delivery is planned again', { tag: '@proof' }, async ({
  page,
}) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const patient = nameHere('Wanda Wrong')
  const { id } = await aDelivery(admin, patient, { pharmacist: driver, status: 'in_progress' })
  await deliver(driver, id)
  await admin.enter(page, paths.delivery(id))
  await page.locator('summary').filter({ hasText: 'Proof of delivery' }).click()
  await button(page, 'Recorded by mistake…').click()
  await page.getByLabel('Reason').fill('Signed by the neighbor')
  await button(page, 'Mark as mistake').click()
  await expect(page.getByText('Recorded by mistake: Signed by the neighbor').first()).toBeVisible()
  await expectGoodScreen(page, 'Plan again')
  await button(page, 'Plan again').click()
  await expect(page.getByText('Planned again after a mistake.')).toBeVisible()
  await page.getByRole('link', { name: 'Open the old delivery' }).click()
  await expect(page.getByRole('link', { name: 'Open the new delivery' })).toBeVisible()
  await page.goto(paths.runs)
  await expect(page.locator(`[data-row="${id}"]`).getByText('Recorded by mistake', { exact: true })).toBeVisible()
  await page.goto(`${paths.deliveries}?status=delivered`)
  await expect(page.getByText(/^\d+ deliver(y|ies) found, \d+ recorded by mistake$/)).toBeVisible()
})
