import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import type { Write } from '#functions/data/writes.ts'
import { listActivity } from '#shared/api/activity.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as exchange from '#shared/api/exports.ts'
import * as imports from '#shared/api/imports.ts'
import * as patients from '#shared/api/patients.ts'
import * as tracking from '#shared/api/tracking.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { Patient } from '#shared/model/patient.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { aDelivery, aPatient, complete, deliveryBody, patientBody } from '#tests/support/builders.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Organisation } from '#tests/support/test-app.ts'

let elsewhere: Organisation
test.beforeAll(async () => {
  elsewhere = await app.createPharmacy()
})

const as = () => pharmacy.admin
const merge = (id: string, into: string) =>
  app.call(patients.mergePatient, { as: as(), params: { id }, body: { into } })
const read = (id: string) => app.call(patients.readPatient, { as: as(), params: { id } })
const readDelivery = async (id: string): Promise<Delivery> =>
  (await app.call(deliveries.readDelivery, { as: as(), params: { id } })).body
const idsOf = async (patient_id: string): Promise<string[]> =>
  (await app.call(deliveries.listDeliveries, { as: as(), query: { patient_id, limit: 500 } })).body.map(
    ({ id }: Delivery) => id,
  )
const found = async (q: string): Promise<string[]> =>
  (await app.call(patients.searchPatients, { as: as(), query: { q, limit: 200 } })).body.map(({ id }: Patient) => id)
const refused = (msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', 'into'], msg }] } })
const newPatient = (fields: object = {}) =>
  aPatient(app, as(), { name: `Amy ${randomUUID()}`, address: `${randomUUID()} Elm St`, ...fields })

/** Plans many deliveries for a patient, beginning today, and completes the first of them. */
async function planMany(patient_id: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const body = deliveryBody(app, patient_id, { delivery_date: addDays(utcDate(app.clock.now), i % 20) })
    ids.push((await app.call(deliveries.createDelivery, { as: as(), body })).body.id)
  }
  return ids
}

