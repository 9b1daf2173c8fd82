import { expect, type Page } from '@playwright/test'
import { searchPatients, updatePatient } from '#shared/api/patients.ts'
import { aDelivery, aPatient, rowOf, signInStaff } from './deliveries-staff.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { expectNoSidewaysOverflow, expectRefusalTwice } from './support.ts'
import { test } from './watched-test.ts'

const directory = '/pharmacy/delivery?view=patients'
const searchOf = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  return pathname === searchPatients.path ? searchParams.get('q') : null
}

/**
 * Makes the next call about a patient that uses this method fail with status 500. Calls before it that use another method, such as
 * a search, get through.
 */
async function failOnce(page: Page, method: string) {
  let failed = false
  await page.route('**/api/deliveries/patients/*', (route) => {
    if (failed || route.request().method() !== method) return route.fallback()
    failed = true
    return route.fulfill({ status: 500, json: {} })
  })
}

test('a patient is added, found, edited and deleted', async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Quentin Marsh')
  const search = page.getByRole('searchbox', { name: 'Search the directory' })

  await test.step('an empty search box lists all patients', async () => {
    const searchRequest = page.waitForRequest((request) => searchOf(request.url()) !== null)
    await admin.enter(page, '/pharmacy/delivery')
    await page.getByRole('tab', { name: 'Patients' }).click()
    expect(searchOf((await searchRequest).url())).toBe(' ')
    await expect(rowOf(page, 'Ana Sofía Restrepo')).toContainText('53 Blatchley Avenue, Apt 1')
    await expectNoSidewaysOverflow(page)
  })

  await test.step('the form shows missing and invalid fields', async () => {
    await page.getByRole('button', { name: 'Add New Patient' }).click()
    const form = page.getByRole('dialog', { name: 'Add New Patient' })
    await form.getByRole('button', { name: 'Create Patient' }).click()
    for (const message of ['Name', 'Phone number', 'Address', 'City', 'State', 'ZIP code'])
      await expect(form.getByText(`${message} is required`)).toBeVisible()
    await expect(form.getByLabel('Name', { exact: true })).toBeFocused()

    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('Phone').fill('(555) 010-0199 x4')
    await form.getByRole('textbox', { name: 'Email' }).fill('quentin')
    await form.getByLabel('Address', { exact: true }).fill('3 Mill Lane')
    await form.getByLabel('City').fill('Hamden')
    await form.getByLabel('State').fill('c')
    await form.getByLabel('ZIP Code').fill('06514')
    await form.getByLabel('Access Notes').fill('Ring twice')
    await form.getByLabel('Delivery updates').selectOption('None')
    await form.getByRole('button', { name: 'Create Patient' }).click()
    for (const message of [
      'Put the extension into the access notes.',
      'Invalid email address',
      'State must be 2 characters',
    ])
      await expect(form.getByText(message)).toBeVisible()
    await form.getByLabel('Phone').fill('(555) 010-0199')
    await form.getByRole('textbox', { name: 'Email' }).fill('')
    await form.getByLabel('State').fill('ct')
    await form.getByRole('button', { name: 'Create Patient' }).click()
    await expect(page.getByText('Patient created successfully')).toBeVisible()
    await expect(form).toBeHidden()
  })

  await test.step('a patient is found by any word of their details', async () => {
    await search.fill(`quen ${name.split(' ').at(-1)} hamden`)
    await expect(rowOf(page, name)).toContainText('Hamden, CT 06514')
    await expect(rowOf(page, name)).toContainText('Ring twice')
    await expect(rowOf(page, name)).toContainText(/ID: [0-9a-f]{8}\b/)
  })

  await test.step('the form is empty again for the next patient', async () => {
    await page.getByRole('button', { name: 'Add New Patient' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  })

  await test.step('another user’s changes are not overwritten, and typed values stay', async () => {
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const { body: found } = await admin.call(searchPatients, { query: { q: name } })
    const [patient] = found
    if (!patient) throw new Error('The new patient is not found')
    await admin.call(updatePatient, {
      params: { id: patient.id },
      body: { ...patient, notices: 'default', language: 'english', zip_code: '06517', phone: '+1 (555) 010-0142' },
    })
    const form = page.getByRole('dialog', { name: 'Edit Patient' })
    await form.getByLabel('Address', { exact: true }).fill('5 Mill Lane')
    await form.getByRole('button', { name: 'Update Patient' }).click()
    await expect(form.getByRole('alert')).toHaveText('This patient was changed by someone else. Refresh and try again.')
    await expect(form.getByLabel('Address', { exact: true })).toHaveValue('5 Mill Lane')
    await expectGoodScreen(page, 'This patient was changed by someone else. Refresh and try again.')
    await form.getByRole('button', { name: 'Load the latest version' }).click()
    await expect(form.getByLabel('ZIP Code')).toHaveValue('06517')
    await expect(form.getByLabel('Address', { exact: true })).toHaveValue('5 Mill Lane')
  })

  await test.step('the patient is edited', async () => {
    await failOnce(page, 'PUT')
    await page.getByRole('button', { name: 'Update Patient' }).click()
    await expect(page.getByRole('dialog').getByRole('alert').first()).toHaveText('Failed to save patient')
    await page.getByRole('button', { name: 'Update Patient' }).click()
    await expect(page.getByText('Patient updated successfully')).toBeVisible()
    await expect(rowOf(page, name)).toContainText('5 Mill Lane')
    await expect(rowOf(page, name)).toContainText('Hamden, CT 06517')
  })

  await test.step('the patient is deleted after confirmation', async () => {
    const remove = page.getByRole('button', { name: `Delete ${name}` })
    const question = page.getByRole('alertdialog', { name: 'Delete patient' })
    await remove.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await failOnce(page, 'DELETE')
    await remove.click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectRefusalTwice(page, 'Failed to delete patient')
    await remove.click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Patient deleted successfully')).toBeVisible()
    await expect(page.getByText('No patients found')).toBeVisible()
    await expect(page.getByText('Try another name, phone, email, city or ZIP code.')).toBeVisible()
    // The button that opened the question is gone with its row, and the keyboard continues from where the row was.
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('main :focus')).toHaveCount(1)
  })
})

