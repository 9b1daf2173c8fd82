import { unscopedKeys } from '#functions/data/table-keys.ts'
import { hashOfDoorToken } from '#functions/security/door-tokens.ts'
import * as recipientUpdates from '#shared/api/recipient-updates.ts'
import { updateSettings } from '#shared/api/settings.ts'
import type * as tracking from '#shared/api/tracking.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import type { Organisation, TestApp } from '#tests/support/test-app.ts'
import type { CallsOf } from './call.ts'
import { placeholderGenerator } from './placeholders.ts'
import type { Workplace } from './workplace.ts'

/** Turns all notices to recipients on, and returns the token in the tracking link of a delivery's door. */
export async function doorToken(app: TestApp, { admin }: Pick<Organisation, 'admin'>, id: string): Promise<string> {
  await app.call(updateSettings, { as: admin, body: { recipient_notices: 'all' } })
  const { body } = await app.call(recipientUpdates.copyRecipientLink, { as: admin, params: { id } })
  return new URL(body.url).pathname.split('/').at(-1) ?? ''
}

let doors = 0

/** Creates a planned delivery for a new patient. Returns the ids of both and the token of the door's tracking link. */
export async function aDoor({ app, ...organisation }: Workplace) {
  // The clock may have moved on for longer than a session lasts, so sign in again.
  const admin = await app.signIn(organisation.admin.user)
  // Recipients who share an email address share a door, so each has an own address.
  const patient = await aPatient(app, admin, { email: `door${++doors}@example.com` })
  const { id, patient_id } = await aDelivery(app, { ...organisation, admin }, { patient_id: patient.id })
  return { id, patient_id, token: await doorToken(app, { admin }, id) }
}

const changes = (at: Workplace, token: string) => async () =>
  (await at.app.table.get(unscopedKeys.door(hashOfDoorToken(token))))?.changes ?? 0

const wish = ({ app }: { app: TestApp }, days = 1) => ({
  delivery_date: addDays(utcDate(app.clock.now), days),
  time_range: '12:00-15:00' as const,
})

const gone = '404 This link no longer works'
const late = '409 The package is already on its way. Please call.'

export const trackingCalls: CallsOf<typeof tracking> = {
  'GET /api/track/{token}': {
    access: 'public',
    ready: async (at) => ({ params: { token: (await aDoor(at)).token } }),
  },
  'POST /api/track/{token}/access': {
    access: 'public',
    leaves: 'recipient.access',
    async ready(at) {
      const { token } = await aDoor(at)
      return { params: { token }, body: { access_notes: 'Ring twice' }, done: changes(at, token) }
    },
    races: {
      door: { 'leaving access notes': { body: () => ({ access_notes: 'Ring twice' }), refusals: [gone, late] } },
    },
  },
  'POST /api/track/{token}/reschedule': {
    access: 'public',
    leaves: 'recipient.asked',
    async ready(at) {
      const { token } = await aDoor(at)
      return { params: { token }, body: wish(at), done: changes(at, token) }
    },
    places: { delivery_date: placeholderGenerator('delivery_date') },
    races: {
      door: {
        'requesting another day': {
          body: () => ({ delivery_date: addDays(utcDate(new Date()), 2), time_range: '15:00-18:00' }),
          refusals: [gone, late],
        },
      },
    },
  },
  'POST /api/track/{token}/unsubscribe': {
    access: 'public',
    leaves: 'recipient.unsubscribed',
    leavesForEach: 'delivery.updates_ended',
    async ready(at) {
      const { token, patient_id } = await aDoor(at)
      return {
        params: { token },
        done: async () => ((await at.app.table.get(at.keys.patient(patient_id)))?.notices === 'none' ? 1 : 0),
      }
    },
    races: { door: { unsubscribing: { refusals: [gone] } } },
  },
}