describe('a merge', () => {
  test('gives all deliveries with their history to the patient that stays, whose details stay as they are', async () => {
    const [one, other] = [await newPatient({ phone: '5550100777' }), await newPatient()]
    const planned = await aDelivery(app, pharmacy, { patient_id: one.id })
    const delivered = await aDelivery(app, pharmacy, { patient_id: one.id, status: 'delivered' })
    const own = await aDelivery(app, pharmacy, { patient_id: other.id })
    const history = await app.call(deliveries.readStatusHistory, { as: as(), params: { id: delivered.id } })

    const { status, body } = await merge(one.id, other.id)
    expect(status).toBe(200)
    expect(body).toEqual({ ...other, version: 2, updated_at: app.clock.now.toISOString() })
    expect(new Set(await idsOf(other.id))).toEqual(new Set([planned.id, delivered.id, own.id]))
    expect(await app.call(deliveries.readStatusHistory, { as: as(), params: { id: delivered.id } })).toMatchObject({
      body: history.body,
    })
    // The package goes on to the address that stands on its slip.
    expect(await readDelivery(planned.id)).toMatchObject({
      patient_id: other.id,
      patient_name: one.name,
      phone: one.phone,
    })
    expect(await app.call(deliveries.readPriorDeliveries, { as: as(), params: { id: other.id } })).toMatchObject({
      body: { has_prior_deliveries: true },
    })
  })

  test('leads from the merged patient’s ID to the patient that stays, also through several merges', async () => {
    const [a, b, c] = [await newPatient(), await newPatient(), await newPatient()]
    const { id: delivery } = await aDelivery(app, pharmacy, { patient_id: a.id })
    await merge(a.id, b.id)
    await merge(b.id, c.id)
    for (const { id } of [a, b, c]) {
      expect(await read(id)).toMatchObject({ status: 200, body: { id: c.id, name: c.name } })
      expect(await idsOf(id)).toEqual([delivery])
      expect(await app.call(deliveries.readPriorDeliveries, { as: as(), params: { id } })).toMatchObject({
        status: 200,
      })
    }
    const { body: later } = await app.call(deliveries.createDelivery, { as: as(), body: deliveryBody(app, a.id) })
    expect(later).toMatchObject({ patient_id: c.id, patient_name: c.name })
    expect(await app.call(patients.deletePatient, { as: as(), params: { id: a.id } })).toMatchObject({ status: 404 })
    expect(
      await app.call(patients.updatePatient, { as: as(), params: { id: a.id }, body: { city: 'Arlington' } }),
    ).toMatchObject({ status: 404 })
  })

  test('removes the merged patient from the directory', async () => {
    const [one, other] = [await newPatient(), await newPatient()]
    await merge(one.id, other.id)
    expect(await found(one.name)).toEqual([])
    expect(await found(other.name)).toEqual([other.id])
  })

  test('takes what the patient that stays lacks: external ID, deliveries before Carelane, and no updates', async () => {
    const external_id = randomUUID()
    const one = await newPatient({ external_id, known_patient: true, notices: 'none' })
    const other = await newPatient({ notices: 'default' })
    const taken = { external_id, known_patient: true, notices: 'none' }
    expect(await merge(one.id, other.id)).toMatchObject({ status: 200, body: { ...other, ...taken, version: 2 } })
    expect(await found(external_id)).toEqual([other.id])
    const third = await newPatient({ external_id: randomUUID() })
    expect(await merge(other.id, third.id)).toMatchObject({
      body: { external_id: third.external_id, notices: 'email' },
    })
  })

  test('is one event under both patients, which names the patient that stays', async () => {
    const [one, other] = [await newPatient(), await newPatient()]
    await merge(one.id, other.id)
    for (const patient_id of [one.id, other.id])
      expect(
        (await app.call(listActivity, { as: as(), query: { patient_id, action: 'patient.merged' } })).body,
      ).toMatchObject([{ changes: [{ field: 'merged_into', from: null, to: other.name }] }])
  })

  test('leaves the driver’s copy of a delivery valid: a signature captured before is accepted after', async () => {
    const [one, other] = [await newPatient(), await newPatient()]
    const { id, version } = await aDelivery(app, pharmacy, { patient_id: one.id, status: 'in_progress' })
    await merge(one.id, other.id)
    const headers = { 'if-match': String(version) }
    expect(await complete(app, pharmacy.driver, id, { headers })).toMatchObject({
      status: 200,
      body: { status: 'delivered', patient_id: other.id },
    })
  })

  test('leaves the recipient’s links working', async () => {
    const [one, other] = [await newPatient(), await newPatient()]
    const { id } = await aDelivery(app, pharmacy, { patient_id: one.id, status: 'in_progress' })
    const token = await doorToken(app, pharmacy, id)
    const before = await app.call(tracking.readTracking, { params: { token } })
    await merge(one.id, other.id)
    expect(await app.call(tracking.readTracking, { params: { token } })).toMatchObject({ body: before.body })
    await complete(app, pharmacy.driver, id)
    expect(await app.call(tracking.readTracking, { params: { token } })).toMatchObject({ body: { state: 'delivered' } })
  })

  test('is refused for the patient itself, other organizations, unknown, deleted and merged patients', async () => {
    const [one, other, third] = [await newPatient(), await newPatient(), await newPatient()]
    const foreign = await aPatient(app, elsewhere.admin)
    expect(await merge(one.id, one.id)).toMatchObject(refused('A patient cannot be merged with itself'))
    for (const id of [foreign.id, randomUUID()]) {
      expect(await merge(one.id, id)).toMatchObject(refused('This patient does not exist'))
      expect(await merge(id, one.id)).toMatchObject({ status: 404 })
    }
    await merge(one.id, other.id)
    expect(await merge(one.id, third.id)).toMatchObject({
      status: 409,
      body: { detail: 'This patient was already merged into another one' },
    })
    expect(await merge(other.id, one.id)).toMatchObject({
      status: 409,
      body: { detail: 'These patients were already merged' },
    })
    // A call that names the merged patient means the one that stayed.
    expect(await merge(third.id, one.id)).toMatchObject({ status: 200, body: { id: other.id } })
    await app.call(patients.deletePatient, { as: as(), params: { id: other.id } })
    expect(await merge(one.id, other.id)).toMatchObject(refused('This patient does not exist'))
    expect(await read(one.id)).toMatchObject({ status: 404 })
  })

  test('is refused from the 11th patient on', async () => {
    const stays = await newPatient()
    for (let i = 0; i < 10; i++) expect(await merge((await newPatient()).id, stays.id)).toMatchObject({ status: 200 })
    expect(await merge((await newPatient()).id, stays.id)).toMatchObject({
      status: 409,
      body: { detail: 'At most 10 patients can be merged into one' },
    })
  })
})

