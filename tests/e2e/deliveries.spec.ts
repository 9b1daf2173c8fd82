import { expect, type Locator, type Page } from '@playwright/test'
import { completeDelivery, readStatusHistory, updateDelivery } from '#shared/api/deliveries.ts'
import { deletePatient } from '#shared/api/patients.ts'
import { addDays } from '#shared/rules/dates.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { aDelivery, aPatient, hasPathOf, rowOf, type StaffMember, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { daysAheadHere, nameHere } from './new-names.ts'
import { expectNoSidewaysOverflow, expectRefusalTwice, fillInCompletion, lineCount, sign } from './support.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'
const changedByOther = 'This delivery was changed by someone else. Refresh and try again.'
const assignmentOf = (page: Page, patient: string) =>
  page.getByRole('combobox', { name: `Pharmacist for the delivery to ${patient}` })

async function choose(combobox: Locator, typed: string, label: RegExp) {
  await combobox.click()
  await combobox.fill(typed)
  await combobox.page().getByRole('listbox').getByRole('option', { name: label }).click()
}

const timesDelivered = async ({ call }: StaffMember, id: string) =>
  (await call(readStatusHistory, { params: { id } })).body.filter(({ new_status }) => new_status === 'delivered').length

test('filters narrow the list and are stored in the URL', async ({ page }) => {
  const [admin, keisha] = [await signInStaff('Amelia Hart'), await signInStaff('Keisha Brown')]
  const [mine, nobodys] = [nameHere('Frieda Given'), nameHere('Frieda Nobody')]
  await aDelivery(admin, mine, { pharmacist: keisha })
  await aDelivery(admin, nobodys)
  await admin.enter(page, list)
  await expect(rowOf(page, mine)).toContainText('Assigned')
  await expect(rowOf(page, nobodys)).toContainText('$10.70')
  const maps = await rowOf(page, nobodys).getByRole('link', { name: 'View on Map' }).getAttribute('href')
  expect(maps).toBe(
    'https://www.google.com/maps/search/?api=1&query=18%20Orchard%20Lane%2C%20New%20Haven%2C%20CT%2006511',
  )

  await test.step('with more than two rows, a dropdown opens upward and scrolls', async () => {
    const assignment = assignmentOf(page, nobodys)
    await assignment.click()
    const choices = page.getByRole('listbox')
    await expect(choices).toHaveCSS('max-height', '240px')
    const [above, box] = [await choices.boundingBox(), await assignment.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + 1)
    await assignment.press('Escape')
  })

  const person = page.getByRole('combobox', { name: 'Pharmacist', exact: true })
  await choose(person, 'keisha@demo', /Keisha Brown/)
  await expect(rowOf(page, mine)).toBeVisible()
  await expect(rowOf(page, nobodys)).toBeHidden()
  await page.getByLabel('Status').selectOption('In Progress')
  await expect(rowOf(page, mine)).toBeHidden()
  await page.getByLabel('Status').selectOption('Assigned')
  await page.reload()
  await expect(rowOf(page, mine)).toBeVisible()
  await expect(person).toHaveValue('Keisha Brown')
  await expect(page.getByLabel('Status')).toHaveValue('assigned')

  await page.goBack()
  await expect(page.getByLabel('Status')).toHaveValue('in_progress')
  await choose(person, 'unas', /Unassigned/)
  await page.getByLabel('Status').selectOption('All Statuses')
  await expect(rowOf(page, nobodys)).toBeVisible()
  await expect(rowOf(page, mine)).toBeHidden()
  await page.getByRole('link', { name: nobodys, exact: true }).click()
  await page.getByRole('link', { name: 'Back to deliveries' }).click()
  await expect(rowOf(page, nobodys)).toBeVisible()
  await expect(person).toHaveValue('Unassigned')

  await page.getByLabel('Delivery Date', { exact: true }).fill(addDays(demoToday(), 300))
  await expect(page.getByText('No deliveries found')).toBeVisible()
  await expect(page.getByText('0 deliveries found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear delivery date' }).click()
  await expect(page.getByLabel('Delivery Date', { exact: true })).toHaveValue('')
  await expect(rowOf(page, nobodys)).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(/deliver(y|ies) found/)).toBeVisible()
  await expectNoSidewaysOverflow(page)
})

test('a card on a narrow phone shows its time range on one line', { tag: '@proof' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const admin = await signInStaff('Amelia Hart')
  const patient = nameHere('Greta Narrow')
  await aDelivery(admin, patient)
  await admin.enter(page, list)
  const range = rowOf(page, patient).getByText(/^\d+:\d\d [AP]M - \d+:\d\d [AP]M$/)
  expect(await range.evaluate(lineCount)).toBe(1)
})

