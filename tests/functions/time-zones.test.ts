import { describe, expect } from 'vitest'
import { listActivity } from '#shared/api/activity.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as proofs from '#shared/api/proofs.ts'
import * as runs from '#shared/api/runs.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { addDays } from '#shared/rules/dates.ts'
import { aDelivery, aPatient, complete, completionData, deliveryBody } from '#tests/support/builders.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, test } from '#tests/support/product-test.ts'
import { runCallsOf, storeSettings } from '#tests/support/run-calls.ts'
import type { Organisation, TestApp } from '#tests/support/test-app.ts'

let pharmacy: Organisation

const inThePast = {
  status: 422,
  body: { detail: [{ loc: ['body', 'delivery_date'], msg: 'Delivery date cannot be in the past' }] },
}
const inTheFuture = { status: 422, body: { detail: [{ msg: 'Fill date cannot be in the future' }] } }

/**
 * Moments half an hour before and after midnight: the time zone, the local time, the instant, the local day, and the instant from
 * which a patient who wants a call has waited too long.
 */
const moments = [
  // New York changes to summer time on 8 March 2026 and back on 1 November. Both are Sundays.
  ['America/New_York', '23:30', '2026-03-08T04:30:00Z', '2026-03-07', '2026-03-10T03:59:59.999Z'],
  ['America/New_York', '00:30', '2026-03-08T05:30:00Z', '2026-03-08', '2026-03-10T03:59:59.999Z'],
  ['America/New_York', '23:30', '2026-03-09T03:30:00Z', '2026-03-08', '2026-03-10T03:59:59.999Z'],
  ['America/New_York', '00:30', '2026-03-09T04:30:00Z', '2026-03-09', '2026-03-11T03:59:59.999Z'],
  ['America/New_York', '23:30', '2026-11-01T03:30:00Z', '2026-10-31', '2026-11-03T04:59:59.999Z'],
  ['America/New_York', '00:30', '2026-11-01T04:30:00Z', '2026-11-01', '2026-11-03T04:59:59.999Z'],
  ['America/New_York', '23:30', '2026-11-02T04:30:00Z', '2026-11-01', '2026-11-03T04:59:59.999Z'],
  ['America/New_York', '00:30', '2026-11-02T05:30:00Z', '2026-11-02', '2026-11-04T04:59:59.999Z'],
  // The next four are on both sides of the date line. The second and the third of them are the same instant, but two days apart.
  ['Pacific/Kiritimati', '23:30', '2026-06-15T09:30:00Z', '2026-06-15', '2026-06-16T09:59:59.999Z'],
  ['Pacific/Kiritimati', '00:30', '2026-06-15T10:30:00Z', '2026-06-16', '2026-06-17T09:59:59.999Z'],
  ['Pacific/Pago_Pago', '23:30', '2026-06-15T10:30:00Z', '2026-06-14', '2026-06-16T10:59:59.999Z'],
  ['Pacific/Pago_Pago', '00:30', '2026-06-15T11:30:00Z', '2026-06-15', '2026-06-17T10:59:59.999Z'],
] as const

