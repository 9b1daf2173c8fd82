import { expect, test } from 'vitest'
import { exportedDelivery } from '#shared/model/list-export.ts'
import { patient } from '#shared/model/patient.ts'
import { pickFields } from '#shared/model/shapes.ts'
import { plainDelivery } from '#tests/support/plain-delivery.ts'
import { plainPatient } from '#tests/support/plain-patient.ts'
import { readCsv } from '#tests/support/read-csv.ts'
import {
  deliveryCsvHeader,
  deliveryCsvLines,
  patientCsvHeader,
  patientCsvLines,
} from '../../web/features/exports/tables.ts'
import { factsOfDelivery } from '../../web/features/record/record-facts.ts'
import { setShownTimeZone } from '../../web/lib/browser/shown-time-zone.ts'

const today = '2026-11-23'

/** Returns the rows of a CSV table as objects with the table's headings as keys. */
function rowsOf(text: string) {
  const [head = [], ...rows] = readCsv(text)
  return rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i]])))
}

const aDelivery = (more: object) =>
  pickFields(exportedDelivery(), {
    ...plainDelivery(today),
    status: 'assigned',
    delivery_date: today,
    time_range: '15:00-18:00',
    pharmacist_name: 'Miguel Santos',
    pharmacist_id: null,
    return_by: null,
    return_state: null,
    unsent: [],
    recorded_by_mistake: null,
    again_of: null,
    planned_again_as: null,
    session_ended_at: null,
    clock_correction_seconds: null,
    ...more,
  })

test('a patient is a row with the labels of the form', () => {
  const stored = pickFields(patient(), {
    ...plainPatient(today),
    name: '=1+1',
    external_id: 'P-7',
    is_business_address: true,
  })
  const [row] = rowsOf(patientCsvHeader() + patientCsvLines([stored]))
  expect(row).toMatchObject({
    'External ID': 'P-7',
    Name: "'=1+1",
    State: 'CT',
    'ZIP Code': stored.zip_code,
    'Business Address': 'Yes',
  })
})

test('a delivery has a row for each prescription and item, repeating its own values', () => {
  const delivery = aDelivery({
    external_id: 'D-7',
    rx_information: [
      { rx_number: 'RX-1', rx_date: '2026-11-20', copay: 1234.5, fill_date: '', fill_number: 0 },
      { rx_number: 'RX-2', rx_date: '', copay: 0, fill_date: '2026-11-21', fill_number: null },
    ],
    sku_information: [{ sku_number: '-7', quantity: 3, price: 0.2 }],
  })
  const [first, second, ...more] = rowsOf(
    deliveryCsvHeader() + deliveryCsvLines([{ ...delivery, patient_external_id: 'P-7' }]),
  )
  expect(more).toEqual([])
  const same = {
    'External ID': 'D-7',
    'Patient External ID': 'P-7',
    'Patient Name': delivery.patient_name,
    'Delivery Date': today,
    'Time Range': '3:00 PM - 6:00 PM',
  }
  expect(first).toMatchObject({
    ...same,
    'RX Number': 'RX-1',
    'RX Date': '2026-11-20',
    'Copay ($)': '1234.50',
    'Fill Date': '',
    'Fill Number': '0',
    'SKU Number': "'-7",
    Quantity: '3',
    'Price ($)': '0.20',
    'Signature required': 'Yes',
    'HIPAA form': 'No',
    Language: 'English',
    Pharmacist: 'Miguel Santos',
  })
  expect(second).toMatchObject({
    ...same,
    'RX Number': 'RX-2',
    'Copay ($)': '0.00',
    'Fill Date': '2026-11-21',
    'Fill Number': '',
    'SKU Number': '',
    Quantity: '',
    'Price ($)': '',
  })
})

test('a completion that was recorded by mistake says so, and names the delivery that was planned again', () => {
  const [wrong, again] = ['2b0d7b0e-3f0a-4a55-9c3e-0a8f8f1d1a01', '2b0d7b0e-3f0a-4a55-9c3e-0a8f8f1d1a02']
  const mistake = { reason: 'Wrong door', declared_at: '2026-11-23T20:00:00.000Z', declared_by: 'Amelia Hart' }
  const deliveries = [
    aDelivery({ id: wrong, status: 'delivered', recorded_by_mistake: mistake, planned_again_as: again }),
    aDelivery({ id: again, again_of: wrong }),
  ].map((delivery) => ({ ...delivery, patient_external_id: '' }))
  expect(rowsOf(deliveryCsvHeader() + deliveryCsvLines(deliveries))).toMatchObject([
    { 'Recorded by mistake': 'Wrong door', 'Plans again': '', 'Planned again as': again },
    { 'Recorded by mistake': '', 'Plans again': wrong, 'Planned again as': '' },
  ])
  expect(deliveries.map((delivery) => Object.fromEntries(factsOfDelivery(delivery)))).toMatchObject([
    { 'Recorded by mistake': expect.stringMatching(/^Wrong door, .+, Amelia Hart$/), 'Planned again as': again },
    { 'Recorded by mistake': null, 'Plans again': wrong },
  ])
})

test('a delivery without prescriptions and items has one row', () => {
  const empty = aDelivery({ rx_information: [], sku_information: [] })
  const rows = rowsOf(deliveryCsvHeader() + deliveryCsvLines([{ ...empty, patient_external_id: '' }]))
  expect(rows).toMatchObject([{ 'RX Number': '', 'Copay ($)': '', 'SKU Number': '' }])
})

test('the time of a delivery is the organization’s, with its zone', () => {
  setShownTimeZone('America/Los_Angeles')
  const completed_at = '2026-11-22T12:00:00.000Z'
  const deliveries = [completed_at, null].map((at) => ({
    ...aDelivery({ completed_at: at }),
    patient_external_id: '',
  }))
  const [delivered, open] = rowsOf(deliveryCsvHeader() + deliveryCsvLines(deliveries))
  expect(delivered).toMatchObject({ 'Delivered At': '11/22/2026 4:00 AM PST' })
  expect(open).toMatchObject({ 'Delivered At': '' })
  setShownTimeZone('')
})
