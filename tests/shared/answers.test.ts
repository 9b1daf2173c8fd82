import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { delivery, pharmacist } from '#shared/model/delivery.ts'
import { historyItem } from '#shared/model/delivery-history.ts'
import { deliveryRow } from '#shared/model/delivery-row.ts'
import { patient } from '#shared/model/patient.ts'
import { patientBody } from '#tests/support/builders.ts'

const instant = '2026-01-05T15:04:00.000Z'

/** A delivery in the form of a response, completed on its day. */
const answeredDelivery = {
  id: 'd1',
  version: 4,
  status: 'delivered',
  delivery_date: '2026-01-05',
  time_range: '09:00-12:00',
  patient_id: 'p1',
  patient_name: 'Grace Hopper',
  phone: '5550100142',
  email: '',
  delivery_address: '12 Harbor St',
  apt_suite_building: '',
  city: 'New Haven',
  state: 'CT',
  zip_code: '06510',
  is_business_address: false,
  pharmacist_id: 'u1',
  pharmacist_name: 'Dana Fox',
  language: 'english',
  delivery_notes: '',
  order_notes: '',
  total_copay: 10,
  total_price: 0.6,
  rx_count: 1,
  sku_count: 1,
  amount: 10,
  rx_information: [{ rx_date: '', rx_number: 'RX-1', copay: 10, fill_date: '', fill_number: null }],
  sku_information: [{ sku_number: 'SKU-1', quantity: 3, price: 0.2 }],
  require_photo_id: false,
  refrigerated: false,
  collect_copay: false,
  signature_required: true,
  hipaa_form: false,
  lien_form: false,
  nf_aob_form: false,
  hipaa_form_received: true,
  counseling_received: true,
  counseling_required: false,
  patient_signature: null,
  signature_timestamp: instant,
  completed_at: instant,
  delivery_photo_url: null,
  delivery_photo: null,
  delivery_photo_content_type: null,
  created_at: instant,
  updated_at: instant,
  access_notes: '',
  external_id: '',
  asked: null,
  recipient_notes: '',
  attempts: [],
  unsent: [],
  loaded_at: null,
  returned_at: null,
  return_by: null,
  return_state: null,
  signer_name: null,
  signer_relationship: null,
  photo_id: null,
  payment_method: null,
  captured_at: null,
  hipaa_form_outcome: null,
  hipaa_form_reason: null,
  counseling_outcome: null,
  call_back_due_at: null,
  signature_method: null,
  signature_quality: null,
}
const without = (whole: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)))

describe('a response is accepted with missing values that screens can replace', () => {
  it('a delivery without its dates or the name of its driver', () => {
    const dates = ['delivery_date', 'completed_at', 'created_at', 'updated_at', 'signature_timestamp']
    const read = delivery().parse(without(answeredDelivery, ...dates, 'pharmacist_name'))
    const absent = { completed_at: null, signature_timestamp: null, pharmacist_name: null }
    expect(read).toMatchObject({ ...answeredDelivery, delivery_date: '', created_at: '', updated_at: '', ...absent })
    expect(deliveryRow().parse({ ...answeredDelivery, delivery_date: null })).toMatchObject({ delivery_date: '' })
  })

  it('a history item without time, name, address and notes', () => {
    vi.useFakeTimers({ now: new Date(instant) })
    onTestFinished(() => void vi.useRealTimers())
    const change = { _id: 'h1', status: 'assigned', old_status: null, new_status: 'assigned' }
    const defaults = { changed_by_email: '', notes: '' }
    expect(historyItem().parse(change)).toEqual({
      ...change,
      ...defaults,
      changed_at: instant,
      changed_by_name: 'System',
    })
    const others = { timestamp: '2025-12-01T09:00:00.000Z', updated_by_name: 'Dana Fox' }
    const named = { changed_at: others.timestamp, changed_by_name: 'Dana Fox' }
    expect(historyItem().parse({ ...change, ...others })).toEqual({ ...change, ...defaults, ...named })
  })

  it.each([
    [{ id: 'p1', full_name: 'Dana Fox', name: 'D. F.', email: 'dana@x.example' }, 'Dana Fox'],
    [{ id: 'p1', name: 'D. F.', first_name: 'Dana', email: 'dana@x.example' }, 'D. F.'],
    [{ _id: 'p1', first_name: 'Dana', last_name: 'Fox' }, 'Dana Fox'],
    [{ id: 'p1', last_name: 'Fox' }, 'Fox'],
    [{ id: 'p1', email: 'dana@x.example' }, ''],
  ])('a pharmacist as %j', (person, full_name) => {
    const email = 'email' in person ? person.email : ''
    expect(pharmacist().parse(person)).toEqual({ id: 'p1', full_name, email, phone: '', delivers: true })
  })
})

describe('a response is checked by types, not by the rules of today’s forms', () => {
  it('a patient that forms would reject', () => {
    const stored = { ...patientBody, name: '', phone: '+44 20 7946 0000 ext. 9', email: 'none', state: 'Ontario' }
    const answered = { ...stored, external_id: '', id: 'p1', version: 1, created_at: instant, updated_at: instant }
    expect(patient().parse(answered)).toEqual(answered)
  })

  it('a delivery with rows that forms would reject', () => {
    const rx_information = [{ rx_date: '5 January', rx_number: '', copay: -1.005, fill_date: '', fill_number: null }]
    const sku_information = [{ sku_number: 'S'.repeat(500), quantity: 0.5, price: 2_000_000 }]
    expect(delivery().parse({ ...answeredDelivery, rx_information, sku_information })).toMatchObject({
      rx_information,
      sku_information,
    })
  })
})
