import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { storeSettings } from '#tests/support/run-calls.ts'

const kinds = {
  patient: {
    make: (external_id: string, at = pharmacy) => aPatient(app, at.admin, { external_id }),
    edit: (id: string, body: object) => app.call(patients.updatePatient, { as: pharmacy.admin, params: { id }, body }),
    read: (id: string) => app.call(patients.readPatient, { as: pharmacy.admin, params: { id } }),
    remove: (id: string) => app.call(patients.deletePatient, { as: pharmacy.admin, params: { id } }),
    isFound: async (q: string) => (await found(q)).patients.map(({ id }: { id: string }) => id),
  },
  delivery: {
    make: (external_id: string, at = pharmacy) => aDelivery(app, at, { external_id }),
    edit: (id: string, body: object) =>
      app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body }),
    read: (id: string) => app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } }),
    remove: (id: string) => app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id } }),
    isFound: async (q: string) => (await found(q)).deliveries.map(({ id }: { id: string }) => id),
  },
} as const

const found = async (q: string, as = pharmacy.admin) => (await app.call(searchAndDay.search, { as, query: { q } })).body

const newName = () => `Dispensing ${randomUUID()}`

describe.each(['patient', 'delivery'] as const)('the external ID of a %s', (kind) => {
  const { make, edit, read, remove, isFound } = kinds[kind]
  const isTaken = { status: 409, body: { detail: `A ${kind} with this external ID already exists` } }

  test('is returned, and a search finds it in full, ignoring surrounding spaces', async () => {
    const name = newName()
    const { id } = await make(name)
    expect((await read(id)).body).toMatchObject({ external_id: name })
    for (const q of [name, ` ${name} `]) expect(await isFound(q)).toEqual([id])
    expect(await isFound(name.slice(0, -1))).toEqual([])
  })

  test('may be empty on any number of records', async () => {
    for (const { id } of [await make(''), await make('')])
      expect((await read(id)).body).toMatchObject({ external_id: '' })
  })

  test('is unique, on creation and in an edit', async () => {
    const name = newName()
    const { id } = await make(name)
    // For a refusal, `make` returns the body of the refusal in place of the item that would have been made.
    expect(await make(name)).toEqual(isTaken.body)
    const other = await make(newName())
    expect(await edit(other.id, { external_id: name })).toMatchObject(isTaken)
    expect(await edit(id, { external_id: name })).toMatchObject({ status: 200 })
    expect(await isFound(name)).toEqual([id])
  })

  test('is unchanged if an edit omits it, and free again after its removal or its record’s deletion', async () => {
    const [name, next] = [newName(), newName()]
    const { id } = await make(name)
    expect((await edit(id, kind === 'patient' ? { city: 'Hamden' } : { delivery_notes: 'Ring' })).body).toMatchObject({
      external_id: name,
    })
    expect((await edit(id, { external_id: next })).body).toMatchObject({ external_id: next })
    expect([await isFound(name), await isFound(next)]).toEqual([[], [id]])
    const second = await make(name)
    await edit(second.id, { external_id: '' })
    const third = await make(name)
    expect(await remove(third.id)).toMatchObject({ status: 204 })
    expect(await isFound(name)).toEqual([])
    expect((await read((await make(name)).id)).body).toMatchObject({ external_id: name })
  })

  test('may be used again in another organization', async () => {
    const name = newName()
    const elsewhere = await app.createPharmacy()
    const [ours, theirs] = [await make(name), await make(name, elsewhere)]
    expect(await isFound(name)).toEqual([ours.id])
    const { items } = await app.table.query(keysOf(elsewhere.tenant.id).externalIds(name))
    expect(items).toEqual([{ of: kind, id: theirs.id }])
  })
})

test('a patient and a delivery may have the same external ID', async () => {
  const name = newName()
  const [patient, delivery] = [await kinds.patient.make(name), await kinds.delivery.make(name)]
  expect(await found(name)).toMatchObject({
    patients: [{ id: patient.id }],
    deliveries: [{ id: delivery.id, matched: 'external_id' }],
  })
})

test('users who see only their own deliveries cannot find others by external ID', async () => {
  const [mine, others] = [newName(), newName()]
  const { id } = await aDelivery(app, pharmacy, { status: 'assigned', external_id: mine })
  await aDelivery(app, pharmacy, { external_id: others })
  await storeSettings(app, pharmacy, { staff_see_all: false })
  expect((await found(mine, pharmacy.driver)).deliveries).toMatchObject([{ id }])
  expect((await found(others, pharmacy.driver)).deliveries).toEqual([])
  await storeSettings(app, pharmacy, { staff_see_all: true })
})
