import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import * as patients from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { aDelivery, aPatient, patientBody } from '#tests/support/builders.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

const as = () => pharmacy.admin
const create = (fields: object = {}) =>
  app.call(patients.createPatient, { as: as(), body: { ...patientBody, ...fields } })
const read = (id: string) => app.call(patients.readPatient, { as: as(), params: { id } })
const update = (id: string, fields: object) =>
  app.call(patients.updatePatient, { as: as(), params: { id }, body: { ...patientBody, ...fields } })
const remove = (id: string) => app.call(patients.deletePatient, { as: as(), params: { id } })
const search = async (q: string): Promise<Patient[]> =>
  (await app.call(patients.searchPatients, { as: as(), query: { q, limit: 200 } })).body
const found = async (q: string) => (await search(q)).map(({ id }) => id)
const gone = { status: 404, body: { detail: 'Patient not found' } }

test('a patient is returned as entered, trimmed, with ID, version and times', async () => {
  const { status, body } = await create({ name: '  Grace Hopper ', state: 'ct' })
  const at = app.clock.now.toISOString()
  expect(status).toBe(201)
  expect(body).toEqual({
    ...patientBody,
    state: 'CT',
    external_id: '',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    version: 1,
    created_at: at,
    updated_at: at,
  })
  expect((await read(body.id)).body).toEqual(body)
})

test('fields that only the server sets are ignored in requests', async () => {
  const { body } = await create({ id: randomUUID(), version: 7, open_deliveries: 9, deleted_at: 'now' })
  expect(body).toMatchObject({ version: 1 })
  expect(await read(body.id)).toMatchObject({ status: 200 })
  expect(await remove(body.id)).toMatchObject({ status: 204 })
})

test('each invalid field is rejected separately', async () => {
  const { status, body } = await create({ name: ' ', phone: '12', email: 'x', state: 'CTX', zip_code: '' })
  expect(status).toBe(422)
  expect(body.detail.map(({ loc, msg }: { loc: string[]; msg: string }) => `${loc.join('.')}: ${msg}`)).toEqual([
    'body.name: Name is required',
    'body.phone: Please enter a valid phone number',
    'body.email: Invalid email address',
    'body.state: State must be 2 characters',
    'body.zip_code: ZIP code is required',
  ])
})

describe('an update', () => {
  test('replaces the fields and raises the version', async () => {
    const before = await aPatient(app, as())
    passSeconds(app, 60)
    const { status, body } = await update(before.id, { address: '1 New Road', is_business_address: true })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      address: '1 New Road',
      is_business_address: true,
      version: 2,
      updated_at: app.clock.now.toISOString(),
    })
    expect((await read(before.id)).body).toEqual(body)
  })
  test('that changes nothing does not raise the version', async () => {
    const before = await aPatient(app, as())
    passSeconds(app, 60)
    const { id, version: _, created_at: _made, updated_at: _changed, ...fields } = before
    for (const body of [{}, fields, { city: ` ${before.city} ` }])
      expect(await update(id, body)).toMatchObject({ status: 200, body: before })
    expect((await read(id)).body).toEqual(before)
  })
  test('leaves the patient’s delivery counts unchanged', async () => {
    const { patient_id } = await aDelivery(app, pharmacy)
    await update(patient_id, { name: 'Grace Murray' })
    expect(await remove(patient_id)).toMatchObject({ status: 409 })
  })
  test('makes the patient findable by the new name and no longer by the old one', async () => {
    const { id } = await aPatient(app, as(), { name: 'Rosalind Franklin', phone: '(555) 333-9001' })
    await update(id, { name: 'Rosalind Elsie', phone: '(555) 444-9002' })
    for (const q of ['rosalind', 'elsie', '5554449002', '9002']) expect([q, await found(q)]).toEqual([q, [id]])
    for (const q of ['franklin', '5553339001', '9001']) expect([q, await found(q)]).toEqual([q, []])
    expect(await search('elsie')).toMatchObject([{ name: 'Rosalind Elsie', version: 2 }])
  })
  test('with an invalid field is rejected and changes nothing', async () => {
    const before = await aPatient(app, as())
    expect(await update(before.id, { name: '' })).toMatchObject({ status: 422 })
    expect((await read(before.id)).body).toEqual(before)
  })
  test('among ten concurrent ones is applied completely or rejected', async () => {
    const { id } = await aPatient(app, as(), { name: 'Racing Zero' })
    const names = Array.from({ length: 10 }, (_, i) => `Racing Number${i}`)
    const answers = await Promise.all(names.map((name) => update(id, { name })))
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 409]))).toBe(true)
    const { body } = await read(id)
    expect(body.version).toBe(1 + answers.filter(({ status }) => status === 200).length)
    expect(await found('racing')).toEqual([id])
    const winner = body.name.split(' ')[1]
    for (let i = 0; i < 10; i++) expect(await found(`number${i}`)).toEqual(winner === `Number${i}` ? [id] : [])
  })
})

