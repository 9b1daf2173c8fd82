import { describe, expect, it } from 'vitest'
import type { Delivery } from '#shared/model/delivery.ts'
import {
  type DeliveryFormValues,
  deliveryBody,
  deliveryFormSchema,
  formValuesOf,
  moveRefusalsToFormRows,
  newDeliveryValues,
  newRxRow,
  newSkuRow,
  totalsOfFormValues,
} from '../../web/features/deliveries/form/delivery-form-values.ts'
import { CallError } from '../../web/lib/api/call-error.ts'
import { errorsByField } from '../../web/lib/forms/form-values.ts'

const today = '2025-01-05'
const schema = deliveryFormSchema(today)

const filled = (more: Partial<DeliveryFormValues> = {}): DeliveryFormValues => ({
  ...newDeliveryValues(),
  delivery_date: today,
  time_range: '09:00-12:00',
  patient_id: 'p1',
  rx_information: [{ ...newRxRow(), rx_number: 'RX-1' }],
  ...more,
})
it('an overdue delivery keeps its date or gets one from today on', () => {
  const overdue = deliveryFormSchema(today, '2025-01-02')
  const of = (delivery_date: string) => overdue.safeParse(filled({ delivery_date })).success
  expect(['2025-01-02', '2025-01-03', '2025-01-04', today, '2025-01-06'].filter(of)).toEqual([
    '2025-01-02',
    today,
    '2025-01-06',
  ])
})

const errors = (values: DeliveryFormValues) => errorsByField(schema.safeParse(values).error?.issues ?? [])

describe('the delivery form', () => {
  it('requires date, time range, patient and every RX number', () => {
    expect(errors({ ...newDeliveryValues(), rx_information: [newRxRow(), newRxRow()] })).toEqual({
      delivery_date: 'Delivery date is required',
      time_range: 'Time range is required',
      patient_id: 'Please select a patient',
      'rx_information.0.rx_number': 'RX number is required',
      'rx_information.1.rx_number': 'RX number is required',
    })
  })

  it('accepts today and rejects yesterday', () => {
    expect(errors(filled())).toEqual({})
    expect(errors(filled({ delivery_date: '2025-01-04' }))).toEqual({
      delivery_date: 'Delivery date cannot be in the past',
    })
  })

  it.each([
    [{ quantity: 0 }, { 'sku_information.0.quantity': 'Must be at least 1' }],
    [{ price: -1 }, { 'sku_information.0.price': 'Cannot be negative' }],
    [{ quantity: '' as const }, {}],
    [{ sku_number: '' }, {}],
  ])('checks an SKU row with %j', (change, found) => {
    expect(errors(filled({ sku_information: [{ ...newSkuRow(), sku_number: 'S1', ...change }] }))).toEqual(found)
  })

  it('starts with the specified values, in English, with one RX row', () => {
    expect(newDeliveryValues()).toMatchObject({
      language: 'english',
      rx_information: [{ rx_date: '', rx_number: '', copay: 0 }],
      sku_information: [],
    })
    expect(newSkuRow()).toEqual({ sku_number: '', quantity: 1, price: 0 })
  })

  it('omits an SKU row without number, quantity or price', () => {
    const whole = { sku_number: 'S1', quantity: 2, price: 3 }
    const rows = [
      { ...whole, sku_number: ' ' },
      { ...whole, quantity: '' as const },
      whole,
      { ...whole, price: '' as const },
    ]
    expect(deliveryBody(schema.parse(filled({ sku_information: rows }))).sku_information).toEqual([whole])
  })

  it('shows the rejection of a sent SKU row at the row where it was typed', () => {
    const rows = [newSkuRow(), { sku_number: 'S1', quantity: 1, price: 1 }]
    const problems = [
      { loc: ['body', 'sku_information', 0, 'price'], msg: 'Must be less than $1,000,000' },
      { loc: ['body', 'rx_information', 0, 'rx_number'], msg: 'RX number is required' },
    ]
    const refusal = new CallError({ status: 422, detail: '', problems })
    expect(moveRefusalsToFormRows(refusal, schema.parse(filled({ sku_information: rows }))).problems).toEqual([
      { loc: ['body', 'sku_information', 1, 'price'], msg: 'Must be less than $1,000,000' },
      { loc: ['body', 'rx_information', 0, 'rx_number'], msg: 'RX number is required' },
    ])
  })

  it('shows running totals, computed in cents', () => {
    const rx_information = [
      { ...newRxRow(), copay: 0.1 },
      { ...newRxRow(), copay: 0.2 },
      { ...newRxRow(), copay: '' as const },
    ]
    const sku_information = [
      { ...newSkuRow(), quantity: 3, price: 1.1 },
      { ...newSkuRow(), quantity: '' as const },
    ]
    expect(totalsOfFormValues({ rx_information, sku_information })).toEqual({
      total_copay: 0.3,
      total_price: 3.3,
      order_total: 3.6,
    })
  })

  it('opens a delivery as it would be sent, with an RX row added if it has none', () => {
    const { rx_information, ...form } = deliveryBody(schema.parse(filled({ pharmacist_id: 'u1', refrigerated: true })))
    const delivery = { ...form, rx_information: [], id: 'd1', status: 'assigned', patient_name: 'Nora' }
    const values = formValuesOf(delivery as Partial<Delivery> as Delivery)
    expect(values).toEqual({ ...form, rx_information: [newRxRow()] })
    expect(rx_information).toHaveLength(1)
  })
})
