import { expect, type Page } from '@playwright/test'
import { completeDelivery, readDelivery } from '#shared/api/deliveries.ts'
import { createPatient, updatePatient } from '#shared/api/patients.ts'
import { readProof } from '#shared/api/proofs.ts'
import { readRun, setRunOrder, startRun } from '#shared/api/runs.ts'
import { run } from '#shared/model/run.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { button, completionDialogOf } from './arrive-at-door.ts'
import { aDelivery, aDriver, aPatient, deliver, hasPathOf, type StaffMember, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { nameHere, wordHere } from './new-names.ts'
import { aPackageOfOwnStop } from './open-started-run.ts'
import { expectInReach, sign } from './support.ts'
import { test } from './watched-test.ts'

const stored = async ({ call }: StaffMember, id: string) => (await call(readDelivery, { params: { id } })).body

/**
 * Creates a home with two residents, and a driver whose run has started with a delivery for each. One resident has had a delivery
 * before, and for the other it is the first.
 */
async function aHome(request: Parameters<typeof aDriver>[2], name: string) {
  const admin = await signInStaff('Amelia Hart')
  const person = await aDriver(admin, nameHere(name), request)
  const home = `${wordHere()} House`
  const resident = async (first: string) => {
    const body = {
      name: `${first} ${home}`,
      phone: '(555) 010-0142',
      email: '',
      address: `1 ${home}`,
      apt_suite_building: '',
      city: 'New Haven',
      state: 'CT',
      zip_code: '06510',
      is_business_address: true,
      access_notes: '',
    }
    return (await admin.call(createPatient, { body })).body
  }
  const [alma, bert] = [await resident('Alma'), await resident('Bert')]
  const earlier = await aDelivery(admin, alma.name, { patientId: alma.id, pharmacist: person, status: 'in_progress' })
  await deliver(person, earlier.id)
  const [known, first] = [
    await aDelivery(admin, alma.name, { patientId: alma.id, pharmacist: person }),
    await aDelivery(admin, bert.name, { patientId: bert.id, pharmacist: person }),
  ]
  const params = { date: demoToday(), user_id: person.user.id }
  await person.call(startRun, { params, body: { include_not_loaded: true } })
  return { admin, person, alma, bert, known, first }
}

/** Collects the ids of the deliveries whose completion the page sends. */
function completionsOf(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (hasPathOf(url, completeDelivery)) sent.push(url.pathname.split('/').at(-2) ?? '')
  })
  return sent
}

test('at a home, another resident’s first delivery is asked about first, and one signature covers both', {
  tag: '@phone',
}, async ({ page, request }) => {
  const { admin, person, bert, known, first } = await aHome(request, 'Hedy Home')
  const sent = completionsOf(page)
  await person.enter(page, paths.myRun)
  await button(page, /^Complete: /).click()
  const dialog = completionDialogOf(page)
  await expect(dialog.getByRole('group', { name: `${bert.name}: HIPAA Form Received` })).toBeVisible()
  await expect(dialog.getByRole('group', { name: /HIPAA Form Received/ })).toHaveCount(1)
  await sign(page)
  await button(dialog, 'Save Signature').click()
  await expect(dialog.getByText('Please confirm both HIPAA form and counseling')).toHaveCount(2)
  for (const question of ['HIPAA Form Received', 'Counseling Received'])
    await dialog
      .getByRole('group', { name: `${bert.name}: ${question}` })
      .getByLabel('Yes')
      .check()
  await dialog.getByLabel('Signed by').fill('Una Aide')
  await button(dialog, 'Save Signature').click()
  await button(dialog, 'Confirm & Complete Delivery').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('1 of 1 done')).toBeVisible()
  expect(sent.toSorted()).toEqual([known.id, first.id].toSorted())
  for (const { id } of [known, first])
    expect((await admin.call(readProof, { params: { id } })).body).toMatchObject({
      signer_name: 'Una Aide',
      signer_relationship: 'facility_staff',
    })
})

