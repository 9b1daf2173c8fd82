/** @module-tag proof */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDeliveries } from '#shared/api/imports.ts'
import { searchPatients } from '#shared/api/patients.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { deliveryBody, patientBody } from '#tests/support/builders.ts'
import { openFaultInjection } from '#tests/support/fault-injection.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const faultInjection = openFaultInjection()
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ around: faultInjection.around })
})
afterAll(async () => {
  await app.close()
  faultInjection.close()
})

/**
 * Returns three rows: two deliveries for one new patient, and a delivery with an external ID for another new patient. The patients
 * have no external ID, so an import finds them again by name, phone and ZIP code.
 */
function rowsOfThree() {
  const { patient_id: _, ...plan } = deliveryBody(app, '')
  const at = { ...plan, delivery_date: utcDate(app.clock.now) }
  const patient = { ...patientBody, name: `Ida ${randomUUID()}` }
  return [
    { ...at, time_range: '09:00-12:00', patient },
    { ...at, time_range: '12:00-15:00', patient },
    { ...at, external_id: randomUUID(), patient: { ...patientBody, name: `Emmy ${randomUUID()}` } },
  ]
}

test('an import killed at any call is completed by the same file without duplicates', async () => {
  const { admin } = await app.createPharmacy()
  const isDone = async (kill: number) => {
    const rows = rowsOfThree()
    const send = (headers = {}) => app.call(importDeliveries, { as: admin, body: { rows }, headers })
    const { operations } = await faultInjection.strike((call) => (call === kill ? 'diesAfter' : undefined), send)
    const again = await send()
    expect(again.body).toEqual(
      rows.map(() => ({ ok: true, outcome: expect.stringMatching(/^(added|unchanged)$/), id: expect.any(String) })),
    )
    const ids = again.body.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(rows.length)
    // By now every row is stored, so the file adds nothing.
    expect((await send()).body).toEqual(ids.map((id: string) => ({ ok: true, outcome: 'unchanged', id })))
    for (const name of new Set(rows.map(({ patient }) => patient.name)))
      expect((await app.call(searchPatients, { as: admin, query: { q: name } })).body).toHaveLength(1)
    return operations.length < kill
  }
  let kill = 1
  while (!(await isDone(kill))) kill += 1
  expect(kill).toBeGreaterThan(10)
  expect(await problemsIn(app)).toEqual([])
}, 60_000)
