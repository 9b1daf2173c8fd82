import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import { aDelivery, aPatient, complete, completionData } from '#tests/support/builders.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'

test('the history lists every step of a delivery, newest first, with user and time', async () => {
  const { admin, driver, pharmacist } = pharmacy
  const at: string[] = []
  const tick = () => {
    passSeconds(app, 60)
    at.unshift(app.clock.now.toISOString())
  }
  tick()
  const { id } = await aDelivery(app, pharmacy)
  const params = { id }
  const step = (as: Person, entry: typeof deliveries.updateDelivery | typeof deliveries.changeStatus, body: object) => {
    tick()
    return app.call(entry, { as, params, body })
  }
  await step(admin, deliveries.updateDelivery, { pharmacist_id: pharmacist.user.id })
  await step(pharmacist, deliveries.updateDelivery, { pharmacist_id: driver.user.id })
  await step(driver, deliveries.changeStatus, { status: 'in_progress' })
  tick()
  await complete(app, driver, id, { data: { ...completionData, notes: '' } })

  const item = (i: number, by: Person, from: string | null, to: string, notes: string) => ({
    _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    status: to,
    old_status: from,
    new_status: to,
    changed_at: at[i],
    changed_by_name: by.user.full_name,
    changed_by_email: by.user.email,
    notes,
  })
  const { body } = await app.call(deliveries.readStatusHistory, { as: driver, params })
  expect(body).toEqual([
    item(0, driver, 'in_progress', 'delivered', 'Delivery completed'),
    item(1, driver, 'assigned', 'in_progress', ''),
    item(2, pharmacist, 'assigned', 'assigned', 'Assigned to Dora Driver'),
    item(3, admin, 'unassigned', 'assigned', 'Assigned to Phil Pharmacist'),
    item(4, admin, null, 'unassigned', 'Delivery created'),
  ])
  expect(new Set(body.map(({ _id }: { _id: string }) => _id)).size).toBe(5)
})

test('a rejected change leaves no trace in the history', async () => {
  const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
  await app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, body: { status: 'pending' } })
  await complete(app, pharmacy.driver, id, { data: { ...completionData, hipaa_form_received: false } })
  const { body } = await app.call(deliveries.readStatusHistory, { as: pharmacy.admin, params: { id } })
  expect(body).toHaveLength(2)
})

test('the slip has the delivery’s ID, patient, address, time, counts and the URL for its QR code', async () => {
  const { id, delivery_date } = await aDelivery(app, pharmacy)
  const { body } = await app.call(deliveries.readPrintData, { as: pharmacy.driver, params: { id } })
  expect(body).toEqual({
    id,
    patient_name: 'Grace Hopper',
    rx_count: 1,
    sku_count: 1,
    delivery_address: '12 Harbor Street',
    apt_suite_building: 'Apt 4',
    city: 'New Haven',
    state: 'CT',
    zip_code: '06510',
    delivery_date: delivery_date,
    time_range: '09:00-12:00',
    organisation: 'Corner Pharmacy',
    organisation_phone: '5550100100',
    pharmacist_name: null,
    stop: null,
    packages_at_door: 1,
    needs: { photo_id: false, refrigerated: false, signature: false, forms: [] },
    amount_due: 0,
    url: `http://localhost:3000/pharmacy/delivery/${id}?slip=${body.code.slice(9)}`,
    code: expect.stringMatching(new RegExp(`^${id.slice(0, 8)}-[A-Z2-9]{10}$`)),
  })
})

test('the options are the time ranges and languages with their labels', async () => {
  const ranges = await app.call(deliveries.listTimeRanges, { as: pharmacy.driver })
  expect(ranges.body).toEqual([
    { value: '09:00-12:00', label: '9:00 AM - 12:00 PM' },
    { value: '12:00-15:00', label: '12:00 PM - 3:00 PM' },
    { value: '15:00-18:00', label: '3:00 PM - 6:00 PM' },
    { value: '18:00-21:00', label: '6:00 PM - 9:00 PM' },
  ])
  const languages = await app.call(deliveries.listLanguages, { as: pharmacy.driver })
  const names = 'english spanish chinese vietnamese korean tagalog russian arabic french portuguese'.split(' ')
  expect(languages.body.map(({ value }: { value: string }) => value)).toEqual(names)
  expect(languages.body[0]).toEqual({ value: 'english', label: 'English' })
})

describe('the pharmacists', () => {
  test('are the active users who can view deliveries, sorted by name, with ID, name, email and whether delivering is their work', async () => {
    const { tenant, roles, admin, pharmacist, driver } = await app.createPharmacy()
    await app.createPharmacy()
    const staff = roles.filter(({ name }) => name === 'Delivery Staff').map(({ id }) => id)
    const amy = await app.join(tenant, { full_name: 'amy Zimmer', roles: staff })
    await app.join(tenant, { full_name: 'Gone Gary', roles: staff, is_active: false })
    const { body } = await app.call(deliveries.listPharmacists, { as: admin })
    const shown = ({ user: { id, full_name, email } }: Person) => ({ id, full_name, email })
    expect(body).toMatchObject([shown(admin), shown(amy), shown(driver), shown(pharmacist)])
    const delivers = (person: Person) => body.find(({ id }: { id: string }) => id === person.user.id)?.delivers
    expect([admin, driver].map(delivers)).toEqual([false, true])
  })
})

describe('prior deliveries', () => {
  const ask = (id: string, as: Person = pharmacy.driver) =>
    app.call(deliveries.readPriorDeliveries, { as, params: { id } })

  test('are absent for a new patient', async () => {
    const { id } = await aPatient(app, pharmacy.admin)
    expect(await ask(id)).toMatchObject({ status: 200, body: { has_prior_deliveries: false } })
  })
  test.each(['pending', 'unassigned', 'assigned', 'in_progress', 'cancelled', 'failed'] as const)(
    'are absent if the only delivery is %s',
    async (status) => {
      const { patient_id } = await aDelivery(app, pharmacy, { status })
      expect((await ask(patient_id)).body).toEqual({ has_prior_deliveries: false })
    },
  )
  test('are present once a delivery was completed', async () => {
    const { patient_id } = await aDelivery(app, pharmacy, { status: 'delivered' })
    expect((await ask(patient_id)).body).toEqual({ has_prior_deliveries: true })
  })
  test('return 404 for an unknown patient or one of another tenant', async () => {
    const foreign = await aPatient(app, (await app.createPharmacy()).admin)
    for (const id of [randomUUID(), foreign.id])
      expect(await ask(id)).toMatchObject({ status: 404, body: { detail: 'Patient not found' } })
  })
})