test('of two users who assign one delivery, the second is informed and sees the new state', { tag: '@proof' }, async ({
  page,
  browser,
}) => {
  const [admin, reyes] = [await signInStaff('Amelia Hart'), await signInStaff('Daniel Reyes')]
  const patient = nameHere('Theodora Contested')
  await aDelivery(admin, patient)
  await admin.enter(page, list)
  const { baseURL = '', viewport = null } = test.info().project.use
  const other = await browser.newPage({ baseURL, viewport })
  await reyes.enter(other, list)
  await choose(assignmentOf(other, patient), 'keisha', /Keisha Brown/)
  await expect(other.getByText('Pharmacist assigned successfully')).toBeVisible()
  await other.context().close()

  await choose(assignmentOf(page, patient), 'miguel', /Miguel Santos/)
  const refusal = `Failed to assign pharmacist: ${changedByOther}`
  await expectRefusalTwice(page, 'Failed to assign pharmacist')
  await expect(page.getByRole('alert').getByText(refusal, { exact: true })).toBeVisible()
  await expect(assignmentOf(page, patient)).toHaveValue('Keisha Brown')
  await expect(page).toHaveURL(list)
  await choose(assignmentOf(page, patient), 'miguel', /Miguel Santos/)
  await expect(page.getByText('Pharmacist assigned successfully')).toBeVisible()
  await expect(page.getByText(refusal)).toHaveCount(0)
})