describe('a deleted patient', () => {
  test('cannot be read, edited, deleted again or found', async () => {
    const { id } = await aPatient(app, as(), { name: 'Gone Goodbye', city: 'Farewell' })
    expect(await found('goodbye farewell')).toEqual([id])
    expect(await remove(id)).toMatchObject({ status: 204, text: '' })
    expect(await read(id)).toMatchObject(gone)
    expect(await update(id, {})).toMatchObject(gone)
    expect(await remove(id)).toMatchObject(gone)
    for (const q of ['gone', 'goodbye', 'farewell']) expect(await found(q)).toEqual([])
    expect(await found('')).not.toContain(id)
  })
  test('leaves their completed deliveries unchanged', async () => {
    const { id, patient_id } = await aDelivery(app, pharmacy, { status: 'delivered' })
    await remove(patient_id)
    const { body } = await app.fetchPath('GET', `/api/deliveries/${id}`, { as: as() })
    expect(body).toMatchObject({ patient_id, patient_name: 'Grace Hopper', status: 'delivered' })
  })
})

test('two patients may have the same name', async () => {
  const one = await aPatient(app, as(), { name: 'Same Namesake' })
  const two = await aPatient(app, as(), { name: 'Same Namesake' })
  expect((await found('namesake')).toSorted()).toEqual([one.id, two.id].toSorted())
})

test('a patient with two words that start alike is listed once', async () => {
  const names = ['Annabel Anna', 'Anna#1 Anna', 'An#na An', 'Anna Anna-Anna']
  const ids = await Promise.all(names.map(async (name) => (await aPatient(app, as(), { name })).id))
  for (const q of ['an', 'anna', 'an#', 'anna an']) {
    const shown = (await found(q)).filter((id) => ids.includes(id))
    expect([q, shown.length]).toEqual([q, new Set(shown).size])
  }
  expect((await found('an')).filter((id) => ids.includes(id))).toHaveLength(4)
})

test('thirty words of a name are searchable and replaced by an update', async () => {
  const name = Array.from({ length: 30 }, (_, i) => `w${i}x`).join(' ')
  const { id } = await aPatient(app, as(), { name })
  expect(await found('w0x w29x')).toEqual([id])
  const other = Array.from({ length: 30 }, (_, i) => `v${i}x`).join(' ')
  expect(await update(id, { name: other })).toMatchObject({ status: 200 })
  expect([await found('w29x'), await found('v29x')]).toEqual([[], [id]])
})

test('names of any script and kind are stored and found', async () => {
  const long = `${'a'.repeat(59)}😀😀`
  for (const name of ['Nguyễn Văn', '王小明', 'Ольга', long, 'O’Neil', '-', '#', '😀', '\u0301']) {
    const created = await create({ name })
    expect([name, created.status]).toEqual([name, 201])
    const { body } = await read(created.body.id)
    expect(body.name).toBe(created.body.name)
  }
  for (const name of ['x\u0000y', '\ud800', 'two\nlines'])
    expect([name, await create({ name })]).toMatchObject([
      name,
      { status: 422, body: { detail: [{ loc: ['body', 'name'] }] } },
    ])
  for (const q of ['nguyen van', '王', 'ольга', 'o’n', long, '#', '😀'])
    expect([q, await search(q)]).toMatchObject([q, [{}]])
})
