import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { changeStatus, createDelivery } from '#shared/api/deliveries.ts'
import { readProof } from '#shared/api/proofs.ts'
import { readSettings } from '#shared/api/settings.ts'
import { paths } from '../../web/lib/navigation/paths.ts'
import { verifyPath } from '../../web/lib/navigation/verify-path.ts'
import { delayResponse } from './delay-response.ts'
import { aDelivery, aPatient, deliver, rowOf, type StaffMember, signInStaff } from './deliveries-staff.ts'
import { demoToday } from './demo-day.ts'
import { expectGoodScreen } from './expect-good-screen.ts'
import { nameHere } from './new-names.ts'
import { expectInReach, expectNoMessages, sign } from './support.ts'
import { test } from './watched-test.ts'

/** Returns a prescription number that no other test uses. */
const number = () => `A${Math.floor(Math.random() * 1e9)}`

/** Creates a delivery in progress for a new patient. */
async function underWay(admin: StaffMember, name: string, numbers: readonly string[]) {
  const patient = await aPatient(admin, nameHere(name))
  const { body } = await admin.call(createDelivery, {
    body: {
      ...{
        delivery_date: demoToday(),
        time_range: '15:00-18:00',
        patient_id: patient.id,
        pharmacist_id: admin.user.id,
      },
      rx_information: numbers.map((rx_number) => ({ rx_number })),
    },
  })
  await admin.call(changeStatus, { params: { id: body.id }, body: { status: 'in_progress' } })
  return { id: body.id, patient }
}

async function delivered(admin: StaffMember, numbers: readonly string[], more: object = {}) {
  const { id } = await underWay(admin, 'Audited', numbers)
  await deliver(admin, id, more)
  return id
}

const verifyPage = fileURLToPath(new URL('../../web/features/audit/packet/verify.html', import.meta.url))

/** Takes the verification page out of a packet, saves it on this disk and returns its path. */
async function pageOf(zip: Buffer): Promise<string> {
  const text = zip.toString('utf8')
  const path = test.info().outputPath('verify.html')
  await writeFile(path, text.slice(text.lastIndexOf('<!doctype html>'), text.lastIndexOf('</html>') + '</html>'.length))
  return path
}

async function download(page: Page) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download packet' }).click(),
  ])
  return file.path()
}

