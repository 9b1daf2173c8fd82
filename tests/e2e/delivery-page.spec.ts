import { expect, type Locator, type Page } from '@playwright/test'
import { readProof } from '#shared/api/proofs.ts'
import { aDelivery, deliver, type StaffMember, signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { expectNoSidewaysOverflow } from './support.ts'
import { test } from './watched-test.ts'

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

let admin: StaffMember
let driver: StaffMember
test.beforeEach(async () => {
  admin = await signInStaff('Amelia Hart')
  driver = await signInStaff('Miguel Santos')
})

/** Returns the distance in pixels between the top of the page and an element. */
async function topOf(page: Page, one: Locator) {
  const box = await one.boundingBox()
  if (!box) throw new Error('It has no place on the page')
  return box.y + (await page.evaluate(() => scrollY))
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('a delivered delivery shows its signature within two screens, and each fact once', {
  tag: ['@proof', '@only-desk'],
}, async ({ page }) => {
  const { id } = await aDelivery(admin, nameHere('Delia'), { pharmacist: driver, status: 'in_progress' })
  await deliver(driver, id, { hipaa_form_outcome: 'given', counseling_outcome: 'accepted', amount: 10.1 })
  await page.setViewportSize(desk)
  await admin.enter(page, `/pharmacy/delivery/${id}`)
  await expect(page.getByText(/^Missing: /)).toBeVisible()
  expect(await topOf(page, heading(page, 'Delivery Information'))).toBeLessThan(
    await topOf(page, heading(page, 'Patient Information')),
  )
  const signature = page.getByRole('img', { name: /^Signature of/ })
  expect(await topOf(page, signature)).toBeLessThan(2 * desk.height)
  const device = page.getByText('Device time')
  await expect(device).toBeHidden()
  await heading(page, 'Proof of delivery').click()
  await expect(device).toBeVisible()
  await expect(page.getByText(/HIPAA form/i)).toHaveCount(1)
  await expect(page.getByText(/^Counseling/)).toHaveCount(1)
  await expect(page.getByText('$10.10', { exact: true })).toHaveCount(3)
  await expect(page.getByRole('list', { name: 'Needs' })).toHaveCount(0)
  await expectGoodScreen(page, 'Proof of delivery')
})

test('questions that were not asked at the door are not shown as unanswered', { tag: '@proof' }, async ({ page }) => {
  const [name, out] = [nameHere('Nora'), { pharmacist: driver, status: 'in_progress' } as const]
  const first = await aDelivery(admin, name, out)
  await deliver(driver, first.id)
  const { id } = await aDelivery(admin, name, { ...out, patientId: first.patient_id })
  const notReceived = { hipaa_form_received: false, counseling_received: false }
  await admin.enter(page, `/pharmacy/delivery/${id}`)
  const fact = (term: string) => page.locator('dt').getByText(term, { exact: true }).locator('xpath=../dd')
  await expect(fact('HIPAA Form Received')).toHaveText('No')
  await expect(fact('Counseling')).toHaveText('Pending')
  await deliver(driver, id, notReceived)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Proof of delivery' })).toBeVisible()
  await expect(fact('HIPAA Form Received')).toHaveText('N/A')
  await expect(fact('Counseling')).toHaveText('N/A')
  const { body } = await admin.call(readProof, { params: { id } })
  expect(body).toMatchObject({ hipaa_form_received: null, counseling_received: null })
})

test('on a phone, deleting a delivery is the last menu entry', { tag: '@proof' }, async ({ page }) => {
  const name = nameHere('Fona')
  const { id } = await aDelivery(admin, name, { pharmacist: driver, prescription: 'RX-1234567', filled: '2026-01-05' })
  await page.setViewportSize(phone)
  await admin.enter(page, `/pharmacy/delivery/${id}`)
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  expect(await topOf(page, heading(page, 'Patient Information'))).toBeLessThan(phone.height / 2)
  await expect(page.getByText('filled 01/05/2026')).toBeVisible()
  await expectNoSidewaysOverflow(page)
  const more = page.locator('main').getByRole('button', { name: 'More', exact: true })
  await more.click()
  const entries = page.locator('main').getByRole('link', { name: 'Duplicate' }).locator('xpath=..').locator('a, button')
  await expect(entries).toHaveText(['Duplicate', 'Delete'])
  await expectGoodScreen(page, 'Duplicate')
  if (await entries.last().isHidden()) await more.click()
  await entries.last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Delivery deleted successfully')).toBeVisible()
})

test('e edits and p prints the delivery whose page is open', { tag: '@proof' }, async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  const { id } = await aDelivery(admin, nameHere('Keith'), { pharmacist: driver })
  await page.setViewportSize(desk)
  await admin.enter(page, `/pharmacy/delivery/${id}`)
  await expect(page.getByRole('table', { name: 'Prescriptions' })).toBeVisible()
  // The keyboard shortcuts load together with the search, when the page is idle.
  await expect(page.getByRole('combobox', { name: 'Search patients, prescriptions, deliveries' })).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByText('PACKAGE DELIVERY')).toBeVisible()
  await page.getByText('Close', { exact: true }).click()
  await page.keyboard.press('e')
  await expect(page).toHaveURL(`/pharmacy/delivery/edit/${id}`)
})

test('on a phone, Today is one line on the dashboard, which expands', { tag: '@proof' }, async ({ page }) => {
  await page.setViewportSize(phone)
  await admin.enter(page, '/dashboard')
  const figure = page.getByRole('link', { name: /^To collect/ })
  await expect(page.getByText(/^\d+ unassigned, \d+ out, \d+ needing attention$/)).toBeVisible()
  await expect(figure).toBeHidden()
  expect(await topOf(page, heading(page, 'Tenant Overview'))).toBeLessThan(phone.height / 2)
  await heading(page, 'Today').click()
  await expect(figure).toBeVisible()
  await expectGoodScreen(page, 'To collect')
})
