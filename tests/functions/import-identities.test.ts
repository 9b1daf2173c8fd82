import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { listActivity } from '#shared/api/activity.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as imports from '#shared/api/imports.ts'
import * as patients from '#shared/api/patients.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { complete, deliveryBody, patientBody } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

const sendPatients = async (...rows: object[]) => {
  const { status, body } = await app.call(imports.importPatients, { as: pharmacy.admin, body: { rows } })
  expect(status).toBe(200)
  return body
}
const send = async (rows: object[], more: object = {}) => {
  const { status, body } = await app.call(imports.importDeliveries, { as: pharmacy.admin, body: { rows, ...more } })
  expect(status).toBe(200)
  return body
}
const read = async (id: string) =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body
const readPatient = async (id: string) =>
  (await app.call(patients.readPatient, { as: pharmacy.admin, params: { id } })).body
const countPatients = async () => (await app.table.queryAll(keysOf(pharmacy.tenant.id).names)).length

const digits = (count: number) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, '7')
/** Returns a patient who is not in the directory yet, with an address of their own. */
const aPatientRow = (more: object = {}) => ({
  ...patientBody,
  name: `Ada ${randomUUID()}`,
  phone: `555${digits(7)}`,
  address: `${digits(6)} First St`,
  ...more,
})
const rowFor = (patient: object, more: object = {}) => {
  const { patient_id: _none, ...plan } = deliveryBody(app, '')
  return { ...plan, delivery_date: utcDate(app.clock.now), patient, ...more }
}
const rx = (rx_number: string, more: object = {}) => ({ rx_number, copay: 5, ...more })
const rejected = (loc: string[], msg: string) => [{ ok: false, detail: [{ loc, msg }] }]
const shortened = 'A spreadsheet has shortened this number. Format the column as text and export again.'

describe('an external ID', () => {
  test('cannot merge two people: a row with another name is rejected and the patient is unchanged', async () => {
    const [ada, ben] = [aPatientRow(), aPatientRow({ name: `Ben ${randomUUID()}` })]
    const external_id = `P${digits(9)}`
    const results = await sendPatients({ ...ada, external_id }, { ...ben, external_id })
    expect(results).toMatchObject([
      { outcome: 'added' },
      ...rejected(['external_id'], `This ID belongs to ${ada.name}.`),
    ])
    expect(await readPatient(results[0].id)).toMatchObject({ name: ada.name, phone: ada.phone })
    expect(await send([rowFor({ ...ben, external_id })])).toEqual(
      rejected(['patient', 'external_id'], `This ID belongs to ${ada.name}.`),
    )
  })

  test('matches even if case, punctuation or the order of names differ', async () => {
    const external_id = randomUUID()
    const [{ id }] = await sendPatients(aPatientRow({ name: 'Grace Hopper', external_id }))
    expect(await sendPatients({ name: 'HOPPER, GRACE', external_id })).toMatchObject([{ ok: true, id }])
  })

  test('renames its patient, also in the directory, if the row says `rename`', async () => {
    const external_id = randomUUID()
    const [{ id }] = await sendPatients(aPatientRow({ external_id }))
    const name = `Ada Married ${randomUUID()}`
    expect(await sendPatients({ external_id, name, rename: true })).toEqual([{ ok: true, outcome: 'updated', id }])
    expect(await readPatient(id)).toMatchObject({ name })

    const again = `Ada Again ${randomUUID()}`
    const [delivery] = await send([rowFor({ external_id, name: again }, { rename: true })])
    expect(await read(delivery.id)).toMatchObject({ patient_id: id, patient_name: again })
    expect(await readPatient(id)).toMatchObject({ name: again })
    const { body } = await app.call(listActivity, {
      as: pharmacy.admin,
      query: { subject_id: id, action: 'patient.edited' },
    })
    expect(body).toHaveLength(2)
  })

  test('cannot move its delivery to a patient with another name', async () => {
    const external_id = randomUUID()
    const patient = aPatientRow()
    const [{ id }] = await send([rowFor(patient, { external_id })])
    const before = await countPatients()
    const row = { external_id, patient: aPatientRow({ name: `Ben ${randomUUID()}` }) }
    expect(await send([row])).toEqual(rejected(['external_id'], `This ID belongs to ${patient.name}.`))
    expect(await read(id)).toMatchObject({ patient_name: patient.name })
    expect(await send([{ ...row, rename: true }])).toEqual([{ ok: true, outcome: 'updated', id }])
    expect(await read(id)).toMatchObject({ patient_name: row.patient.name, phone: patient.phone })
    expect(await countPatients()).toBe(before)
  })

  test.each(['1.23457E+12', '7.10E+11', '1,23457e+12'])('is rejected if a spreadsheet shortened it: %s', async (id) => {
    expect(await sendPatients({ ...aPatientRow(), external_id: id })).toEqual(rejected(['external_id'], shortened))
    const row = rowFor(aPatientRow({ external_id: id }), { external_id: id, rx_information: [rx(id)] })
    const [result] = await send([row])
    expect(new Set(result.detail)).toEqual(
      new Set(
        [['external_id'], ['patient', 'external_id'], ['rx_information', 0, 'rx_number']].map((loc) => ({
          loc,
          msg: shortened,
        })),
      ),
    )
    const { patient: _none, ...named } = rowFor({}, { patient_external_id: id })
    expect(await send([named])).toEqual(rejected(['patient_external_id'], shortened))
  })

  test('may contain an E and digits in a form that no spreadsheet writes', async () => {
    expect(await sendPatients(aPatientRow({ external_id: `12E${digits(6)}` }))).toMatchObject([{ outcome: 'added' }])
  })
})