describe('a merge of a patient with many deliveries', () => {
  test('moves all of them, and continues where an interrupted one stopped', { timeout: 120_000 }, async () => {
    const [one, other] = [await newPatient(), await newPatient()]
    const ids = await planMany(one.id, 60)
    let writes = 0
    const { table } = app.services
    const { write } = table
    table.write = (...args: readonly Write[]) => {
      if (args.length > 50 && ++writes === 2) throw new Error('The function stops here')
      return write.call(table, ...args)
    }
    try {
      expect((await merge(one.id, other.id)).status).toBe(500)
    } finally {
      table.write = write
    }
    // Both patients are still there, and each delivery belongs to one of them.
    const [left, moved] = [await idsOf(one.id), await idsOf(other.id)]
    expect([left.length, moved.length]).toEqual([35, 25])
    expect(await read(one.id)).toMatchObject({ body: { id: one.id } })
    expect(await problemsIn(app)).toEqual([])

    expect(await merge(one.id, other.id)).toMatchObject({ status: 200 })
    expect(new Set(await idsOf(other.id))).toEqual(new Set(ids))
    expect(await merge(one.id, other.id)).toMatchObject({ status: 200, body: { id: other.id } })
    expect(await problemsIn(app)).toEqual([])
  })

  test('loses nothing while deliveries are planned, completed, edited and merged back', {
    timeout: 120_000,
    tags: ['proof'],
  }, async () => {
    const [one, other] = [await newPatient(), await newPatient()]
    const ids = await planMany(one.id, 60)
    const out = await Promise.all(
      Array.from({ length: 4 }, () => aDelivery(app, pharmacy, { patient_id: one.id, status: 'in_progress' })),
    )
    const created: string[] = []
    const answers = await Promise.all([
      merge(one.id, other.id),
      merge(other.id, one.id),
      ...out.map(({ id }) => complete(app, pharmacy.driver, id)),
      ...Array.from({ length: 6 }, async () => {
        const answer = await app.call(deliveries.createDelivery, { as: as(), body: deliveryBody(app, one.id) })
        if (answer.status === 201) created.push(answer.body.id)
        return answer
      }),
      app.call(deliveries.updateDelivery, { as: as(), params: { id: ids[0] ?? '' }, body: { patient_id: other.id } }),
    ])
    for (const { status } of answers) expect([200, 201, 409, 503]).toContain(status)
    const { body: stays } = await read(one.id)
    // If neither of the two was quick enough, someone merges them now.
    if ((await read(other.id)).body.id !== stays.id) expect((await merge(one.id, other.id)).status).toBe(200)
    const all = await idsOf(one.id)
    expect(new Set(all)).toEqual(new Set([...ids, ...out.map(({ id }) => id), ...created]))
    expect(await problemsIn(app)).toEqual([])
  })

  test('ends with one patient when three are merged in a circle at once', async () => {
    for (let round = 0; round < howMany({ quick: 1, proof: 3 }); round++) {
      const three = [await newPatient(), await newPatient(), await newPatient()]
      const all = await Promise.all(three.map(({ id }) => aDelivery(app, pharmacy, { patient_id: id })))
      await Promise.all(three.map(({ id }, i) => merge(id, three[(i + 1) % 3]?.id ?? '')))
      const current = await Promise.all(three.map(async ({ id }) => (await read(id)).body.id))
      for (const [i, id] of current.entries()) expect(await idsOf(id)).toContain(all[i]?.id)
      expect(await problemsIn(app)).toEqual([])
    }
  })
})

