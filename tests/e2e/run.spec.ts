import { expect, type Page } from '@playwright/test'
import { readPrintData } from '#shared/api/deliveries.ts'
import { paths } from '../../web/lib/paths.ts'
import { todayHere } from '../../web/lib/format.ts'
import { aDelivery, aPatient, staff } from './deliveries-staff.ts'
import { expectGood } from './expect-good.ts'
import { wordHere } from './new-names.ts'
import { fillIn } from './support.ts'
import { test } from './watched-test.ts'

const line = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a day with packages: loaded, three at one door, one that nobody opens, handed over and confirmed', async ({
  page,
}) => {
  const [admin, person] = [await staff('Amelia Hart'), await staff('Priya Shah')]
  const [one, other] = [`Ada ${wordHere()}`, `Nell ${wordHere()}`]
  const { id: patientId } = await aPatient(admin, one)
  const packages = []
  for (let i = 0; i < 3; i++) packages.push(await aDelivery(admin, one, { pharmacist: person, patientId }))
  await aDelivery(admin, other, { pharmacist: person })
  const { body: slip } = await admin.call(readPrintData, { params: { id: packages[0]?.id ?? '' } })

  await person.enter(page, paths.myRun)
  await expect(page.getByRole('heading', { name: 'My Run' })).toBeVisible()
  await expect(page.getByText(/of \d+ done/)).toBeVisible()

  await test.step('packages are loaded by their code and by hand', async () => {
    await page.getByLabel('Enter a code').fill('nonsense')
    await page.getByRole('button', { name: 'Load', exact: true }).click()
    await expect(page.getByText('This is not a slip of ours')).toBeVisible()
    await page.getByLabel('Enter a code').fill(slip.code)
    await page.getByRole('button', { name: 'Load', exact: true }).click()
    await expect(line(page, one).getByText('Loaded').first()).toBeVisible()
    await page.getByRole('button', { name: `Mark loaded: ${one}` }).first().click()
    await expect(page.getByRole('button', { name: `Not loaded: ${one}` })).toHaveCount(2)
    await expectGood(page)
  })

  await test.step('the start names what is not loaded', async () => {
    await page.getByRole('button', { name: 'Start run' }).click()
    await expect(page.getByText(/\d+ packages are not loaded/)).toBeVisible()
    await page.getByRole('button', { name: 'Start with all' }).click()
    await expect(page.getByRole('button', { name: 'Start with all' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Start run' })).toBeHidden()
  })

  await test.step('one signature completes the packages of one door', async () => {
    await page.getByRole('button', { name: 'Complete', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: /Complete Delivery/ })
    await expect(dialog.getByText('Handed over with it')).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: new RegExp(one) })).toHaveCount(2)
    await fillIn(dialog)
    await dialog.getByLabel('Amount').fill('5')
    await dialog.getByLabel('Payment method').selectOption('Cash')
    await dialog.getByRole('button', { name: 'Save Signature' }).click()
    await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/1 of \d+ done/)).toBeVisible()
  })

  await test.step('a door that nobody opens has a reason, and its package comes back', async () => {
    await page.getByRole('button', { name: 'Could not deliver' }).first().click()
    await page.getByLabel('No answer').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'To bring back' })).toBeVisible()
    await expectGood(page)
    await page.getByRole('button', { name: `Back at the pharmacy: ${other}` }).click()
    await expect(page.getByRole('heading', { name: 'To bring back' })).toBeHidden()
  })

  await test.step('the run is handed over', async () => {
    await page.getByRole('button', { name: 'Close run' }).click()
    await expect(page.getByText('4 packages out = 3 delivered + 1 back')).toBeVisible()
    await page.getByLabel('Cash counted').fill('5')
    await page.getByRole('button', { name: 'Hand over' }).click()
    await expect(page.getByRole('heading', { name: 'Handovers' })).toBeVisible()
  })

  await test.step('somebody else counts, and says why a sum differs', async () => {
    await admin.enter(page, paths.run(todayHere(), person.user.id))
    await page.getByRole('button', { name: 'Confirm' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm' })
    await dialog.getByLabel('Cash counted').fill('4')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText('Say why the counts differ')).toBeVisible()
    await dialog.getByLabel('Reason').fill('A dollar fell down')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Reason: A dollar fell down')).toBeVisible()
    await expect(page.getByText(/Confirmed by Amelia Hart/)).toBeVisible()
    await expectGood(page)
  })
})

test('runs stand side by side, and a package goes to another person by its menu', async ({ page }) => {
  const [admin, person] = [await staff('Amelia Hart'), await staff('Keisha Brown')]
  const name = `Moe ${wordHere()}`
  await aDelivery(admin, name, { pharmacist: person })
  await admin.enter(page, paths.runs)
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expectGood(page)
  await page.getByRole('button', { name: `Assign to…: ${name}` }).click()
  await page.getByRole('button', { name: 'Unassigned', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Unassigned' }).locator('xpath=ancestor::section').getByRole('link', { name })).toBeVisible()
})

test('the attention list has what nobody has today', async ({ page }) => {
  const admin = await staff('Amelia Hart')
  const name = `Una ${wordHere()}`
  await aDelivery(admin, name)
  await admin.enter(page, paths.attention)
  await expect(page.getByRole('tab', { name: /Attention \(\d+/ })).toBeVisible()
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expectGood(page)
})