describe('leading zeros', () => {
  test('lost in a spreadsheet do not create a second patient', async () => {
    const number = `8${digits(6)}`
    const patient = aPatientRow({ external_id: `000${number}` })
    const [{ id }] = await sendPatients(patient)
    expect(await sendPatients({ ...patient, external_id: number })).toEqual([{ ok: true, outcome: 'unchanged', id }])
    const moved = { ...patient, external_id: `0${number}`, phone: `555${digits(7)}` }
    expect(await sendPatients(moved)).toEqual([{ ok: true, outcome: 'updated', id }])
    expect(await readPatient(id)).toMatchObject({ external_id: `000${number}`, phone: moved.phone })
    const [delivery] = await send([rowFor({ ...patient, external_id: number })])
    expect(await read(delivery.id)).toMatchObject({ patient_id: id })
  })

  test('distinguish patients whose names differ', async () => {
    const number = `8${digits(6)}`
    const [{ id }] = await sendPatients(aPatientRow({ external_id: `0${number}` }))
    const [other] = await sendPatients(aPatientRow({ external_id: number }))
    expect(other).toMatchObject({ outcome: 'added' })
    expect(other.id).not.toBe(id)
  })

  test('lost in a spreadsheet do not create a second delivery', async () => {
    const number = `8${digits(6)}`
    const row = rowFor(aPatientRow(), { external_id: `000${number}` })
    const [{ id }] = await send([row])
    expect(await send([{ ...row, external_id: number }])).toEqual([{ ok: true, outcome: 'unchanged', id }])
    const [other] = await send([{ ...row, external_id: number, time_range: '18:00-21:00' }])
    expect(other).toMatchObject({ outcome: 'added' })
  })
})

describe('a row similar to a patient in the directory', () => {
  test('asks for a decision if only the phone number differs', async () => {
    const patient = aPatientRow()
    const [{ id }] = await sendPatients(patient)
    const row = { ...patient, phone: `555${digits(7)}` }
    const words = `This looks like ${patient.name}, whose phone number is different`
    expect(await sendPatients(row)).toEqual(rejected(['phone'], words))
    expect(await send([rowFor(row)])).toEqual(rejected(['patient', 'phone'], words))
    expect(await countPatientsNamed(patient.name)).toBe(1)

    const [delivery] = await send([rowFor(row, { same_patient: true })])
    expect(await read(delivery.id)).toMatchObject({ patient_id: id, phone: row.phone })
    expect(await readPatient(id)).toMatchObject({ phone: row.phone })
    expect(await sendPatients(row)).toEqual([{ ok: true, outcome: 'unchanged', id }])

    const other = { ...patient, phone: `555${digits(7)}`, new_patient: true }
    const [added] = await sendPatients(other)
    expect(added).toMatchObject({ outcome: 'added' })
    expect(await sendPatients(other)).toEqual([{ ok: true, outcome: 'unchanged', id: added.id }])
  })

  test('asks for a decision if only the address differs', async () => {
    const patient = aPatientRow()
    const [{ id }] = await sendPatients(patient)
    const row = { ...patient, address: '2 New St', city: 'Hamden', zip_code: '06514' }
    const words = `This looks like ${patient.name}, whose address is different`
    expect(await sendPatients(row)).toEqual(rejected(['address'], words))
    const [delivery] = await send([rowFor(row, { same_patient: true })])
    expect(await read(delivery.id)).toMatchObject({ patient_id: id, delivery_address: '2 New St', zip_code: '06514' })
  })

  test('is another patient if the apartment or the ID differs', async () => {
    const patient = aPatientRow({ apt_suite_building: 'Apt 1', external_id: randomUUID() })
    await sendPatients(patient)
    const phone = `555${digits(7)}`
    const others = [
      { ...patient, phone, apt_suite_building: 'Apt 2', external_id: '' },
      { ...patient, phone: `555${digits(7)}`, external_id: randomUUID() },
    ]
    expect(await sendPatients(...others)).toMatchObject([{ outcome: 'added' }, { outcome: 'added' }])
  })

  test('is also compared with earlier rows of the file', async () => {
    const patient = aPatientRow()
    const results = await sendPatients(patient, { ...patient, phone: patient.phone.replace(/^555/, '555-') })
    expect(results).toMatchObject([{ outcome: 'added' }, { outcome: 'updated', id: results[0].id }])
  })
})

