import { expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import { answerDayRequest, readUpdates } from '#shared/api/recipient-updates.ts'
import * as runs from '#shared/api/runs.ts'
import { updateSettings } from '#shared/api/settings.ts'
import { askForDay } from '#shared/api/tracking.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { SentNotice } from '#shared/model/notices.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { aDelivery, aPatient, complete, completionData } from './builders.ts'
import { passSeconds, seconds } from './clock.ts'
import { runWorker, watchNotices } from './day-of-doors.ts'
import { runCallsOf } from './run-calls.ts'
import type { Person, TestApp, TestResponse } from './test-app.ts'

export const dayBeforeDeliveries = '2026-03-09'
export const deliveryDay = '2026-03-10'
export const nextDay = '2026-03-11'
export const slots = ['09:00-12:00', '12:00-15:00', '15:00-18:00'] as const

let people = 0

export const expectDone = ({ status, text }: TestResponse) => expect([status, text]).toEqual([200, text])

/**
 * Sets the clock to 08:30 on the day before `deliveryDay`, creates an organisation that notifies all recipients, and returns the
 * steps that tests take on that day and the next two.
 */
export async function beginDay(app: TestApp) {
  const at = (time: string, day: string) => {
    app.clock.now = new Date(`${day}T${time}:00Z`)
  }
  at('08:30', dayBeforeDeliveries)
  const pharmacy = await app.createPharmacy()
  const other = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles, full_name: 'Otto Other' })
  await app.call(updateSettings, { as: pharmacy.admin, body: { recipient_notices: 'all' } })
  const { mailer } = app.services
  const { send } = mailer
  const sent = watchNotices(app, pharmacy.tenant.id)

  /** Signs a person in again, because the clock moves on for longer than a session lasts. */
  const as = ({ user }: Person) => app.signIn(user)
  const now = async () => ({ ...pharmacy, admin: await as(pharmacy.admin) })
  return {
    pharmacy,
    other,
    sent,
    at,
    as,
    /** Gives the mailer its own `send` back. Must be called before `beginDay` is called again. */
    end() {
      mailer.send = send
    },
    async read(id: string): Promise<Delivery> {
      return (await app.call(deliveries.readDelivery, { as: await as(pharmacy.admin), params: { id } })).body
    },
    async edit(id: string, body: object) {
      return app.call(deliveries.updateDelivery, { as: await as(pharmacy.admin), params: { id }, body })
    },
    async become(id: string, status: string) {
      return app.call(deliveries.changeStatus, { as: await as(pharmacy.admin), params: { id }, body: { status } })
    },
    async complete(id: string, data: object = {}) {
      return complete(app, await as(pharmacy.admin), id, { data: { ...completionData, ...data } })
    },
    async start(driver: Person) {
      const params = { date: deliveryDay, user_id: driver.user.id }
      return app.call(runs.startRun, { as: await as(driver), params, body: { include_not_loaded: true } })
    },
    runOf: async (driver: Person) => runCallsOf(app, await now(), { person: await as(driver), date: deliveryDay }),
    async aDelivery(fields: Parameters<typeof aDelivery>[2]) {
      return aDelivery(app, await now(), { status: 'assigned', delivery_date: deliveryDay, ...fields })
    },
    /** Creates a patient with an email address and a street address of their own, and a delivery for them. */
    async aDoor(fields: Parameters<typeof aDelivery>[2]) {
      people++
      const own = { email: `day${people}@example.com`, address: `${people} Elm Street`, notices: 'default' }
      const patient = await aPatient(app, await as(pharmacy.admin), own)
      return aDelivery(app, await now(), {
        patient_id: patient.id,
        status: 'assigned',
        delivery_date: deliveryDay,
        ...fields,
      })
    },
    /** Lets the recipient of a delivery ask for the next day, and the pharmacy answer that the planned day stays. */
    async keepDay(id: string) {
      const admin = await as(pharmacy.admin)
      const token = await doorToken(app, { admin }, id)
      const body = { delivery_date: nextDay, time_range: slots[0] }
      await app.call(askForDay, { params: { token }, body })
      return app.call(answerDayRequest, { as: admin, params: { id }, body: { answer: 'keep' } })
    },
    async updatesOf(id: string): Promise<SentNotice[]> {
      return (await app.call(readUpdates, { as: await as(pharmacy.admin), params: { id } })).body.updates
    },
  }
}

export type RecipientsDay = Awaited<ReturnType<typeof beginDay>>

/**
 * Runs the worker four times, which is enough for all that is due if no run is killed. `stepsOf` returns the number of steps after
 * which the next run is killed, or undefined if it is not to be killed. No other run sends the emails of a killed one for a minute,
 * so the clock then moves on past that. Returns how many runs were killed.
 */
export async function runWorkerRepeatedly(
  app: TestApp,
  stepsOf: () => number | undefined = () => undefined,
): Promise<number> {
  let kills = 0
  for (let runs = 0; runs < 4; runs++) {
    if (!(await runWorker(app, stepsOf()))) continue
    kills++
    passSeconds(app, seconds.minute + 1)
  }
  return kills
}