describe.each(sampleUnlessProof(moments, 3, 6))(
  'in %s at %s (%s), %s is',
  (time_zone, clock, now, today, callBackDue) => {
    const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]

    /** Creates a pharmacy in that time zone whose people have just signed in. */
    async function aPharmacy() {
      app.clock.now = new Date(now)
      const made = await app.createPharmacy()
      await storeSettings(app, made, { time_zone, truthful_first_delivery: true })
      return made
    }
    test.beforeAll(async () => {
      pharmacy = await aPharmacy()
    })

    /** Creates a delivery that was planned for that day two days in advance, and returns its id. */
    async function planned(delivery_date: string, fields: Parameters<typeof aDelivery>[2] = {}) {
      app.clock.now = new Date(`${addDays(delivery_date, -2)}T12:00:00Z`)
      const [admin, driver] = await Promise.all([app.signIn(pharmacy.admin.user), app.signIn(pharmacy.driver.user)])
      const { id } = await aDelivery(app, { ...pharmacy, admin, driver }, { ...fields, delivery_date })
      app.clock.now = new Date(now)
      return id
    }
    const call = (entry: Entry, sending: Parameters<TestApp['call']>[1] = {}) =>
      app.call(entry, { as: pharmacy.admin, ...sending })
    const edit = (id: string, body: object) => call(deliveries.updateDelivery, { params: { id }, body })
    const idsOf = async (query: Record<string, string>) =>
      (await call(deliveries.listDeliveries, { query })).body.map(({ id }: DeliveryRow) => id)

    test('the first day a delivery can be planned for', async () => {
      const patient = await aPatient(app, pharmacy.admin)
      const create = (delivery_date: string) =>
        call(deliveries.createDelivery, { body: deliveryBody(app, patient.id, { delivery_date }) })
      expect(await create(yesterday)).toMatchObject(inThePast)
      expect(await create(today)).toMatchObject({ status: 201, body: { delivery_date: today } })
    })

    test('the first day deliveries can be moved to, though an overdue one may keep its day', async () => {
      const id = await planned(yesterday)
      const move = (delivery_date: string) =>
        call(searchAndDay.changeDeliveries, { body: { ids: [id], change: { delivery_date } } })
      expect(await edit(id, { delivery_date: yesterday, delivery_notes: 'Ring twice' })).toMatchObject({ status: 200 })
      const other = await planned(tomorrow)
      expect(await edit(other, { delivery_date: yesterday })).toMatchObject(inThePast)
      expect((await edit(other, { delivery_date: today })).status).toBe(200)
      expect((await move(addDays(yesterday, -1))).body).toMatchObject([
        { ok: false, detail: 'Delivery date cannot be in the past' },
      ])
      expect((await move(today)).body).toMatchObject([{ ok: true }])
    })

    test('the earliest day to reschedule a failed delivery', async () => {
      const id = await planned(yesterday, { status: 'failed' })
      expect(await edit(id, { time_range: '12:00-15:00' })).toMatchObject(inThePast)
      expect(await edit(id, { delivery_date: today })).toMatchObject({ status: 200, body: { delivery_date: today } })
    })

    test('the last fill date allowed in a plan, an edit and a correction', async () => {
      const rx = (fill_date: string) => ({ rx_information: [{ rx_number: 'RX-1', copay: 0, fill_date }] })
      const patient = await aPatient(app, pharmacy.admin)
      const create = (fill_date: string) =>
        call(deliveries.createDelivery, {
          body: deliveryBody(app, patient.id, { delivery_date: tomorrow, ...rx(fill_date) }),
        })
      expect(await create(tomorrow)).toMatchObject(inTheFuture)
      const { body } = await create(today)
      expect(await edit(body.id, rx(tomorrow))).toMatchObject(inTheFuture)
      expect((await edit(body.id, rx(yesterday))).status).toBe(200)
      const id = await planned(today, { status: 'delivered' })
      const correct = (value: string) =>
        call(proofs.correctDelivery, {
          params: { id },
          body: { field: 'rx_information.0.fill_date', value, reason: 'Typed in haste' },
        })
      expect(await correct(tomorrow)).toMatchObject(inTheFuture)
      expect((await correct(today)).status).toBe(201)
    })

    test('the first day in current lists and in a patient’s upcoming deliveries', async () => {
      const patient_id = (await aPatient(app, pharmacy.admin)).id
      const around = async (fields: Parameters<typeof aDelivery>[2]) => [
        await planned(yesterday, fields),
        await planned(today, fields),
        await planned(tomorrow, fields),
      ]
      const [ended, open] = [await around({ status: 'cancelled' }), await around({ patient_id })]
      const ofThese = async (view: string, known: readonly string[]) =>
        (await idsOf({ view })).filter((id: string) => known.includes(id))
      expect(await ofThese('current', ended)).toEqual(ended.slice(1))
      expect(await ofThese('past', open)).toEqual(open.slice(0, 1))
      expect(await idsOf({ patient_id, view: 'upcoming' })).toEqual(open.slice(1))
      expect(await idsOf({ patient_id, view: 'earlier' })).toEqual(open.slice(0, 1))
    })

    test('the dashboard’s day, with its late deliveries and those that need attention', async () => {
      pharmacy = await aPharmacy()
      const overdue = await planned(yesterday, { status: 'assigned' })
      const nobodys = await planned(today)
      await planned(tomorrow)
      const { body } = await call(deliveries.listDeliveries, { query: { view: 'attention' } })
      // Today's slot, from nine to twelve, ends at noon local time. After that the delivery is late and comes first.
      const isLate = clock === '23:30'
      const ofToday = [nobodys, isLate ? ['late', 'unassigned'] : ['unassigned']]
      const before = [overdue, ['overdue']]
      expect(body.map(({ id, attention }: DeliveryRow) => [id, attention])).toEqual(
        isLate ? [ofToday, before] : [before, ofToday],
      )
      expect((await call(searchAndDay.readDay)).body).toMatchObject({
        date: today,
        attention: 2,
        counts: { unassigned: 1 },
        late: isLate ? 1 : 0,
      })
    })

    test('the last return date that is not overdue', async () => {
      const stateOf = async (fill_date: string) => {
        const rx_information = [{ rx_number: 'RX-1', copay: 0, fill_date }]
        const id = await planned(tomorrow, { rx_information })
        const { return_by, return_state } = (await call(deliveries.readDelivery, { params: { id } })).body
        return [return_by, return_state]
      }
      expect(await stateOf(addDays(today, -10))).toEqual([today, 'soon'])
      expect(await stateOf(addDays(today, -11))).toEqual([yesterday, 'over'])
    })

    test('the last day whose run can start, and the default day in the list of runs', async () => {
      pharmacy = await aPharmacy()
      const { driver: person } = pharmacy
      const id = await planned(today, { status: 'assigned' })
      await planned(tomorrow, { status: 'assigned' })
      const { body } = await call(runs.listRuns)
      expect(body).toMatchObject([{ date: today, counts: { deliveries: 1 } }])
      expect(await runCallsOf(app, pharmacy, { person, date: tomorrow }).start()).toMatchObject({
        status: 409,
        body: { detail: "This run is not today's" },
      })
      const run = runCallsOf(app, pharmacy, { person, date: today })
      await run.load(id)
      expect((await run.start()).status).toBe(200)
    })

    test('the day before which a known prescription number is found for 30 days', async () => {
      const rx_information = [{ rx_number: 'RX-3030', copay: 0 }]
      const oldest = await planned(addDays(today, -30), { rx_information })
      await planned(addDays(today, -31), { rx_information })
      const { body } = await call(searchAndDay.findPrescription, { query: { rx_number: 'RX-3030' } })
      expect(body.map(({ id }: { id: string }) => id)).toEqual([oldest])
    })

    test('the day of a completion in audits and in return calls', async () => {
      const id = await planned(today, { status: 'assigned', rx_information: [{ rx_number: 'RX-4040', copay: 0 }] })
      await call(deliveries.changeStatus, { params: { id }, body: { status: 'in_progress' } })
      const data = { ...completionData, counseling_received: false, counseling_outcome: 'call_back' }
      const done = await complete(app, pharmacy.driver, id, { data })
      expect(done).toMatchObject({ status: 200, body: { call_back_due_at: callBackDue } })
      const foundOn = async (date: string) =>
        (await call(proofs.readAuditRecords, { body: { rx: [{ rx_number: 'RX-4040', date }] } })).body[0].found
      expect([await foundOn(yesterday), await foundOn(today), await foundOn(tomorrow)]).toEqual(['none', 'one', 'none'])
      const delivered = async (from: string, to: string) =>
        (await call(proofs.readAuditRecords, { body: { from, to } })).body.flatMap(
          ({ deliveries: found }: { deliveries: { id: string }[] }) => found.map((one) => one.id),
        )
      expect(await delivered(today, today)).toContain(id)
      expect(await delivered(tomorrow, tomorrow)).not.toContain(id)
      expect(await delivered(yesterday, yesterday)).not.toContain(id)
    })

    test('the day of the newest activity', async () => {
      const { id } = await aPatient(app, pharmacy.admin)
      const on = async (date: string) =>
        (await call(listActivity, { query: { from: date, to: date, subject_id: id, action: 'patient.created' } })).body
          .length
      expect([await on(yesterday), await on(today), await on(tomorrow)]).toEqual([0, 1, 0])
    })
  },
)
