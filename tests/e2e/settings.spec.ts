import { expect } from '@playwright/test'
import { readSettings, updateSettings } from '#shared/api/settings.ts'
import { confirmOwnerByMail, logIn, signUp } from './account-steps.ts'
import { signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { addressHere } from './new-names.ts'
import { expectNoSidewaysOverflow } from './support.ts'
import { test } from './watched-test.ts'

// The tests in this file run one after the other, because the first two change the settings of the same organisation.
test.describe.configure({ mode: 'serial' })

test('an administrator changes the settings and sees which ones cannot change', async ({ page }, { project }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/admin/tenant')
  await expect(page.getByRole('heading', { name: 'Tenant Settings' })).toBeVisible()
  const description = page.getByLabel('Description (Optional)')
  const fax = page.getByLabel('Fax number')
  await expect(page.getByLabel('Time zone')).not.toHaveValue('')
  await expect(page.getByText('1234567893')).toBeVisible()
  await expectNoSidewaysOverflow(page)

  await fax.fill('555')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(fax).toHaveAccessibleDescription(/Fax number must be exactly 10 digits/)
  await expect(fax).toBeFocused()
  await fax.fill('5550100101')
  await page.getByLabel('Delivery updates for recipients').selectOption('Patients who opted in')
  await description.fill(`Delivers to the door, on ${project.name}`)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Delivery updates for recipients')).toHaveValue('asked')
  await expect(description).toHaveValue(`Delivers to the door, on ${project.name}`)
})

test(
  'of two administrators saving at once, the second is informed, reloads and keeps their input',
  { tag: '@proof' },
  async ({ page }, { project }) => {
    const admin = await signInStaff('Amelia Hart')
    await admin.enter(page, '/admin/tenant')
    const description = page.getByLabel('Description (Optional)')
    await description.fill('Typed while another user saved')
    const { body } = await admin.call(readSettings, {})
    const phone_number = body.phone_number === '5550100100' ? '5550100177' : '5550100100'
    await admin.call(updateSettings, { body: { phone_number } })
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('These settings were changed by someone else.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Load the latest version' }).click()
    await expect(page.getByLabel('Phone number')).toHaveValue(phone_number)
    await expect(description).toHaveValue('Typed while another user saved')
    await description.fill(`Twice on ${project.name}`)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    expect((await admin.call(readSettings, {})).body).toMatchObject({
      phone_number,
      description: `Twice on ${project.name}`,
    })
  },
)

test('new requirements for a proof apply from the next delivery on', { tag: '@proof' }, async ({ page, request }) => {
  // This test signs up an organisation of its own, because its change would also affect drivers of the shared one.
  const [email, password] = [addressHere('proof.owner', 'harbour.example'), 'Sturdy-Bridge-77']
  await signUp(request, email)
  await confirmOwnerByMail(request, email, password)
  await logIn(page, email, password)
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
  await page.goto('/admin/tenant')
  await expectGoodScreen(page, 'Require a payment method when money is collected')
  const boxes = [
    'Require the signer’s name and relationship to the patient',
    'Require a photo ID check on deliveries that need one',
    'Require a payment method when money is collected',
    'Allow a first delivery to be completed without the HIPAA form or counseling, with a reason',
  ].map((name) => page.getByRole('checkbox', { name }))
  for (const box of boxes) await expect(box).not.toBeChecked()
  for (const box of boxes) await box.check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.reload()
  for (const box of boxes) await expect(box).toBeChecked()
})
