import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { listActivity } from '#shared/api/activity.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as imports from '#shared/api/imports.ts'
import * as patients from '#shared/api/patients.ts'
import { createRole } from '#shared/api/users.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { complete, deliveryBody, patientBody } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const send = async (rows: object[], more: object = {}, headers: Record<string, string> = {}) => {
  const { status, body } = await app.call(imports.importDeliveries, {
    as: pharmacy.admin,
    body: { rows, ...more },
    headers,
  })
  expect(status).toBe(200)
  return body
}
const sendPatients = async (rows: object[], more: object = {}) => {
  const { status, body } = await app.call(imports.importPatients, { as: pharmacy.admin, body: { rows, ...more } })
  expect(status).toBe(200)
  return body
}
const read = async (id: string) =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body
const readPatient = async (id: string) =>
  (await app.call(patients.readPatient, { as: pharmacy.admin, params: { id } })).body
const everybody = () => app.table.queryAll(keysOf(pharmacy.tenant.id).names)

/** Returns the fields of a patient who is not in the directory yet. */
const aPatientRow = () => ({ ...patientBody, name: `Ida ${randomUUID()}`, phone: newPhone() })
const newPhone = () => `555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
const { patient_id: _none, ...plan } = { ...deliveryBody({ clock: { now: new Date() } } as TestApp, '') }
const rowFor = (patient: object, more: object = {}) => ({
  ...plan,
  delivery_date: utcDate(app.clock.now),
  patient,
  ...more,
})

describe('a patient row', () => {
  test('creates, changes nothing when repeated, and edits only the fields it contains', async () => {
    const row = { ...aPatientRow(), external_id: randomUUID() }
    const [added] = await sendPatients([row])
    expect(added).toEqual({ ok: true, outcome: 'added', id: expect.any(String) })
    expect(await sendPatients([row])).toEqual([{ ok: true, outcome: 'unchanged', id: added.id }])
    const edit = { external_id: row.external_id, city: 'Hamden', email: '', access_notes: null }
    expect(await sendPatients([edit])).toEqual([{ ok: true, outcome: 'updated', id: added.id }])
    expect(await readPatient(added.id)).toMatchObject({ ...row, state: 'CT', city: 'Hamden', version: 2 })
  })

  test('matches a patient with the same details unless their external IDs differ', async () => {
    const row = aPatientRow()
    const [{ id }] = await sendPatients([row])
    const phone = `(${row.phone.slice(0, 3)}) ${row.phone.slice(3, 6)}-${row.phone.slice(6)}`
    const alike = { ...row, name: ` ${row.name.toUpperCase()}`, phone, zip_code: ' 065-10' }
    expect(await sendPatients([{ ...row, phone }])).toMatchObject([{ outcome: 'updated', id }])
    const name = randomUUID()
    expect(await sendPatients([{ ...alike, external_id: name }])).toMatchObject([{ outcome: 'updated', id }])
    const [other] = await sendPatients([{ ...alike, external_id: randomUUID() }])
    expect(other).toMatchObject({ outcome: 'added' })
    expect(other.id).not.toBe(id)
  })

  test('is rejected in the form’s words if invalid, and the other rows are imported', async () => {
    const results = await sendPatients([{ ...aPatientRow(), phone: '12' }, aPatientRow(), { name: 7 }])
    expect(results).toMatchObject([
      { ok: false, detail: [{ loc: ['phone'], msg: 'Please enter a valid phone number' }] },
      { ok: true, outcome: 'added' },
      { ok: false },
    ])
  })
})

describe('a delivery row', () => {
  test('creates the delivery and its patient; the same file again changes nothing', async () => {
    const patient = aPatientRow()
    const rows = [rowFor(patient), rowFor(patient, { time_range: '12:00-15:00' }), rowFor(aPatientRow())]
    const first = await send(rows)
    expect(first).toMatchObject([{ outcome: 'added' }, { outcome: 'added' }, { outcome: 'added' }])
    const [one, two] = [await read(first[0].id), await read(first[1].id)]
    expect(one.patient_id).toBe(two.patient_id)
    const before = (await everybody()).length
    expect(await send(rows)).toEqual(first.map(({ id }: { id: string }) => ({ ok: true, outcome: 'unchanged', id })))
    expect((await everybody()).length).toBe(before)
    expect(await read(first[0].id)).toEqual(one)
  })

  test('is matched by its external ID: it edits its fields and leaves the others', async () => {
    const external_id = randomUUID()
    const [{ id }] = await send([rowFor(aPatientRow(), { external_id, delivery_notes: 'Ring' })])
    const edit = { external_id, time_range: '15:00-18:00', delivery_notes: '' }
    expect(await send([edit])).toEqual([{ ok: true, outcome: 'updated', id }])
    expect(await read(id)).toMatchObject({ time_range: '15:00-18:00', delivery_notes: 'Ring', external_id })
    expect(await send([edit])).toEqual([{ ok: true, outcome: 'unchanged', id }])
  })

  test('is unchanged if it repeats a completed delivery, and rejected if it differs', async () => {
    const external_id = randomUUID()
    const row = rowFor(aPatientRow(), { external_id, pharmacist_id: pharmacy.driver.user.id, rx_information: [] })
    const [{ id }] = await send([row])
    const change = (status: string) =>
      app.call(deliveries.changeStatus, { as: pharmacy.driver, params: { id }, body: { status } })
    expect(await change('in_progress')).toMatchObject({ status: 200 })
    expect(await complete(app, pharmacy.driver, id)).toMatchObject({ status: 200 })
    expect(await send([row])).toEqual([{ ok: true, outcome: 'unchanged', id }])
    expect(await send([{ external_id, delivery_date: addDays(utcDate(app.clock.now), 1) }])).toEqual([
      { ok: false, detail: [{ loc: [], msg: 'A delivery that is delivered cannot be edited' }] },
    ])
  })

  test('matches a patient in the directory, never one from another organization', async () => {
    const external_id = randomUUID()
    const [{ id: patient_id }] = await sendPatients([{ ...aPatientRow(), external_id }])
    const { patient: _patient, ...row } = rowFor({})
    const [first, second] = await send([
      { ...row, patient_id, time_range: '09:00-12:00' },
      { ...row, patient_external_id: external_id, time_range: '12:00-15:00' },
    ])
    for (const { id } of [first, second]) expect(await read(id)).toMatchObject({ patient_id })
    const elsewhere = await app.createPharmacy()
    const { body: foreign } = await app.call(patients.createPatient, {
      as: elsewhere.admin,
      body: { ...aPatientRow(), external_id: 'theirs' },
    })
    const unknown = (field: string) => ({ ok: false, detail: [{ loc: [field], msg: 'This patient does not exist' }] })
    expect(await send([{ ...row, patient_id: foreign.id }, { ...row, patient_external_id: 'theirs' }, row])).toEqual([
      unknown('patient_id'),
      unknown('patient_external_id'),
      { ok: false, detail: [{ loc: ['patient_id'], msg: 'Please select a patient' }] },
    ])
  })

  test('creates no patient when rejected', async () => {
    const before = (await everybody()).length
    const results = await send([
      rowFor(aPatientRow(), { delivery_date: '2020-01-01' }),
      rowFor({ ...aPatientRow(), zip_code: undefined }),
    ])
    expect(results).toMatchObject([
      { ok: false, detail: [{ loc: ['delivery_date'] }] },
      { ok: false, detail: [{ loc: ['patient', 'zip_code'], msg: 'ZIP code is required' }] },
    ])
    expect((await everybody()).length).toBe(before)
  })

  test('creates its delivery again if it was deleted', async () => {
    for (const more of [{}, { external_id: randomUUID() }]) {
      const row = rowFor(aPatientRow(), more)
      const [{ id }] = await send([row])
      await app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id } })
      const [again] = await send([row])
      expect(again).toMatchObject({ outcome: 'added' })
      expect(again.id).not.toBe(id)
    }
  })

  test('moves the delivery to another patient, named by ID', async () => {
    const external_id = randomUUID()
    const [{ id }] = await send([rowFor(aPatientRow(), { external_id })])
    const [{ id: patient_id }] = await sendPatients([aPatientRow()])
    expect(await send([{ external_id, patient_id }])).toEqual([{ ok: true, outcome: 'updated', id }])
    expect(await read(id)).toMatchObject({ patient_id })
  })
})

test('a dry run reports the outcome of each row and writes nothing', async () => {
  const row = rowFor(aPatientRow(), { external_id: randomUUID() })
  const before = (await everybody()).length
  const dry = { dry_run: true }
  expect(await send([row, rowFor({ ...aPatientRow(), state: 'Connecticut' })], dry)).toMatchObject([
    { ok: true, outcome: 'added', id: null },
    { ok: false, detail: [{ loc: ['patient', 'state'] }] },
  ])
  expect((await everybody()).length).toBe(before)
  const [{ id }] = await send([row])
  expect(await send([{ ...row, language: 'spanish' }], dry)).toEqual([{ ok: true, outcome: 'updated', id }])
  expect(await read(id)).toMatchObject({ language: 'english', version: 1 })
})

test('a repeat with the same key returns the first response', async () => {
  const rows = [rowFor(aPatientRow()), { ...rowFor(aPatientRow()), time_range: 'noon' }]
  const headers = { 'idempotency-key': randomUUID() }
  const first = await send(rows, {}, headers)
  expect(first).toMatchObject([{ outcome: 'added' }, { ok: false }])
  expect(await send(rows, {}, headers)).toEqual(first)
})

test('the events of imported rows contain the import', async () => {
  const import_id = randomUUID()
  const [{ id }] = await send([rowFor(aPatientRow())], { import_id })
  const { body } = await app.call(listActivity, { as: pharmacy.admin, query: { subject_id: id } })
  expect(body).toMatchObject([{ action: 'delivery.created', query: { import_id } }])
})

test('two concurrent imports of the same rows have the effect of one', async () => {
  const rows = [rowFor(aPatientRow()), rowFor(aPatientRow(), { external_id: randomUUID() }), rowFor(aPatientRow())]
  const results = await Promise.all([send(rows), send(rows), send(rows)])
  for (const [i] of rows.entries()) {
    const ids = new Set(results.map((result) => result[i].id))
    expect(ids.size).toBe(1)
    expect(results.map((result) => result[i].outcome).toSorted()).toEqual(['added', 'unchanged', 'unchanged'])
  }
})

test('a delivery without an external ID is matched by its own ID, in its own organization', async () => {
  const row = rowFor(aPatientRow())
  const [{ id }] = await send([row])
  expect(await send([{ external_id: id, delivery_notes: 'Ring' }])).toEqual([{ ok: true, outcome: 'updated', id }])
  expect(await read(id)).toMatchObject({ external_id: '', delivery_notes: 'Ring' })
  const stranger = await app.createPharmacy()
  const { body } = await app.call(imports.importDeliveries, {
    as: stranger.admin,
    body: { rows: [{ external_id: id, delivery_notes: 'Mine' }] },
  })
  expect(body).toMatchObject([{ ok: false }])
  expect(await read(id)).toMatchObject({ delivery_notes: 'Ring' })
})

test('a repeated row finds its patient even if the directory has changed since', async () => {
  const patient = aPatientRow()
  const row = rowFor(patient, { external_id: randomUUID() })
  const [{ id }] = await send([row])
  const { patient_id } = await read(id)
  const edit = { as: pharmacy.admin, params: { id: patient_id }, body: { phone: newPhone() } }
  expect((await app.call(patients.updatePatient, edit)).status).toBe(200)
  expect(await send([row])).toEqual([{ ok: true, outcome: 'unchanged', id }])
  expect((await read(id)).patient_id).toBe(patient_id)
})

test('importing any file twice has the effect of importing it once', async () => {
  const people = Array.from({ length: 3 }, aPatientRow)
  const cell = fc.record({
    who: fc.nat(2),
    time_range: fc.constantFrom('09:00-12:00', '12:00-15:00', 'noon'),
    external_id: fc.constantFrom('', 'F-1', 'F-2'),
    delivery_notes: fc.constantFrom('', 'Ring', '=1+1'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 6 }), async (cells) => {
      const rows = cells.map(({ who, ...more }) => rowFor(people[who] ?? {}, more))
      await send(rows)
      const ids = async () => (await everybody()).map(({ id }) => id)
      const before = await ids()
      const again = await send(rows)
      const known = new Map(again.filter(({ ok }: { ok: boolean }) => ok).map(({ id }: { id: string }) => [id, id]))
      expect(again.filter(({ outcome }: { outcome?: string }) => outcome === 'added')).toEqual([])
      expect(await ids()).toEqual(before)
      expect(known.size).toBeLessThanOrEqual(rows.length)
    }),
    { numRuns: 12 },
  )
}, 60_000)

describe('remembered columns', () => {
  const heads = (n: number) => ['Rx #', `Column ${n}`]
  const keep = async (n: number, columns: object) => {
    const same = { time_range: '09:00-12:00', refrigerated: true }
    const body = { kind: 'deliveries', heads: heads(n), columns, same, orders: { delivery_date: 'day' } }
    return app.call(imports.keepColumnChoice, { as: pharmacy.admin, body })
  }
  const list = async (kind: string) =>
    (await app.call(imports.listColumnChoices, { as: pharmacy.admin, query: { kind } })).body

  test('are stored by their headers, the last twenty for each kind of import', async () => {
    for (let n = 0; n < 22; n++) {
      expect((await keep(n, { rx_number: ['Rx #'] })).status).toBe(200)
      app.clock.now = new Date(app.clock.now.getTime() + 1)
    }
    await keep(5, { rx_number: ['Column 5', 'Rx #'] })
    const stored = await list('deliveries')
    expect(stored.map((one: { heads: string[] }) => one.heads)).toEqual(
      [5, ...Array.from({ length: 19 }, (_, i) => 21 - i).filter((n) => n !== 5), 2].map(heads).slice(0, 20),
    )
    expect(stored[0]).toEqual({
      kind: 'deliveries',
      heads: heads(5),
      columns: { rx_number: ['Column 5', 'Rx #'] },
      same: { time_range: '09:00-12:00', refrigerated: true },
      orders: { delivery_date: 'day' },
    })
    expect(await list('patients')).toEqual([])
  })

  test('are rejected for fields that an import does not have', async () => {
    for (const field of ['toString', '__proto__x', 'patient_signature'])
      expect((await keep(1, { [field]: ['Rx #'] })).status).toBe(422)
  })
})

describe('the start of an import', () => {
  test('is logged with the file name, which its rows’ events contain', async () => {
    const file = { kind: 'patients', file_name: 'Monday’s patients.csv', rows: 1 }
    const { status, body } = await app.call(imports.beginImport, { as: pharmacy.admin, body: file })
    expect(status).toBe(201)
    const [{ id: patient_id }] = await sendPatients([aPatientRow()], { import_id: body.id })
    const eventsOf = async (query: object) =>
      (await app.call(listActivity, { as: pharmacy.admin, query: { ...query, limit: '200' } })).body
    const [begun] = await eventsOf({ action: 'patient.imported' })
    expect(begun.query).toEqual({ import_id: body.id, file_name: file.file_name, rows: '1' })
    const [made] = await eventsOf({ patient_id, action: 'patient.created' })
    expect(made.query).toEqual({ import_id: body.id })
  })

  test('requires permission to create deliveries for a file of deliveries', async () => {
    const body = { name: 'Editor', description: '', permissions: ['delivery.edit_orders'] }
    const role = await app.call(createRole, { as: pharmacy.admin, body })
    const editor = await app.join(pharmacy.tenant, { roles: [role.body.id] })
    const begin = async (kind: string) =>
      (await app.call(imports.beginImport, { as: editor, body: { kind, file_name: 'a.csv', rows: 1 } })).status
    expect([await begin('deliveries'), await begin('patients')]).toEqual([403, 201])
  })
})
