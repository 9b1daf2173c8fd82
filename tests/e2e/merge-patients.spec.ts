import { expect } from '@playwright/test'
import { aDelivery, aPatient, signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { expectInReach } from './support.ts'
import { test } from './watched-test.ts'

test('two patients who are one are compared and merged, and the old address leads to the one that stays', async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Amy Test')
  const stays = await aPatient(admin, name, { phone: '(555) 010-0171', external_id: `P-${name.length}${Date.now()}` })
  const goes = await aPatient(admin, name, { phone: '5550100172', address: '9 Mill Lane' })
  const delivery = await aDelivery(admin, name, { patientId: goes.id })

  const dialog = page.getByRole('dialog', { name: 'Merge patients' })
  await test.step('a search finds the second patient, but not the same one', async () => {
    await admin.enter(page, `/pharmacy/patients/${goes.id}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Merge…' }).click()
    await dialog.getByRole('searchbox', { name: 'Search patients' }).fill(name)
    await expect(dialog.getByText('1 patient found')).toBeVisible()
    await dialog.getByRole('button', { name: '(555) 010-0171' }).click()
  })

  await test.step('the dialog compares both and says what happens', async () => {
    await expect(dialog.getByRole('radio', { name })).toHaveCount(2)
    await expect(dialog.getByText('9 Mill Lane')).toBeVisible()
    await expect(dialog.getByText('(555) 010-0172')).toBeVisible()
    await expect(dialog.getByText(stays.external_id)).toBeVisible()
    await expect(dialog.getByText('All of the other patient’s deliveries move to the patient you keep')).toBeVisible()
    await expectGoodScreen(page, 'Which details do you want to keep?')
  })

  await test.step('a refusal is shown, and a second try merges them', async () => {
    await dialog.getByRole('radio', { name }).nth(1).check()
    await page.route('**/merge', (route) => route.fulfill({ status: 503, json: { detail: 'Busy' } }), { times: 1 })
    await dialog.getByRole('button', { name: 'Merge patients' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Busy')
    await expectInReach(dialog.getByRole('alert'))
    await dialog.getByRole('button', { name: 'Merge patients' }).click()
    await expect(page.getByText('Patients merged')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/pharmacy/patients/${stays.id}$`))
    await expect(page.getByText('(555) 010-0171')).toBeVisible()
    await expect(page.locator(`a[href$="${delivery.id}"]`).first()).toBeVisible()
  })

  await test.step('the merged patient’s address opens the one that stays', async () => {
    await page.goto(`/pharmacy/patients/${goes.id}`)
    await expect(page).toHaveURL(new RegExp(`/pharmacy/patients/${stays.id}$`))
    await expect(page.getByText('(555) 010-0171')).toBeVisible()
  })
})