test('a pasted letter becomes a packet, which an offline page verifies', async ({ page, context }) => {
  const admin = await signInStaff('Amelia Hart')
  const [one, twice, none] = [number(), number(), number()]
  await delivered(admin, [one], { signer_name: 'Ana', signer_relationship: 'family' })
  await delivered(admin, [twice])
  await delivered(admin, [twice])
  await admin.enter(page, '/pharmacy/audit')
  await page
    .getByLabel('Prescription numbers or the auditor’s whole letter')
    .fill(`Please send proof for:\n${one}\t$12.50\n${none}\n${twice};`)
  await page.getByRole('button', { name: 'Find records' }).click()
  await expect(page.getByRole('heading', { name: 'Not found (1)' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Found (1)', exact: true })).toBeVisible()
  const boxes = page.getByRole('group', { name: twice }).getByRole('checkbox', { name: /Audited/ })
  await expect(boxes).toHaveCount(2)
  await expect(boxes.first()).toBeChecked()
  await expectGoodScreen(page, 'Found (1)')
  await boxes.last().uncheck()

  const packet = await download(page)
  const checking = await context.newPage()
  await context.setOffline(true)
  const zip = await readFile(packet)
  const choose = () =>
    checking.getByLabel('Packet').setInputFiles({ name: 'packet.zip', mimeType: 'application/zip', buffer: zip })
  await checking.goto(`file://${await pageOf(zip)}`)
  await choose()
  await expect(checking.getByRole('status')).toHaveText(/^Sealed by Carelane on /)
  await expect(checking.getByLabel('Packet')).toHaveValue('')
  // A verification page that was not made with the product's keys cannot tell whether they made the seal, and claims no more than
  // it can check.
  await checking.goto(`file://${verifyPage}`)
  await choose()
  await expect(checking.getByRole('status')).toHaveText('Internally consistent, but not proven to come from Carelane')
  await context.setOffline(false)
})

test('anyone can check a packet at the public address, and sees what it says otherwise', async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const [one, two] = [number(), number()]
  await delivered(admin, [one, number()], { signer_name: 'Ana Novak', signer_relationship: 'family' })
  await delivered(admin, [two])
  await admin.enter(page, '/pharmacy/audit')
  await page.getByLabel('Prescription numbers or the auditor’s whole letter').fill(`${one} ${two}`)
  await page.getByRole('button', { name: 'Find records' }).click()
  const zip = await readFile(await download(page))
  await page.context().clearCookies()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto(verifyPath)
  const choose = (buffer: Buffer) =>
    page.getByLabel('Packet').setInputFiles({ name: 'audit-packet.zip', mimeType: 'application/zip', buffer })
  const result = page.getByRole('status')
  await choose(zip)
  await expect(result).toHaveText(/^Sealed by Carelane on /)
  await expect(page.getByText(/^Account: “.*Carelane has verified that it belongs to this pharmacy\.$/)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: `RX ${one}` })
  await expect(row.getByText('Signed by Ana Novak, family')).toBeVisible()
  await expectGoodScreen(page, 'What is checked')
  // The files of a packet are not compressed, so that a text in them can be replaced by another one of the same length.
  await choose(Buffer.from(zip.toString('latin1').replace(`${one},,,`, `${'9'.repeat(one.length)},,,`), 'latin1'))
  await expect(result).toHaveText('1 of 2 deliveries doesn’t match what was signed.')
  await expect(row.getByText(`instead of “${one}”`)).toBeVisible()
  await expectGoodScreen(page, 'What is checked')
  await choose(Buffer.from('PK'))
  await expect(result).toHaveText('This is not a ZIP file as it was downloaded.')
  expect(new Set(requests.filter((path) => path.startsWith('/api')))).toEqual(new Set(['/api/seal-keys']))
})

test('a letter’s lines can be removed and skipped words added by keyboard before the search', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const { body: own } = await admin.call(readSettings, {})
  const [known, none, called] = [number(), number(), number()]
  await delivered(admin, [known])
  await delivered(admin, [called])
  await admin.enter(page, '/pharmacy/audit')
  const letter = `To NPI ${own.npi_number}, call 614-555-0142. Case ${called}. Rx ${known}, ${none}`
  await page.getByLabel('Prescription numbers or the auditor’s whole letter').fill(letter)
  await page.getByRole('button', { name: 'Find records' }).click()
  await expect(page.getByRole('heading', { name: 'Left out (3)' })).toBeVisible()
  await expect(page.getByText('2 prescriptions: 1 with a delivery, 1 without')).toBeVisible()
  await page.getByRole('button', { name: `Add ${called}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Found (2)' })).toBeVisible()
  await page.getByRole('checkbox', { name: none }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('2 prescriptions: 2 with a delivery, 0 without')).toBeVisible()
  const word = page.getByLabel('Another word or number from the letter')
  await word.fill(` ${known.toLowerCase()} `)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This number is already in the list')).toBeVisible()
  await word.fill('=SUM(A1)')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Not found (2)' })).toBeVisible()
  await expect(word).toHaveValue('')
  await expectNoMessages(page)
  await expectGoodScreen(page, 'Left out (2)')
  const zip = (await readFile(await download(page))).toString('utf8')
  expect(zip).toContain(`${known},,1 delivery,`)
  expect(zip).toContain("'=SUM(A1),,No delivery found,")
  expect(zip).not.toContain(none)
})

test('creating a packet can be cancelled and started again', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const rx = number()
  await delivered(admin, [rx])
  await admin.enter(page, '/pharmacy/audit')
  await page.getByLabel('Prescription numbers or the auditor’s whole letter').fill(rx)
  await page.getByRole('button', { name: 'Find records' }).click()
  const files: string[] = []
  page.on('download', (file) => files.push(file.suggestedFilename()))
  const letGo = await delayResponse(page, '**/*signature*')
  const make = page.getByRole('button', { name: 'Download packet' })
  await make.click()
  await expect(page.getByRole('progressbar', { name: 'Packet' })).toBeVisible()
  await expectGoodScreen(page, 'Creating packet...')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar', { name: 'Packet' })).toBeHidden()
  letGo()
  await expect(make).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText('Failed')
  await download(page)
  expect(files).toEqual(['audit-packet.zip'])
})

test('no search starts without a prescription number', { tag: '@proof' }, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  await admin.enter(page, '/pharmacy/audit')
  await page.getByLabel('Prescription numbers or the auditor’s whole letter').fill('Dear pharmacist, of 11/03/2026')
  await page.getByRole('button', { name: 'Find records' }).click()
  await expect(page.getByText('No prescription number found')).toBeVisible()
})

test('the page lists what the proof is missing and adds a correction beside the signed value', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const rx = number()
  const id = await delivered(admin, [rx], { signer_name: 'Ana', signer_relationship: 'family' })
  await admin.enter(page, `/pharmacy/delivery/${id}`)
  await expect(page.getByText('Missing: fill date, fill number')).toBeVisible()
  await page.getByRole('heading', { name: 'Proof of delivery' }).click()
  const { body: proof } = await admin.call(readProof, { params: { id } })
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Proof of delivery' }) })
  await expect(card.getByText('Delivered to')).toBeVisible()
  await expect(card.getByText(`${proof.delivery_address}, `)).toBeVisible()
  await expect(card.getByText(proof.signature_sha256 ?? 'No sum', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Correct…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct the record' })
  await dialog.getByLabel('Field').selectOption({ label: `RX ${rx}: fill number` })
  await dialog.getByLabel('Correct value').fill('2')
  await dialog.getByRole('button', { name: 'Save correction' }).click()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Left out at the counter')
  await expectGoodScreen(page, 'Correct value')
  await dialog.getByRole('button', { name: 'Save correction' }).click()
  await expect(page.getByText('Missing: fill date', { exact: true })).toBeVisible()
  await expect(page.getByText(`RX ${rx}: fill number: nothing changed to 2`)).toBeVisible()
  expect((await admin.call(readProof, { params: { id } })).body).toMatchObject({ chain_ok: true })
})

test('a patient who wants a call is on the Attention list, and the page shows the outcome', {
  tag: '@proof',
}, async ({ page }) => {
  const admin = await signInStaff('Amelia Hart')
  const { id: first, patient } = await underWay(admin, 'Calla', [number()])
  await deliver(admin, first)
  const { id } = await aDelivery(admin, '', { patientId: patient.id, pharmacist: admin, status: 'in_progress' })
  await deliver(admin, id, { counseling_received: false, counseling_outcome: 'call_back' })
  await admin.enter(page, paths.attention)
  await expect(rowOf(page, patient.name).getByText('Call back')).toBeVisible()
  await expectGoodScreen(page, 'Call back')
  await page.getByRole('button', { name: `Record call: ${patient.name}` }).click()
  const call = page.getByRole('dialog', { name: `Record call: ${patient.name}` })
  await call.getByLabel('No answer').check()
  await call.getByRole('button', { name: 'Save call' }).click()
  await expect(call).toBeHidden()
  await expect(rowOf(page, patient.name).getByText('Call back')).toBeVisible()
  await page.getByRole('link', { name: patient.name }).first().click()
  await expect(page.getByText('No answer, Amelia Hart', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Save call' }).click()
  await expectGoodScreen(page, 'Choose an outcome')
  await page.getByLabel('No answer').check()
  await page.getByRole('button', { name: 'Save call' }).click()
  await expect(page.getByText('Call saved')).toBeVisible()
  await page.getByLabel('Reached').check()
  await page.getByRole('button', { name: 'Save call' }).click()
  await expect(page.getByRole('form', { name: 'Call back' })).toBeHidden()
  await page.locator('summary').filter({ hasText: 'Proof of delivery' }).click()
  await expect(page.getByText('No answer, Amelia Hart', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Reached, Amelia Hart', { exact: true })).toBeVisible()
  await expectNoMessages(page)
  await expectGoodScreen(page, 'Proof of delivery')
})

test('a scribble is questioned as a signature, but accepted if the user insists', { tag: '@proof' }, async ({
  page,
}) => {
  const admin = await signInStaff('Amelia Hart')
  const { id } = await underWay(admin, 'Weak', [number()])
  await admin.enter(page, `/pharmacy/delivery/${id}`)
  await page.getByRole('button', { name: 'Complete Delivery' }).click()
  const completion = page.getByRole('dialog')
  for (const question of ['HIPAA Form Received', 'Counseling Received'])
    await completion.getByRole('group', { name: question }).getByLabel('Yes').check()
  const pad = completion.getByLabel('Signature pad')
  const dot = async () => {
    await pad.scrollIntoViewIfNeeded()
    await pad.click({ position: { x: 100, y: 60 } })
    await completion.getByRole('button', { name: 'Save Signature' }).click()
  }
  const weak = completion.getByText('This doesn’t look like a signature. Please sign with your name.')
  await dot()
  await expectInReach(weak, completion.getByRole('button', { name: 'Sign again' }))
  await expectGoodScreen(page, 'This doesn’t look like a signature')
  await completion.getByRole('button', { name: 'Sign again' }).click()
  await expect(weak).toBeHidden()
  await sign(page)
  await completion.getByRole('group', { name: 'Who signs?' }).getByLabel('Someone else').check()
  await completion.getByLabel('Signed by').fill('Ana Novak')
  await completion.getByLabel('Relationship').selectOption('Family')
  await completion.getByRole('button', { name: 'Save Signature' }).click()
  await expect(completion.getByText('Ana Novak, Family')).toBeVisible()
  await expect(completion.getByText('Complete for audit')).toBeVisible()
  await completion.getByRole('button', { name: 'Back to Edit' }).click()
  await completion.getByRole('button', { name: 'Clear' }).click()
  await dot()
  await completion.getByRole('button', { name: 'Keep signature' }).click()
  await expect(completion.getByText(/Missing: clear signature/)).toBeVisible()
  await completion.getByRole('button', { name: 'Confirm & Complete Delivery' }).click()
  await expect(completion).toBeHidden()
  await expect(page.getByText(/^Missing: clear signature/)).toBeVisible()
  expect((await admin.call(readProof, { params: { id } })).body).toMatchObject({
    signer_name: 'Ana Novak',
    signer_relationship: 'family',
    signature_quality: 'weak',
    chain_ok: true,
  })
})
