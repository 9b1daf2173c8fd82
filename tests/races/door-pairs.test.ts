import { expect } from 'vitest'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { hashOfDoorToken } from '#functions/security/door-tokens.ts'
import { askForDay } from '#shared/api/tracking.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { app, test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Organisation } from '#tests/support/test-app.ts'
import { isAccepted, pairsOf, race } from './send-together.ts'

let organisation: Organisation
let pairs = 0
test.beforeAll(async () => {
  organisation = await app.createPharmacy()
})

test.each(pairsOf('door'))(
  '$one.name and $other.name concurrently: each is applied completely and counted',
  async (pair) => {
    // A recipient who shares an email address with another one would share the door.
    const { id: patient_id } = await aPatient(app, organisation.admin, { email: `pair${++pairs}@example.com` })
    const { id } = await aDelivery(app, organisation, { patient_id })
    const token = await doorToken(app, organisation, id)
    await resetRateLimits(app, 'track', '127.0.0.1')
    const body = { delivery_date: addDays(utcDate(app.clock.now), 1), time_range: '09:00-12:00' as const }
    await app.call(askForDay, { params: { token }, body })
    const answers = await race(app, { pair, subject: { id, token }, organisation, round: 0 })
    const stored = await app.table.get(keysOf(organisation.tenant.id).delivery(id))
    const history = await app.table.queryAll(keysOf(organisation.tenant.id).history(id))
    const door = await app.table.get(unscopedKeys.door(hashOfDoorToken(token)))
    const wishes = history.filter(({ wish }) => wish === 'access' || wish === 'asked')
    expect(door?.changes).toBe(wishes.length)
    expect(history.length).toBe(stored?.history_count)
    expect(answers.some(isAccepted)).toBe(true)
  },
)

test('the table is consistent after all pairs', async () => {
  expect(await problemsIn(app)).toEqual([])
})
