import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import { declareMistake, planAgain } from '#shared/api/proofs.ts'
import { changeDeliveries, readDay } from '#shared/api/search-and-day.ts'
import { readSettings, updateSettings } from '#shared/api/settings.ts'
import type { DaySummary } from '#shared/model/search-and-day.ts'
import { timeRangeNotOfferedText } from '#shared/model/time-range.ts'
import { sendTogether } from '#tests/races/send-together.ts'
import { aDelivery, aPatient, complete, deliveryBody } from '#tests/support/builders.ts'
import { app, test } from '#tests/support/product-test.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Organisation, TestResponse } from '#tests/support/test-app.ts'

let pharmacy: Organisation
test.beforeEach(async () => {
  pharmacy = await app.createPharmacy()
})

const change = (body: object) => app.call(updateSettings, { as: pharmacy.admin, body })
const own = [
  { value: '08:30-11:00', label: 'Morning' },
  { value: '11:00-17:30', label: '' },
]
const asShown = [
  { value: '08:30-11:00', label: 'Morning' },
  { value: '11:00-17:30', label: '11:00 AM - 5:30 PM' },
]
const notOffered = { status: 422, body: { detail: [{ loc: ['body', 'time_range'], msg: timeRangeNotOfferedText }] } }

describe('time ranges of the settings', () => {
  test('are the choices of new deliveries, and a range without a label is shown by its times', async () => {
    expect(await change({ time_ranges: own })).toMatchObject({ status: 200, body: { time_ranges: asShown } })
    expect(await app.call(deliveries.listTimeRanges, { as: pharmacy.driver })).toMatchObject({ body: asShown })
    const patient = await aPatient(app, pharmacy.admin)
    const create = (time_range: string) =>
      app.call(deliveries.createDelivery, {
        as: pharmacy.pharmacist,
        body: deliveryBody(app, patient.id, { time_range }),
      })
    expect(await create('08:30-11:00')).toMatchObject({ status: 201, body: { time_range: '08:30-11:00' } })
    expect(await create('09:00-12:00')).toMatchObject(notOffered)
  })

  test('leave planned deliveries as they are, and a delivery can be edited with the range it has', async () => {
    const planned = await aDelivery(app, pharmacy, { time_range: '09:00-12:00' })
    await change({ time_ranges: own })
    const edit = (body: object) =>
      app.call(deliveries.updateDelivery, { as: pharmacy.pharmacist, params: { id: planned.id }, body })
    expect(await edit({ time_range: '09:00-12:00', delivery_notes: 'Ring twice' })).toMatchObject({
      status: 200,
      body: { time_range: '09:00-12:00', delivery_notes: 'Ring twice' },
    })
    expect(await edit({ time_range: '12:00-15:00' })).toMatchObject(notOffered)
    const moved = await app.call(changeDeliveries, {
      as: pharmacy.pharmacist,
      body: { ids: [planned.id], change: { delivery_date: planned.delivery_date, time_range: '12:00-15:00' } },
    })
    expect(moved.body).toMatchObject([{ ok: false }])
  })

  test.each([0, 1, 2, 3])(
    'stop no delivery that has one of them from being edited, started, completed or planned again, order %i',
    async (order) => {
      const as = pharmacy.admin
      const fields = { time_range: '09:00-12:00', collect_copay: true } as const
      const [edited, started, completed, mistaken] = [
        await aDelivery(app, pharmacy, fields),
        await aDelivery(app, pharmacy, { ...fields, status: 'assigned' }),
        await aDelivery(app, pharmacy, { ...fields, status: 'in_progress' }),
        await aDelivery(app, pharmacy, { ...fields, status: 'delivered' }),
      ]
      await app.call(declareMistake, { as, params: { id: mistaken.id }, body: { reason: 'Wrong door' } })
      const actions: [string, () => Promise<TestResponse>][] = [
        ['edit', () => app.call(deliveries.updateDelivery, { as, params: { id: edited.id }, body: fields })],
        [
          'start',
          () => app.call(deliveries.changeStatus, { as, params: { id: started.id }, body: { status: 'in_progress' } }),
        ],
        ['completion', () => complete(app, pharmacy.driver, completed.id)],
        ['plan again', () => app.call(planAgain, { as, params: { id: mistaken.id } })],
      ]
      for (const [i, [name, action]] of actions.entries()) {
        const time_ranges = i % 2 === 0 ? own : [{ value: '07:00-09:00' }]
        const [changed, done] = await sendTogether(() => change({ time_ranges }), action, order)
        expect([changed.status, name, done.status, done.body.time_range]).toEqual([
          200,
          name,
          name === 'plan again' ? 201 : 200,
          '09:00-12:00',
        ])
      }
      // A new delivery takes the range if it was still offered.
      await change({ time_ranges: [{ value: '09:00-12:00' }] })
      const patient = await aPatient(app, as)
      const [, created] = await sendTogether(
        () => change({ time_ranges: own }),
        () => app.call(deliveries.createDelivery, { as, body: deliveryBody(app, patient.id) }),
        order,
      )
      if (created.status !== 201) expect(created).toMatchObject(notOffered)
      expect(await problemsIn(app)).toEqual([])
    },
  )

  test('are the rows of the day, beside those that its deliveries still have', async () => {
    const { delivery_date: date } = await aDelivery(app, pharmacy, { time_range: '09:00-12:00' })
    await change({ time_ranges: own })
    const { body } = await app.call(readDay, { as: pharmacy.pharmacist, query: { date } })
    expect(body.slots.map((slot: DaySummary['slots'][number]) => [slot.time_range, slot.to_do])).toEqual([
      ['08:30-11:00', 0],
      ['09:00-12:00', 1],
      ['11:00-17:30', 0],
    ])
  })

  test.each([
    [[], 'Add at least one time range'],
    [[{ value: '12:00-12:00' }], 'Enter a start, and an end that is later'],
    [[{ value: '-' }], 'Enter a start, and an end that is later'],
    [[{ value: '09:00-12:00' }, { value: '09:00-12:00', label: 'Again' }], 'Two time ranges have the same times'],
    [
      [
        { value: '09:00-12:00', label: 'Day' },
        { value: '12:00-15:00', label: 'day' },
      ],
      'Two time ranges have the same label',
    ],
    [Array.from({ length: 9 }, (_, i) => ({ value: `0${i}:00-23:00` })), 'Must be at most 8 time ranges'],
  ])('cannot be %j', async (time_ranges, msg) => {
    expect(await change({ time_ranges })).toMatchObject({ status: 422, body: { detail: [{ msg }] } })
  })
})

describe('delivery days and closed days', () => {
  test('are stored in order, each once, and their change is an event in words', async () => {
    const sent = { delivery_days: [5, 1, 5], closed_days: ['2026-12-25', '2026-11-26', '2026-12-25'] }
    expect(await change(sent)).toMatchObject({ status: 200 })
    const { body } = await app.call(readSettings, { as: pharmacy.driver })
    expect(body).toMatchObject({ delivery_days: [1, 5], closed_days: ['2026-11-26', '2026-12-25'] })
  })

  test.each([
    [{ delivery_days: [] }, 'Select at least one delivery day'],
    [{ delivery_days: [7] }, 'Must be a day from 0 (Sunday) to 6'],
    [{ closed_days: ['2026-02-30'] }, 'Invalid date'],
    [{ reply_to: 'desk' }, 'Invalid email address'],
    [{ recipient_notice_ways: 'pigeon' }, 'Must be email or email_or_text'],
  ])('%j is rejected', async (body, msg) => {
    expect(await change(body)).toMatchObject({ status: 422, body: { detail: [{ msg }] } })
  })
})
