import { expect } from '@playwright/test'
import { listDeliveries } from '#shared/api/deliveries.ts'
import { addDays } from '#shared/rules/dates.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { aDelivery, aPatient, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { daysAheadHere, nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

test('a patient who moved: open deliveries are offered the new address, with both addresses in sight', async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Mona Moved')
  const { patient_id } = await aDelivery(admin, name, { date: addDays(demoToday(), 2) })
  await admin.enter(page, paths.patient(patient_id))
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const form = page.getByRole('dialog', { name: 'Edit Patient' })
  await form.getByLabel('Address', { exact: true }).fill('5 Mill Lane')
  await form.getByRole('button', { name: 'Update Patient' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toHaveAccessibleName('1 open delivery still goes to the old address. Change it too?')
  await expect(question).toContainText('New address: 5 Mill Lane')
  await expectGoodScreen(page, 'Change deliveries')
  await question.getByRole('button', { name: 'Change deliveries' }).click()
  await expect(page.getByText('1 changed')).toBeVisible()
  const { body } = await admin.call(listDeliveries, { query: { patient_id } })
  expect(body).toMatchObject([{ delivery_address: '5 Mill Lane' }])
})

test('the board asks once whether residents of one address are one stop, and remembers the answer', async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  const date = addDays(demoToday(), daysAheadHere(150))
  const street = `${nameHere('2300 Lakeview')} Ave`
  for (const room of ['Rm 10', 'Rm 11', 'Rm 12']) {
    const name = nameHere(`Resident ${room}`)
    const { id: patientId } = await aPatient(admin, name, { address: street, apt_suite_building: room })
    await aDelivery(admin, name, { date, patientId })
  }
  await admin.enter(page, paths.runsOf(date))
  await expect(page.getByText(`3 patients at ${street}. Is this one stop?`)).toBeVisible()
  await expectGoodScreen(page, 'Is this one stop?')
  await page.getByRole('button', { name: 'One stop', exact: true }).click()
  await expect(page.getByText('Is this one stop?')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Unassigned', level: 2 })).toBeVisible()
  await expect(page.getByText('Is this one stop?')).toBeHidden()
})
