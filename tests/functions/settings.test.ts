import { describe, expect } from 'vitest'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as registration from '#shared/api/registration.ts'
import { readSettings, updateSettings } from '#shared/api/settings.ts'
import { defaultSettingsChoices } from '#shared/model/settings.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { app, test } from '#tests/support/product-test.ts'
import { beginSignUp, chooseProducts, companyBody, joinByMail } from '#tests/support/sign-up.ts'
import type { Organisation } from '#tests/support/test-app.ts'

let pharmacy: Organisation
test.beforeEach(async () => {
  app.clock.now = new Date('2026-03-08T12:00:00Z')
  pharmacy = await app.createPharmacy()
})

const read = async (as = pharmacy.unprivileged) => (await app.call(readSettings, { as })).body
const change = (body: object, version?: number) =>
  app.call(updateSettings, {
    as: pharmacy.admin,
    body,
    ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
  })
const problem = (field: string, msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', field], msg }] } })

const untouched = {
  ...defaultSettingsChoices,
  name: 'Corner Pharmacy',
  description: 'Around the corner',
  phone_number: '5550100100',
  fax_number: '5550100101',
  npi_number: '1234567893',
  nabp_number: '1234567',
  time_zone: 'UTC',
  verified: true,
  verification_asked: false,
  updates_held_today: false,
  version: 1,
}

test('every signed-in user can read the settings, including defaults', async () => {
  expect(await read()).toEqual(untouched)
})

test('sent settings change, omitted ones stay, and license numbers cannot be changed', async () => {
  const sent = { name: 'Elm Pharmacy', fax_number: '5550100199', time_zone: 'America/Chicago', idle_minutes: 0 }
  const expected = { ...untouched, ...sent, version: 2 }
  expect(await change({ ...sent, npi_number: '9999999999' })).toMatchObject({ status: 200, body: expected })
  expect(await read()).toEqual(expected)
  const { body } = await app.call(auth.readTenantInfo, { as: pharmacy.unprivileged })
  expect(body).toMatchObject({ name: 'Elm Pharmacy', time_zone: 'America/Chicago' })
})

test.each([
  ['name', '', 'Company name is required'],
  ['name', 'E', 'Company name must be at least 2 characters'],
  ['phone_number', '555', 'Phone number must be exactly 10 digits'],
  ['fax_number', '555-0100', 'Please enter exactly 10 digits (e.g., 1234567890)'],
  ['time_zone', 'Mars/Olympus', 'Unknown time zone'],
  ['time_zone', '+05:00', 'Unknown time zone'],
  ['require_mfa', 'some', 'Must be off, administrators or everyone'],
  ['idle_minutes', 4, 'Must be 5 to 480 minutes, or 0 for never'],
  ['idle_minutes', 481, 'Must be 5 to 480 minutes, or 0 for never'],
  ['idle_minutes', 7.5, 'Must be 5 to 480 minutes, or 0 for never'],
  ['return_window_days', 0, 'Must be 1 to 60 days'],
  ['return_window_days', 61, 'Must be 1 to 60 days'],
  ['return_window_kind', 'lunar', 'Must be calendar or business'],
  ['recipient_notices', 'some', 'Must be off, asked or all'],
  ['staff_see_all', 'yes', 'Must be true or false'],
])('%s cannot be %j', async (field, value, msg) => {
  expect(await change({ [field]: value })).toMatchObject(problem(field, msg))
  expect(await read()).toEqual(untouched)
})

test('only administrators can change settings', async () => {
  const answer = await app.call(updateSettings, { as: pharmacy.pharmacist, body: { idle_minutes: 60 } })
  expect(answer.status).toBe(403)
})

describe('a version', () => {
  test('that is out of date is rejected', async () => {
    expect(await change({ idle_minutes: 60 }, 1)).toMatchObject({ status: 200, body: { version: 2 } })
    const detail = 'These settings were changed by someone else. Refresh and try again.'
    expect(await change({ idle_minutes: 90 }, 1)).toMatchObject({ status: 409, body: { detail } })
    expect(await read()).toMatchObject({ idle_minutes: 60 })
  })

  test('is not raised by a change of nothing', async () => {
    expect(await change({ idle_minutes: 30, fax_number: untouched.fax_number }, 1)).toMatchObject({
      body: { version: 1 },
    })
  })
})

describe('the time zone', () => {
  test('comes from the sign-up, or is New York’s if none was sent', async () => {
    for (const [email, time_zone, expected] of [
      ['west@example.com', 'America/Los_Angeles', 'America/Los_Angeles'],
      ['none@example.com', undefined, 'America/New_York'],
    ] as const) {
      const { body } = await beginSignUp(app, { email, time_zone })
      await chooseProducts(app, body.tenant_id)
      const { body: signedIn } = await joinByMail(app, email)
      expect((await app.call(readSettings, { as: signedIn.access_token })).body.time_zone).toBe(expected)
    }
    const unknown = await app.call(registration.signUpCompany, { body: { ...companyBody, time_zone: 'Nowhere' } })
    expect(unknown).toMatchObject(problem('time_zone', 'Unknown time zone'))
  })

  test('does not change deliveries that are already planned', async () => {
    const delivery = await aDelivery(app, pharmacy)
    await change({ time_zone: 'Pacific/Kiritimati' })
    const { body } = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id: delivery.id } })
    expect(body.delivery_date).toBe(delivery.delivery_date)
  })
})