test('a patient with an open delivery cannot be deleted, and the reason is shown', { tag: '@proof' }, async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  const name = nameHere('Rupert Waits')
  await aDelivery(admin, name)
  await admin.enter(page, directory)
  await page.getByRole('searchbox', { name: 'Search the directory' }).fill(name)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog', { name: 'Delete patient' }).getByRole('button', { name: 'Delete' }).click()
  await expectRefusalTwice(page, 'Failed to delete patient')
  await expect(page.getByRole('alert').getByText('A patient with open deliveries cannot be deleted')).toBeVisible()
  await expect(rowOf(page, name)).toBeVisible()
})

test('scrolling loads the next page, and a failed list can be retried', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const family = nameHere('Pagebury')
  const kin = Array.from({ length: 51 }, (_, i) => `Kin ${String(i).padStart(2, '0')} ${family}`)
  await Promise.all(kin.map((name) => aPatient(admin, name)))
  await page.route(
    (url) => searchOf(url.href) === family,
    (route) => route.abort(),
  )
  await admin.enter(page, directory)
  await page.getByRole('searchbox', { name: 'Search the directory' }).fill(family)
  await expect(page.getByRole('alert').getByText('Failed to search patients')).toBeVisible()
  await page.unrouteAll()
  await page.route(
    (url) => searchOf(url.href) === ' ',
    (route) => route.abort(),
  )
  await page.reload()
  await expect(page.getByRole('alert').getByText('Failed to load patients')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  const neighbour = rowOf(page, 'Ana Sofía Restrepo')
  await expect(neighbour).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the directory' }).fill(family)
  await expect(neighbour).toBeHidden()
  await expect(rowOf(page, `Kin 00 ${family}`)).toBeVisible()
  await rowOf(page, family).last().scrollIntoViewIfNeeded()
  await expect(rowOf(page, family)).toHaveCount(51)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
})

test('each of a patient’s deliveries of one day has a link of its own name', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const { id: patientId, name } = await aPatient(admin, nameHere('Tess Twice'))
  for (const status of [undefined, undefined, 'pending'] as const)
    await aDelivery(admin, name, { patientId, ...(status && { status }) })
  await admin.enter(page, `/pharmacy/patients/${patientId}`)
  const links = page.getByRole('list', { name: 'Upcoming' }).getByRole('link')
  await expect(links).toHaveCount(3)
  const names = await links.evaluateAll((all) => all.map((link) => link.ariaLabel))
  expect(new Set(names).size).toBe(3)
  expect(names.filter((one) => one?.endsWith(', 3:00 PM - 6:00 PM, Pending'))).toHaveLength(1)
})