describe('imports and exports after a merge', () => {
  const rowFor = (patient: object, more: object = {}) => {
    const { patient_id: _none, ...plan } = deliveryBody(app, '')
    return { ...plan, patient, ...more }
  }
  const send = async (...rows: object[]) =>
    (await app.call(imports.importDeliveries, { as: as(), body: { rows } })).body

  test('a row with the merged patient’s external ID or details means the patient that stays', async () => {
    const fields = { name: `Amy ${randomUUID()}`, phone: '5550100991', external_id: randomUUID() }
    const one = await newPatient(fields)
    const other = await newPatient({ external_id: randomUUID() })
    await merge(one.id, other.id)
    const described = { ...patientBody, name: one.name, phone: one.phone, address: one.address }
    const { patient: _none, ...plan } = rowFor({})
    for (const row of [
      { ...plan, patient_external_id: fields.external_id },
      { ...plan, patient_id: one.id },
      rowFor({ ...described, external_id: fields.external_id }),
      rowFor(described),
    ]) {
      const [result] = await send({ ...row, external_id: randomUUID() })
      expect(result).toMatchObject({ ok: true, outcome: 'added' })
      expect(await readDelivery(result.id)).toMatchObject({ patient_id: other.id })
    }
  })

  test('the same row is not planned twice', async () => {
    const row = rowFor({ ...patientBody, name: `Amy ${randomUUID()}`, phone: '5550100992' })
    const [first] = await send(row)
    const { patient_id } = await readDelivery(first.id)
    const other = await newPatient()
    await merge(patient_id, other.id)
    expect(await send(row)).toEqual([{ ok: true, outcome: 'unchanged', id: first.id }])
    expect(await send({ ...row, patient: undefined, patient_id: other.id })).toMatchObject([{ id: first.id }])
  })

  test('the merged patient’s external ID is free again after the patient that stayed was deleted', async () => {
    const external_id = randomUUID()
    const [one, other] = [await newPatient({ external_id }), await newPatient({ external_id: randomUUID() })]
    await merge(one.id, other.id)
    expect(await app.call(patients.createPatient, { as: as(), body: { ...patientBody, external_id } })).toMatchObject({
      status: 409,
    })
    // The patient that stays may also take it.
    expect(
      await app.call(patients.updatePatient, { as: as(), params: { id: other.id }, body: { external_id } }),
    ).toMatchObject({ status: 200 })
    await app.call(patients.deletePatient, { as: as(), params: { id: other.id } })
    expect(await app.table.get(keysOf(pharmacy.tenant.id).externalId('patient', external_id))).toBeUndefined()
    expect(await newPatient({ external_id })).toMatchObject({ external_id })
  })

  test('an export of deliveries names the patient that stays', async () => {
    const external_id = randomUUID()
    const [one, other] = [await newPatient(), await newPatient({ external_id })]
    const { id } = await aDelivery(app, pharmacy, { patient_id: one.id })
    await merge(one.id, other.id)
    const { body } = await app.call(exchange.exportDeliveries, {
      as: as(),
      body: { ids: [id] },
    })
    expect(body).toMatchObject([{ id, patient_external_id: external_id }])
  })
})