test('an edit of a delivery that changed meanwhile is rejected in plain words and keeps typed values', async ({
  page,
}) => {
  const [admin, reyes] = [await signInStaff('Amelia Hart'), await signInStaff('Daniel Reyes')]
  const { id } = await aDelivery(admin, nameHere('Edith Stale'), { pharmacist: reyes })
  await admin.enter(page, `${list}/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const notes = page.getByLabel('Delivery Notes')
  await notes.fill('Ring twice')
  await reyes.call(updateDelivery, {
    params: { id },
    body: { delivery_notes: 'Leave at the desk', refrigerated: true },
  })
  await page.getByRole('button', { name: 'Update Delivery' }).click()
  await expect(page.getByRole('alert')).toHaveText(`Failed to update delivery: ${changedByOther}`)
  await expect(notes).toHaveValue('Ring twice')
  await page.getByRole('button', { name: 'Load the latest version' }).click()
  await expect(page.getByLabel('Refrigerated')).toBeChecked()
  await expect(notes).toHaveValue('Ring twice')
  await expect(page.getByText(/^This is the latest version with your changes/)).toBeVisible()
  await page.getByRole('button', { name: 'Update Delivery' }).click()
  await expect(page.getByText('Delivery updated successfully')).toBeVisible()
  await expect(page.getByText('Ring twice')).toBeVisible()
})

test('a completion with a photo whose response is lost is sent again and counts once', { tag: '@proof' }, async ({
  page,
}) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const patient = nameHere('Camille Lens')
  const underWay = { pharmacist: driver, status: 'in_progress' } as const
  const { id, patient_id } = await aDelivery(admin, patient, underWay)
  await driver.enter(page, `${list}/${id}`)
  await page.getByRole('button', { name: 'Complete Delivery' }).click()
  const dialog = page.getByRole('dialog', { name: /^Complete Delivery/ })
  await dialog.getByRole('button', { name: 'Take Photo' }).click()
  await dialog.getByRole('button', { name: 'Capture' }).click()
  await expect(dialog.getByRole('img', { name: 'Delivery' })).toBeVisible()
  await fillInCompletion(dialog)
  await dialog.getByRole('button', { name: 'Save Signature' }).click()

  const sent: string[] = []
  await page.route(
    (url) => hasPathOf(url, completeDelivery),
    async (route) => {
      sent.push(route.request().headers()['idempotency-key'] ?? '')
      if (sent.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    },
  )
  const confirm = dialog.getByRole('button', { name: 'Confirm & Complete Delivery' })
  const signature = dialog.getByRole('img', { name: "The patient's signature" })
  expect(await signature.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([800, 300])
  await expect(dialog.getByRole('img', { name: 'Delivery', exact: true })).toBeVisible()
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Signed, not sent')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Signed, not sent')).toHaveCount(0)
  expect(new Set(sent).size).toBe(1)
  expect(await timesDelivered(admin, id)).toBe(1)
  const photo = page.getByRole('img', { name: /at the door/ })
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)

  await test.step('the next delivery to the same patient needs fewer answers', async () => {
    const next = await aDelivery(admin, patient, { ...underWay, patientId: patient_id })
    await page.goto(`${list}/${next.id}`)
    await page.getByRole('button', { name: 'Complete Delivery' }).click()
    await dialog.getByLabel('Counseling Required').check()
    await expect(dialog.getByText('First-time Delivery')).toHaveCount(0)
    await expect(dialog.getByRole('group', { name: 'HIPAA Form Received' })).toHaveCount(0)
    await sign(page)
    await dialog.getByRole('button', { name: 'Save Signature' }).click()
    await expect(dialog.getByText(/Counseling Required\s*Yes/)).toBeVisible()
    await confirm.click()
    await expect(page.getByText('Delivery completed successfully')).toBeVisible()
  })
})

test('a driver sees none of the administrators’ functions', { tag: '@proof' }, async ({ page }, { project }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Keisha Brown')]
  const patient = nameHere('Norma Plain')
  const { id } = await aDelivery(admin, patient, { pharmacist: driver })
  await driver.enter(page, `${list}?view=patients`)
  await expect(rowOf(page, patient)).toBeVisible()
  await expect(assignmentOf(page, patient).and(page.locator(':enabled'))).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveText(['Current Deliveries', 'Past Deliveries'])
  await expect(page.getByRole('combobox', { name: 'Pharmacist', exact: true })).toHaveCount(0)
  await expect(rowOf(page, patient).getByRole('link', { name: 'Edit' })).toHaveCount(0)

  await test.step('clicking the pharmacist’s name in a row opens the delivery', async () => {
    if (project.name === 'phone') {
      await page.goto(`${list}/${id}`)
      return
    }
    // The control is disabled, so the click goes to the row behind it, which opens the delivery.
    await assignmentOf(page, patient).click({ force: true })
    await expect(page).toHaveURL(`${list}/${id}`)
  })
  await expect(page.getByRole('button', { name: 'Start Delivery', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Status history' })).toBeVisible()
  for (const name of ['Edit', 'Delete']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByLabel('Change status')).toHaveCount(0)

  await page.goto(`${list}/edit/${id}`)
  await expect(page.getByRole('heading', { name: 'Permission Required' })).toBeVisible()

  await page.goto(paths.runs)
  await expect(page.getByRole('heading', { name: 'Permission Required' })).toBeVisible()

  await page.goto(`${list}?status=failed`)
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('failed')
})

test('the package slip is printed alone, with the QR code of the delivery', { tag: '@only-desk' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const patient = nameHere('Prudence Slip')
  const delivery = await aDelivery(admin, patient)
  const { id } = delivery
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await admin.enter(page, `${list}/${id}`)
  await page.getByRole('button', { name: 'Print' }).click()
  const slip = page.getByRole('article', { name: 'Package slip' })
  for (const text of ['PACKAGE DELIVERY', id, patient, '18 Orchard Lane', '3:00 PM - 6:00 PM'])
    await expect(slip.getByText(text)).toBeVisible()
  const typed = await slip.getByText(id.slice(0, 8)).last().boundingBox()
  expect(typed?.height).toBeLessThan(30)
  await expect(page.locator('body[data-printed=yes]')).toBeAttached()
  const code = slip.getByRole('img')
  expect(await code.boundingBox()).toMatchObject({ width: 120, height: 120 })
  await page.emulateMedia({ media: 'print' })
  await expect(slip).toBeVisible()
  await expect(page.getByRole('heading', { name: patient, level: 1, includeHidden: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Close', includeHidden: true }).last()).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(slip).toBeHidden()

  await test.step('the print and complete events open a delivery passed to them', async () => {
    const hand = (name: string) =>
      page.evaluate(([type, detail]) => window.dispatchEvent(new CustomEvent(type, { detail })), [
        name,
        delivery,
      ] as const)
    await hand('printDelivery')
    await expect(slip.getByText(id)).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await hand('completeDelivery')
    await expect(page.getByText('This delivery can’t be completed because its status is Unassigned.')).toBeVisible()
  })
})

test('an administrator changes the status as the table allows, and the history names the user', {
  tag: '@only-desk',
}, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const { id } = await aDelivery(admin, nameHere('Tracy Status'), { pharmacist: driver })
  await admin.enter(page, `${list}/${id}`)
  const change = page.getByLabel('Change status')
  await expect(change.getByRole('option')).toHaveText(['Select a status', 'In Progress', 'Cancelled', 'Failed'])
  await change.selectOption('Cancelled')
  await page.getByRole('button', { name: 'Update Status' }).click()
  await page.getByRole('button', { name: 'Keep delivery' }).click()
  await page.getByRole('button', { name: 'Update Status' }).click()
  await page.getByLabel('Reason').fill('Moved away')
  await page.getByRole('button', { name: 'Cancel delivery' }).click()
  await expect(page.getByText('Delivery status updated successfully')).toBeVisible()
  await expect(page.getByText('Status changed to cancelled by Amelia Hart: Moved away')).toBeVisible()
  await expect(change).toBeDisabled()
  await expect(page.getByText('Status cannot be changed once delivered or cancelled')).toBeVisible()
  for (const name of ['Edit', 'Delete']) await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  await expectNoSidewaysOverflow(page)
})

test('a delivery saved as pending is listed under Pending and can be deleted there', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const patient = nameHere('Delia Pending')
  const gone = await aPatient(admin, nameHere('Gideon Gone'))
  await aPatient(admin, patient)
  await admin.enter(page, `${list}?view=create`)
  await page.getByLabel('Delivery Date').fill(demoToday())
  await page.getByLabel('Time Range').selectOption({ index: 1 })
  const pick = async (name: string) => {
    await page.getByRole('searchbox', { name: 'Search patients' }).fill(name)
    await page.getByRole('list', { name: 'Patients found' }).getByText(name).click()
  }
  const saveAsPending = async () => {
    await page.getByRole('form', { name: 'New delivery' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Save as Pending' }).click()
  }
  await pick(gone.name)
  await saveAsPending()
  await expect(page.getByText('RX number is required')).toBeVisible()
  await page.getByLabel('RX Number').fill('RX-1')

  await test.step('a value that the server rejects is reported at its field', async () => {
    await admin.call(deletePatient, { params: { id: gone.id } })
    await page.getByRole('button', { name: 'Create Delivery' }).click()
    const form = page.getByRole('form', { name: 'New delivery' })
    await expect(form.getByRole('alert').first()).toHaveText(
      'Failed to create delivery: Validation error: Patient: This patient does not exist',
    )
    await expect(form.getByRole('alert').last()).toHaveText('This patient does not exist')
    await page.getByRole('button', { name: 'Change Patient' }).click()
    await pick(patient)
  })
  await saveAsPending()
  await expect(page.getByText('Delivery created successfully')).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('pending')
  await expect(rowOf(page, patient)).toContainText('Pending')
  const remove = async () => {
    if (test.info().project.name === 'phone')
      await page.getByRole('button', { name: `More actions for ${patient}` }).click()
    await rowOf(page, patient)
      .getByRole('button', { name: /^Delete/ })
      .click()
  }
  const question = page.getByRole('alertdialog', { name: 'Delete delivery' })
  await remove()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, patient)).toBeVisible()
  await remove()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Delivery deleted successfully')).toBeVisible()
  await expect(rowOf(page, patient)).toBeHidden()
})

test('Back asks before it discards input for a new patient or delivery', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, list)
  await page.getByRole('tab', { name: 'New Delivery' }).click()
  await page.getByLabel('Delivery Notes').fill('Ring twice')
  await page.getByRole('button', { name: 'New Patient' }).click()
  const form = page.getByRole('dialog', { name: 'Create New Patient' })
  await form.getByLabel('Name', { exact: true }).fill('Half Typed')
  const back = () => page.evaluate(() => history.back())
  const stay = page.getByRole('button', { name: 'Stay' })
  await back()
  await stay.click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Half Typed')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(form).toBeHidden()
  await back()
  await stay.click()
  await expect(page.getByLabel('Delivery Notes')).toHaveValue('Ring twice')
  await back()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText(/deliver(y|ies) found/)).toBeVisible()
})

/** Moves with the Tab key until `wanted` has the focus. */
async function tabTo(target: Locator) {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 60; steps++) {
    if (await isThere()) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}

test('a delivery can be assigned and the form opened without a mouse', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const patient = nameHere('Keyne Board')
  const date = addDays(demoToday(), daysAheadHere(201))
  await aDelivery(admin, patient, { date })
  await admin.enter(page, `${list}?date=${date}`)
  const assignment = assignmentOf(page, patient)
  await expect(assignment).toBeEnabled()
  await tabTo(assignment)
  await page.keyboard.type('miguel')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Pharmacist assigned successfully')).toBeVisible()
  await expect(assignment).toHaveValue('Miguel Santos')

  await page.reload()
  const current = page.getByRole('tab', { name: 'Current Deliveries' })
  await expect(current).toBeVisible()
  await tabTo(current)
  for (const name of ['Past Deliveries', 'Runs', 'Patients', 'New Delivery']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name, selected: true })).toBeFocused()
  }
  await tabTo(page.getByRole('button', { name: 'Create Delivery' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please select a patient')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search patients' })).toBeFocused()
})

test('Back on a phone shows the card that was opened about where it was', {
  tag: ['@proof', '@only-phone'],
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, list)
  const link = page.locator('main [data-row]').nth(8).getByRole('link').first()
  await link.scrollIntoViewIfNeeded()
  const distance = () => link.evaluate((element) => element.getBoundingClientRect().top)
  const before = await distance()
  await link.click()
  await expect(page.getByText('Delivery ID')).toBeVisible()
  await page.goBack()
  await expect.poll(async () => Math.abs((await distance()) - before)).toBeLessThan(100)
})
