import { expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as runs from '#shared/api/runs.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import { type RunCalls, runCallsOf } from '#tests/support/run-calls.ts'

let run: RunCalls
let delivery: Delivery
test.beforeEach(async () => {
  run = runCallsOf(app, pharmacy, { person: pharmacy.driver, date: utcDate(app.clock.now) })
  delivery = await run.add()
})

const print = async (id = delivery.id) =>
  (await app.call(deliveries.readPrintData, { as: pharmacy.admin, params: { id } })).body
const edit = (body: object) =>
  app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id: delivery.id }, body })
const isCurrent = async (code: string, id = delivery.id) =>
  (await app.call(deliveries.checkSlip, { as: pharmacy.driver, params: { id }, query: { code } })).body.current
const scan = (code: string) => run.call(runs.loadPackage, { code })
const notOurs = { status: 422, body: { detail: [{ loc: ['body', 'code'], msg: 'This is not one of our slips' }] } }

test('a slip has the start of its delivery’s ID and ten unambiguous characters', async () => {
  const { code, url } = await print()
  expect(code).toMatch(new RegExp(`^${delivery.id.slice(0, 8)}-[A-Z2-9]{10}$`))
  expect(url).toBe(`${app.services.appOrigin}/pharmacy/delivery/${delivery.id}?slip=${code.slice(9)}`)
  expect(url).not.toMatch(/Grace|Harbor|Haven/)
})

test('a slip names the pharmacy, driver and stop, and says what is needed, to collect and at the same door', async () => {
  const { name, phone_number } = pharmacy.tenant
  const { id } = await run.add({
    patient_id: delivery.patient_id,
    time_range: '12:00-15:00',
    require_photo_id: true,
    refrigerated: true,
    collect_copay: true,
  })
  expect(await print(id)).toMatchObject({
    organisation: name,
    organisation_phone: phone_number,
    pharmacist_name: pharmacy.driver.user.full_name,
    stop: 1,
    time_range: '12:00-15:00',
    packages_at_door: 2,
    needs: { photo_id: true, refrigerated: true, signature: false, forms: [] },
    amount_due: 10.1,
  })
  const { id: patient_id } = await aPatient(app, pharmacy.admin, { address: '77 Elm Court' })
  const other = await run.add({ patient_id, time_range: '15:00-18:00' })
  expect(await print(other.id)).toMatchObject({ stop: 2, packages_at_door: 1, amount_due: 0 })
  const nobodys = await aDelivery(app, pharmacy, { patient_id })
  expect(await print(nobodys.id)).toMatchObject({ pharmacist_name: null, stop: null, packages_at_door: 1 })
})

test('a package is loaded by its slip’s URL and by the code as people type it', async () => {
  const { code, url } = await print()
  for (const input of [url, code, ` ${code.toLowerCase()} `, code.replace('-', ' '), url.replace(/\?.*/, '')])
    expect(await scan(input)).toMatchObject({ status: 200, body: { id: delivery.id, loaded_at: expect.any(String) } })
})

test('a scanner with Caps Lock and a line end finds the package, for loading, searching and checking', async () => {
  const { code, url } = await print()
  const swapped = url.replace(/[a-z]/gi, (letter: string) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
  const inputs = [
    `${url.toUpperCase()}\r\n`,
    swapped,
    url.toLowerCase(),
    `${code}\r\n`,
    code.replace('-', ''),
    code.toLowerCase(),
  ]
  for (const input of inputs) {
    const found = await app.call(searchAndDay.search, { as: pharmacy.driver, query: { q: input } })
    expect([input, found.body.deliveries]).toMatchObject([input, [{ id: delivery.id, matched: 'id' }]])
    expect([input, await isCurrent(input)]).toEqual([input, true])
    expect([input, await scan(input)]).toMatchObject([input, { status: 200, body: { id: delivery.id } }])
  }
})

test('a typed code finds a package on another run and names the driver or day', async () => {
  const phils = runCallsOf(app, pharmacy, { person: pharmacy.pharmacist, date: utcDate(app.clock.now) })
  const other = await phils.add()
  expect(await scan((await print(other.id)).code)).toMatchObject({
    status: 409,
    body: { detail: "This package is on Phil Pharmacist's run" },
  })
  const later = await run.add({ status: 'unassigned', delivery_date: addDays(utcDate(app.clock.now), 9) })
  expect(await scan((await print(later.id)).code)).toMatchObject({
    status: 409,
    body: { detail: 'This package is not assigned yet' },
  })
})

test.each([
  ['', 'nothing'],
  ['https://example.com/', 'another address'],
  ['0123456789012', 'the number of a box'],
  ['deadbeef-ABCDEFGHJK', 'an unknown code'],
  [
    'https://carelane.example/pharmacy/delivery/00000000-0000-4000-8000-000000000000?slip=ABCDEFGHJK',
    'an unknown delivery',
  ],
])('%s is not one of the organization’s slips', async (code) => {
  expect(await scan(code)).toMatchObject(notOurs)
})

test('another organization’s slip is not one of its own', async () => {
  const other = await app.createPharmacy()
  const theirs = await runCallsOf(app, other, { person: other.driver, date: utcDate(app.clock.now) }).add()
  const { body } = await app.call(deliveries.readPrintData, { as: other.admin, params: { id: theirs.id } })
  for (const code of [body.url, body.code]) expect(await scan(code)).toMatchObject(notOurs)
})

test.each([
  ['another day with the same time slot', { delivery_date: '2099-01-01' }],
  ['another prescription', { rx_information: [] }],
  ['another item', { sku_information: [] }],
])('a slip is outdated by %s', async (_, change) => {
  const { code, url } = await print()
  expect(await isCurrent(code)).toBe(true)
  await edit(change)
  for (const input of [code, url, code.slice(9)]) expect(await isCurrent(input)).toBe(false)
  expect(await isCurrent((await print()).code)).toBe(true)
})

test.each([
  ['name', { name: 'Grace Murray' }],
  ['street', { address: '7 New Road' }],
  ['unit', { apt_suite_building: 'Unit 9' }],
  ['city', { city: 'Hamden' }],
  ['state', { state: 'NY' }],
  ['ZIP code', { zip_code: '06514' }],
])('a slip is outdated if its delivery has another %s', async (_, change) => {
  const { code } = await print()
  const params = { id: delivery.patient_id }
  await app.call(patients.updatePatient, { as: pharmacy.admin, params, body: change })
  expect(await isCurrent(code)).toBe(true)
  await edit({ refresh_patient: true })
  expect(await isCurrent(code)).toBe(false)
})

test('an outdated slip does not load its package', async () => {
  const { url } = await print()
  await edit({ rx_information: [] })
  expect(await scan(url)).toMatchObject({
    status: 409,
    body: { detail: 'This slip is out of date. Print it again.' },
  })
})

test('notes and a new driver do not outdate a slip, and other slips do not match', async () => {
  const { code } = await print()
  await edit({ delivery_notes: 'Ring', refrigerated: true, pharmacist_id: pharmacy.pharmacist.user.id })
  expect(await isCurrent(code)).toBe(true)
  const other = await run.add()
  for (const input of [(await print(other.id)).code, (await print(other.id)).url, 'nonsense', ''])
    expect(await isCurrent(input)).toBe(false)
})