test('at a facility, one answer about first deliveries is copied to everyone there', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const admin = await signInStaff('Amelia Hart')
  const person = await aDriver(admin, nameHere('Fay Facility'), request)
  const [address, residents] = [`2 ${wordHere()} Home`, ['Ida', 'Jon', 'Kai', 'Leo']]
  const ids: string[] = []
  for (const [i, first] of residents.entries()) {
    const details = { address, apt_suite_building: `Room ${i + 1}`, is_business_address: true }
    const { id } = await aPatient(admin, `${first} ${address}`, details)
    ids.push((await aDelivery(admin, first, { patientId: id, pharmacist: person })).id)
  }
  const params = { date: demoToday(), user_id: person.user.id }
  for (let i = 1; i <= 5; i++) await aPackageOfOwnStop(admin, nameHere(`Ned Next ${i}`), person)
  await person.call(startRun, { params, body: { include_not_loaded: true } })
  await person.call(setRunOrder, { params, body: { delivery_ids: ids } })
  await person.enter(page, paths.myRun)
  await expect(page.getByText(`${address}New Haven`)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^1 \S+ .+ and 3 more$/ })).toBeVisible()
  for (const room of [1, 2, 3, 4]) await expect(page.getByText(`Room ${room}`, { exact: true })).toHaveCount(1)
  await button(page, /^Complete: /).click()
  const dialog = completionDialogOf(page)
  await expect(dialog.getByRole('group', { name: /: HIPAA Form Received$/ })).toHaveCount(4)
  for (const question of ['HIPAA Form Received', 'Counseling Received'])
    await dialog
      .getByRole('group', { name: new RegExp(`: ${question}$`) })
      .first()
      .getByLabel('Yes')
      .check()
  await expect(dialog.getByRole('radio', { name: 'Yes', checked: true })).toHaveCount(2)
  await button(dialog, 'Same for all').click()
  await expect(dialog.getByRole('radio', { name: 'Yes', checked: true })).toHaveCount(8)
  await sign(page)
  const relationships = dialog.getByLabel(/^Relationship to /)
  await expect(relationships).toHaveCount(4)
  await relationships.first().selectOption('Caregiver')
  await button(dialog, 'Same relationship for all').click()
  for (const i of [0, 1, 2, 3]) await expect(relationships.nth(i)).toHaveValue('caregiver')
  await dialog.getByLabel('Signed by').fill('Una Aide')
  await button(dialog, 'Save Signature').click()
  await expect(dialog.getByText('Una Aide, Caregiver')).toHaveCount(1)
  await button(dialog, 'Confirm & Complete Delivery').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^2 / })).toBeInViewport()
  for (const id of ids)
    expect(await stored(admin, id)).toMatchObject({
      status: 'delivered',
      hipaa_form_received: true,
      counseling_received: true,
    })
})

test('a patient with two numbers at one stop has one button to call, and one for the other number', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const admin = await signInStaff('Amelia Hart')
  const person = await aDriver(admin, nameHere('Nils Numbers'), request)
  const { id: patientId, name } = await aPatient(admin, nameHere('Amy Twice'), { phone: '(555) 010-0181' })
  await aDelivery(admin, name, { patientId, pharmacist: person })
  await admin.call(updatePatient, { params: { id: patientId }, body: { phone: '(555) 010-0182' } })
  await aDelivery(admin, name, { patientId, pharmacist: person })
  await person.enter(page, paths.myRun)
  const links = page.locator('a[href^="tel:"]')
  await expect(links).toHaveText([/^Call \(555\) 010-018\d$/, /^Other number \(555\) 010-018\d$/])
})