const countPatientsNamed = async (name: string) =>
  (await app.table.queryAll(keysOf(pharmacy.tenant.id).names)).filter((patient) => patient.name === name).length

describe('a second file on the same day', () => {
  test('adds prescriptions to a package that has not left, without losing any', async () => {
    const patient = aPatientRow()
    const morning = rowFor(patient, { rx_information: [rx('M-1', { copay: 12.5 })] })
    const [{ id }] = await send([morning])
    const afternoon = rowFor(patient, { rx_information: [rx('A-1'), { rx_number: 'M-1' }] })
    expect(await send([afternoon])).toEqual([{ ok: true, outcome: 'updated', id }])
    const { rx_information } = await read(id)
    expect(rx_information).toMatchObject([rx('M-1', { copay: 12.5 }), rx('A-1')])
    expect(await send([morning])).toEqual([{ ok: true, outcome: 'unchanged', id }])
    expect(await send([afternoon])).toEqual([{ ok: true, outcome: 'unchanged', id }])
  })

  test('creates a second package once confirmed if the first has left', async () => {
    const patient = aPatientRow()
    const by = { pharmacist_id: pharmacy.driver.user.id }
    const morning = rowFor(patient, { ...by, rx_information: [rx('M-1')] })
    const [{ id }] = await send([morning])
    const change = { as: pharmacy.driver, params: { id }, body: { status: 'in_progress' } }
    expect(await app.call(deliveries.changeStatus, change)).toMatchObject({ status: 200 })

    const afternoon = rowFor(patient, { ...by, rx_information: [rx('M-1'), rx('A-1')] })
    const [refused] = await send([afternoon])
    expect(refused).toMatchObject({
      ok: false,
      detail: [{ loc: [], msg: expect.stringContaining('cannot be edited') }],
    })
    const anew = { when_out: 'new' }
    expect(await send([afternoon], { ...anew, dry_run: true })).toEqual([{ ok: true, outcome: 'added', id: null }])
    const [second] = await send([afternoon], anew)
    expect(second).toMatchObject({ outcome: 'added' })
    expect((await read(second.id)).rx_information).toMatchObject([rx('A-1')])
    for (const [row, known] of [
      [morning, id],
      [afternoon, second.id],
    ])
      expect(await send([row], anew)).toEqual([{ ok: true, outcome: 'unchanged', id: known }])
    expect(await complete(app, pharmacy.driver, id)).toMatchObject({ status: 200 })
    expect(await send([morning, afternoon])).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }])
    const evening = rowFor(patient, { rx_information: [rx('E-1')] })
    expect(await send([evening])).toEqual([{ ok: true, outcome: 'updated', id: second.id }])
  })
})

test('a later row’s missing values leave a prescription unchanged', async () => {
  const external_id = randomUUID()
  const line = rx('R-1', { copay: 12.5, fill_number: 2, rx_date: '2026-01-05' })
  const [{ id }] = await send([rowFor(aPatientRow(), { external_id, rx_information: [line, rx('R-2')] })])
  const edit = { external_id, rx_information: [{ rx_number: 'R-1', fill_number: 3 }] }
  expect(await send([edit])).toEqual([{ ok: true, outcome: 'updated', id }])
  expect((await read(id)).rx_information).toMatchObject([{ ...line, fill_number: 3 }])
})

test('notes whose line breaks became spaces are unchanged', async () => {
  const external_id = randomUUID()
  const row = rowFor(aPatientRow(), { external_id, delivery_notes: 'Ring twice\nLeave with the porter' })
  const [{ id }] = await send([row])
  const again = { ...row, delivery_notes: 'Ring twice Leave with the porter' }
  expect(await send([again])).toEqual([{ ok: true, outcome: 'unchanged', id }])
})

test('a phone number’s extension is added to the access notes', async () => {
  const patient = aPatientRow({ access_notes: 'Gate 12' })
  const [{ id }] = await sendPatients(patient)
  const { access_notes: _none, ...row } = { ...patient, phone: `${patient.phone} x204` }
  expect(await sendPatients(row)).toEqual([{ ok: true, outcome: 'updated', id }])
  expect(await readPatient(id)).toMatchObject({ phone: patient.phone, access_notes: 'Gate 12, Phone extension 204' })
  expect(await sendPatients(row)).toEqual([{ ok: true, outcome: 'unchanged', id }])
  const [delivery] = await send([rowFor(aPatientRow({ phone: '(555) 010-0142 ext. 7', access_notes: '' }))])
  expect(await read(delivery.id)).toMatchObject({ phone: '(555) 010-0142', access_notes: 'Phone extension 7' })
})
