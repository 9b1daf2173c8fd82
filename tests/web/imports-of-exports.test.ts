import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import * as exports from '#shared/api/exports.ts'
import * as imports from '#shared/api/imports.ts'
import * as patients from '#shared/api/patients.ts'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'
import { aPatient, complete, deliveryBody } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import {
  deliveryCsvHeader,
  deliveryCsvLines,
  patientCsvHeader,
  patientCsvLines,
} from '../../web/features/exports/tables.ts'
import { matchColumns } from '../../web/features/imports/match-columns.ts'
import { readTable } from '../../web/features/imports/read-table.ts'
import { checkRows } from '../../web/features/imports/to-rows.ts'

/** Returns the rows that the import page sends for a file with this text, and expects that the page finds no problem in them. */
async function rowsOf(kind: 'deliveries' | 'patients', text: string) {
  const table = await readTable(new File([text], 'export.csv'))
  const reading = {
    kind,
    columns: matchColumns(kind, table),
    orders: {},
    same: {},
    timeZone: 'America/New_York',
    timeRanges: defaultTimeRanges,
  }
  const { ready, problems } = checkRows(table, reading)
  expect(problems).toEqual([])
  return ready.map(({ row }) => ({ ...row }))
}

test('importing an exported list of deliveries changes nothing, whatever their status', async () => {
  const as = pharmacy.admin
  const create = async (more: object) => {
    const { id: patient_id } = await aPatient(app, as, { name: `Ida ${randomUUID()}`, external_id: randomUUID() })
    const body = { ...deliveryBody(app, patient_id), external_id: randomUUID(), ...more }
    const made = await app.call(deliveries.createDelivery, { as, body })
    expect(made.status).toBe(201)
    return made.body.id
  }
  const rx = (n: number) => ({
    rx_number: `RX-${n}`,
    rx_date: '2026-01-05',
    copay: 1234.5,
    fill_date: '',
    fill_number: n,
  })
  const sku = { sku_number: '-7', quantity: 3, price: 0.2 }
  const ids = [
    await create({}),
    await create({ rx_information: [rx(1), rx(2)], sku_information: [sku], delivery_notes: '=1+1\n\'ring\', "twice"' }),
    await create({ language: 'spanish', refrigerated: true, signature_required: true, hipaa_form: true }),
    await create({ status: 'pending' }),
    // A delivery that was created by hand has no id in another system.
    await create({ external_id: '', rx_information: [rx(3)] }),
  ]
  const [, , delivered] = ids
  await complete(app, as, delivered ?? '')
  const { body } = await app.call(exports.exportDeliveries, { as, body: { ids } })
  const rows = await rowsOf('deliveries', deliveryCsvHeader() + deliveryCsvLines(body))
  const answer = await app.call(imports.importDeliveries, { as, body: { rows } })
  const unchanged = (id: string) => ({ ok: true, outcome: 'unchanged', id })
  expect(new Set(answer.body)).toEqual(new Set(ids.map(unchanged)))
})

test('importing an exported patient directory changes nothing', async () => {
  const as = pharmacy.admin
  await aPatient(app, as, { name: '=Grace', email: '', access_notes: '+1 gate', is_business_address: true })
  const { body } = await app.call(patients.searchPatients, { as, query: {} })
  const rows = await rowsOf('patients', patientCsvHeader() + patientCsvLines(body))
  const answer = await app.call(imports.importPatients, { as, body: { rows } })
  expect(new Set(answer.body.map(({ outcome }: { outcome?: string }) => outcome))).toEqual(new Set(['unchanged']))
})
