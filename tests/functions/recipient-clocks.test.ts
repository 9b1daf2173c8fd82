/** @module-tag proof */

import { expect } from 'vitest'
import { updateSettings } from '#shared/api/settings.ts'
import { addDays } from '#shared/rules/dates.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { mailsOf } from '#tests/support/mailbox.ts'
import { app, test } from '#tests/support/product-test.ts'

let people = 0

/**
 * Each row has a time zone, the day on which its clocks change, and nine in the morning there, in UTC: on that day and on the day
 * after it.
 */
test.each([
  ['America/New_York', '2026-03-08', '13:00', '13:00'],
  ['America/New_York', '2026-11-01', '14:00', '14:00'],
  ['Europe/Berlin', '2026-03-29', '07:00', '07:00'],
  ['Europe/Berlin', '2026-10-25', '08:00', '08:00'],
  ['America/Santiago', '2026-04-04', '12:00', '13:00'],
  ['America/Santiago', '2026-09-05', '13:00', '12:00'],
])(
  'recipients get next-day updates at 9 AM local time across the clock change in %s on %s',
  async (time_zone, change, nine, nextNine) => {
    app.clock.now = new Date(`${addDays(change, -2)}T18:00:00Z`)
    const pharmacy = await app.createPharmacy()
    await app.call(updateSettings, { as: pharmacy.admin, body: { recipient_notices: 'all', time_zone } })
    const emails: string[] = []
    for (const days of [1, 2]) {
      const email = `clock${++people}@example.com`
      const patient = await aPatient(app, pharmacy.admin, { email })
      await aDelivery(app, pharmacy, { patient_id: patient.id, delivery_date: addDays(change, days) })
      emails.push(email)
    }
    const runsAt = async (day: string, time: string, minutes: number) => {
      app.clock.now = new Date(Date.parse(`${day}T${time}:00Z`) + minutes * 60_000)
      await app.sendAllMails()
      return Promise.all(emails.map(async (email) => (await mailsOf(app, email)).length))
    }
    expect(await runsAt(change, nine, -5)).toEqual([0, 0])
    expect(await runsAt(change, nine, 0)).toEqual([1, 0])
    expect(await runsAt(addDays(change, 1), nextNine, -5)).toEqual([1, 0])
    expect(await runsAt(addDays(change, 1), nextNine, 0)).toEqual([1, 1])
  },
)
