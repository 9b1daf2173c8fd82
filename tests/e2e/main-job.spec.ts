import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { demoToday } from './demo-day.ts'
import { wordHere } from './new-names.ts'
import { expectNoSidewaysOverflow, sign, signIn } from './support.ts'
import { test } from './watched-test.ts'

const porch = fileURLToPath(new URL('../../infra/local/demo/pictures/porch-green-door.jpg', import.meta.url))
const notAPicture = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear patient') }

test('a delivery from planning to signature, with the errors on the way', async ({ page }) => {
  const patient = `Ingrid ${wordHere()} Solberg`
  await signIn(page, 'Amelia Hart')
  await page.goto('/pharmacy/delivery')
  await expect(page.getByText(/deliveries found/)).toBeVisible()
  await expectNoSidewaysOverflow(page)

  await test.step('the form reports each missing field', async () => {
    await page.getByRole('tab', { name: 'New Delivery' }).click()
    // The list, which has a date too, is shown until the form has loaded.
    await expect(page.getByRole('button', { name: 'Create Delivery' })).toBeVisible()
    await page.getByLabel('Delivery Date').fill('')
    await page.getByRole('button', { name: 'Create Delivery' }).click()
    for (const message of ['Delivery date is required', 'Please select a patient', 'RX number is required'])
      await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search patients' })).toBeFocused()
  })

  await test.step('a new patient is added within the form', async () => {
    await page.getByRole('button', { name: 'New Patient' }).click()
    const dialog = page.getByRole('dialog', { name: /Patient/ })
    await dialog.getByRole('button', { name: /Create|Save/ }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill(patient)
    await dialog.getByLabel('Phone').fill('(555) 010-0199')
    await dialog.getByLabel('Address', { exact: true }).fill('40 Fjord Street')
    await dialog.getByLabel('City').fill('New Haven')
    await dialog.getByLabel('State').fill('ct')
    await dialog.getByLabel('ZIP Code').fill('06511')
    await dialog.getByRole('button', { name: /Create|Save/ }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('40 Fjord Street')).toBeVisible()
  })

  await test.step('the delivery is created with its totals', async () => {
    await page.getByLabel('Delivery Date').fill(demoToday())
    await page.getByLabel('Time Range').selectOption({ label: '3:00 PM - 6:00 PM' })
    await page.getByLabel('RX Number').fill('RX-4711')
    await page.getByLabel('Copay ($)').fill('12.50')
    await page.getByRole('button', { name: 'Add SKU' }).click()
    await page.getByLabel('SKU Number').fill('Thermometer')
    await page.getByLabel('Quantity').fill('2')
    await page.getByLabel('Price ($)').fill('7.25')
    await expect(page.getByText('$27.00')).toBeVisible()
    await expectNoSidewaysOverflow(page)
    await page.getByRole('button', { name: 'Create Delivery' }).click()
    await expect(page.getByText('Delivery created successfully')).toBeVisible()
  })

  await test.step('it is assigned to a driver', async () => {
    await page.goto('/pharmacy/delivery')
    const assignment = page.getByRole('combobox', { name: `Pharmacist for the delivery to ${patient}` })
    await assignment.click()
    await assignment.fill('migu')
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /Miguel Santos/ })
      .click()
    await expect(page.getByText('Pharmacist assigned successfully')).toBeVisible()
  })

  await test.step('the package slip prints automatically', async () => {
    await page.getByText(patient, { exact: true }).click()
    await expect(page.getByRole('heading', { name: patient, level: 1 })).toBeVisible()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    await page.getByRole('button', { name: 'Print' }).click()
    const slip = page.getByRole('article', { name: 'Package slip' })
    await expect(slip.getByText(patient)).toBeVisible()
    await expect(page.locator('body[data-printed=yes]')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await expect(slip).toBeHidden()
  })
  const address = page.url()

  await test.step('the driver signs in and starts it', async () => {
    await page.getByRole('button', { name: /Amelia Hart/ }).click()
    await page
      .getByRole('menuitem', { name: 'Sign out' })
      .or(page.getByRole('button', { name: 'Sign out' }))
      .click()
    await expect(page.getByText('Logged out successfully')).toBeVisible()
    await page.goto(address)
    await expect(page).toHaveURL(/\/login/)
    await signIn(page, 'Miguel Santos', { landsOn: address })
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Start Delivery' }).click()
    await expect(page.getByRole('button', { name: 'Complete Delivery' })).toBeVisible()
  })

  const dialog = page.getByRole('dialog', { name: `Complete Delivery: ${patient}` })
  await test.step('at the door, a signature, both answers and a real picture are required', async () => {
    await page.getByRole('button', { name: 'Complete Delivery' }).click()
    await expect(dialog.getByText('First-time Delivery')).toBeVisible()
    const save = dialog.getByRole('button', { name: 'Save Signature' })
    await expect(save).toBeDisabled()
    await sign(page)
    await dialog
      .getByRole('radiogroup', { name: 'HIPAA Form Received' })
      .or(dialog.getByRole('group', { name: 'HIPAA Form Received' }))
      .getByLabel('Yes')
      .check()
    await save.click()
    await expect(
      dialog
        .getByText('Please confirm both HIPAA form and counseling were received for this first-time delivery')
        .first(),
    ).toBeVisible()
    await dialog.getByLabel('Delivery photo file').setInputFiles(notAPicture)
    await expect(page.getByText('Please upload an image file (JPEG, PNG, etc.)').first()).toBeVisible()
  })

  await test.step('signature, photo, amount and answers complete it in two steps', async () => {
    await dialog
      .getByRole('radiogroup', { name: 'Counseling Received' })
      .or(dialog.getByRole('group', { name: 'Counseling Received' }))
      .getByLabel('Yes')
      .check()
    await dialog.getByLabel('Delivery photo file').setInputFiles(porch)
    await dialog.getByLabel('Amount').fill('12.50')
    await dialog.getByLabel('Delivery Notes (Optional)').fill('Handed over in person.')
    await expectNoSidewaysOverflow(page)
    await dialog.getByRole('button', { name: 'Save Signature' }).click()
    await expect(dialog.getByText('Confirm Delivery Details')).toBeVisible()
    await dialog.getByRole('button', { name: 'Back to Edit' }).click()
    await expect(dialog.getByLabel('Amount')).toHaveValue('12.50')
    await dialog.getByRole('button', { name: 'Save Signature' }).click()
    await dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
    await expect(page.getByText('Delivery completed successfully')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('its page shows the proof and the history', async () => {
    for (const name of [/^Signature of/, /at the door/]) {
      const image = page.getByRole('img', { name }).first()
      await expect(image).toBeVisible()
      await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
    }
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog')
    for (const label of ['Delivered', 'In Progress', 'Assigned', 'Unassigned'])
      await expect(history.getByText(label).first()).toBeVisible()
    await history.getByRole('button', { name: 'Close' }).last().click()
    await expectNoSidewaysOverflow(page)
  })
})