test('when one package is refused, it is named, the signature stays and accepted packages are not resent', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const { admin, person, bert, known, first } = await aHome(request, 'Rory Refused')
  const sent = completionsOf(page)
  // In the run that the page gets, no delivery is marked as a patient's first. So the page does not ask the questions of a first
  // delivery, and the server refuses the completion.
  await page.route(
    (url) => hasPathOf(url, readRun),
    async (route) => {
      const response = await route.fetch()
      const answer = run().parse(await response.json())
      const deliveries = answer.deliveries.map((one) => ({ ...one, first_delivery: false }))
      await route.fulfill({ response, json: { ...answer, deliveries } })
    },
  )
  await person.enter(page, paths.myRun)
  await button(page, /^Complete: /).click()
  const dialog = completionDialogOf(page)
  await sign(page)
  await button(dialog, 'Save Signature').click()
  await button(dialog, 'Confirm & Complete Delivery').click()
  await expect(dialog.getByRole('alert').filter({ hasText: `${bert.name}: Please confirm both` })).toBeVisible()
  await expect(dialog.getByRole('group', { name: `${bert.name}: HIPAA Form Received` }).getByLabel('Yes')).toBeFocused()
  expect((await stored(admin, known.id)).status).toBe('delivered')
  for (const question of ['HIPAA Form Received', 'Counseling Received'])
    await dialog
      .getByRole('group', { name: `${bert.name}: ${question}` })
      .getByLabel('Yes')
      .check()
  await button(dialog, 'Save Signature').click()
  await button(dialog, 'Confirm & Complete Delivery').click()
  await expect(dialog).toHaveCount(0)
  expect((await stored(admin, first.id)).status).toBe('delivered')
  expect(sent).toHaveLength(3)
  expect(sent.filter((id) => id === known.id)).toHaveLength(1)
})

test('a refused package can be left out at the door, with its own reason, even the first one', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const { admin, person, alma, bert, known, first } = await aHome(request, 'Olly Out')
  await person.enter(page, paths.myRun)
  await button(page, /^Complete: /).click()
  const dialog = completionDialogOf(page)
  for (const { name } of [alma, bert]) await dialog.getByRole('checkbox', { name }).uncheck()
  await sign(page)
  await button(dialog, 'Save Signature').click()
  await expectInReach(dialog.getByText('Select the packages you’re delivering'))
  await dialog.getByRole('checkbox', { name: alma.name }).check()
  await button(dialog, 'Save Signature').click()
  await button(dialog, 'Confirm & Complete Delivery').click()
  const why = page.getByRole('dialog', { name: /Could not deliver/ })
  await why.getByLabel('Refused').check()
  await why.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'To bring back' })).toBeVisible()
  expect([(await stored(admin, known.id)).status, (await stored(admin, first.id)).status]).toEqual([
    'delivered',
    'failed',
  ])
})

test('no signer is assumed, and one tap selects the patient', {
  tag: ['@proof', '@phone'],
}, async ({ page, request }) => {
  const admin = await signInStaff('Amelia Hart')
  const person = await aDriver(admin, nameHere('Wendy Who'), request)
  const proofOf = async (id: string) => (await admin.call(readProof, { params: { id } })).body
  const name = `Wim ${wordHere()}`
  const one = await aDelivery(admin, name, { pharmacist: person, status: 'in_progress' })
  const dialog = completionDialogOf(page)
  async function complete(id: string, isPatient: boolean) {
    await person.enter(page, paths.delivery(id))
    await button(page, 'Complete Delivery').click()
    await expect(dialog.getByRole('group', { name: 'Who signs?' })).toBeVisible()
    for (const yes of await dialog.getByLabel('Yes').all()) await yes.check()
    await sign(page)
    if (isPatient) await dialog.getByRole('group', { name: 'Who signs?' }).getByLabel(name).check()
    await button(dialog, 'Save Signature').click()
    await button(dialog, 'Confirm & Complete Delivery').click()
    await expect(dialog).toHaveCount(0)
  }
  await complete(one.id, false)
  expect(await proofOf(one.id)).toMatchObject({ signer_name: null, signer_relationship: null })
  const other = await aDelivery(admin, name, {
    pharmacist: person,
    status: 'in_progress',
    patientId: one.patient_id,
  })
  await complete(other.id, true)
  expect(await proofOf(other.id)).toMatchObject({ signer_name: name, signer_relationship: 'patient' })
})
