import { expect } from '@playwright/test'
import { listDeliveries } from '#shared/api/deliveries.ts'
import { addDays } from '#shared/rules/dates.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { choosePassword, confirmOwnerByMail, signUp } from './account-steps.ts'
import { aDelivery, aPatient, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { mailedLink } from './mailed-link.ts'
import { addressHere, daysAheadHere, nameHere } from './new-names.ts'
import { test } from './watched-test.ts'

test('a patient who moved: open deliveries are offered the new address, with both addresses in sight', {
  tag: '@proof',
}, async ({ page }) => {
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
  await expect(page.getByText('1 open delivery changed')).toBeVisible()
  const { body } = await admin.call(listDeliveries, { query: { patient_id } })
  expect(body).toMatchObject([{ delivery_address: '5 Mill Lane' }])
})

test('the board asks once whether residents of one address are one stop, and remembers the answer', {
  tag: '@proof',
}, async ({ page }) => {
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

test('a new pharmacy’s first hour: reset, first steps, own time ranges, and a delivery that starts with them', {
  tag: '@proof',
}, async ({ page, request }) => {
  const [email, password] = [addressHere('first.owner', 'harbour.example'), 'Sturdy-Bridge-77']
  await signUp(request, email)
  await confirmOwnerByMail(request, email, password)
  await test.step('after a reset, the login page has the address', async () => {
    await request.post('/api/auth/request-password-reset', { data: { email } })
    await page.goto(await mailedLink(request, email, '/reset-password'))
    await choosePassword(page, 'New password', password)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByRole('link', { name: 'Go to login' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in to your account' }).click()
  })

  await test.step('the dashboard shows the first steps', async () => {
    await expect(page.getByRole('heading', { name: 'Getting started' })).toBeVisible()
    await expectGoodScreen(page, 'Getting started')
    await page.getByRole('link', { name: 'Open settings' }).click()
  })

  await test.step('the settings take own time ranges, delivery days and defaults', async () => {
    const range = page.getByRole('group', { name: 'Time range 1' })
    await range.getByLabel('Start').fill('08:30')
    await range.getByLabel('End').fill('08:00')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(range.getByLabel('Start')).toHaveAccessibleDescription('Enter a start, and an end that is later')
    await range.getByLabel('End').fill('23:59')
    await range.getByLabel('Label (Optional)').fill('All day')
    for (const left of [4, 3, 2]) await page.getByRole('button', { name: `Remove time range ${left}` }).click()
    await page.getByLabel('Day without deliveries (Optional)').fill('2099-12-25')
    await page.getByRole('button', { name: 'Add closed day' }).click()
    await page.getByRole('checkbox', { name: 'Require a signature' }).check()
    await expectGoodScreen(page, 'Delivery days and times')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
  })

  await test.step('a new delivery starts with them, and the step has a check mark', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Check your settings (done)' })).toBeVisible()
    await page.getByRole('link', { name: 'New delivery' }).click()
    await expect(page.getByLabel('Time Range').locator('option:checked')).toHaveText('All day')
    await expect(page.getByLabel('Signature required')).toBeChecked()
    await expect(page.getByText('Fill date and number, which auditors ask for')).toBeVisible()
    await expect(page.getByLabel('Delivery Date', { exact: true })).not.toHaveValue('')
  })

  await test.step('an empty list names both ways in', async () => {
    await page.goto(paths.deliveries)
    await expect(page.getByRole('link', { name: 'Import a file' })).toBeVisible()
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect(page.getByRole('heading', { name: 'Getting started' })).toBeHidden()
  })
})
