import { unscopedKeys } from '#functions/data/table-keys.ts'
import { hashOfDoorToken } from '#functions/security/door-tokens.ts'
import type * as recipientUpdates from '#shared/api/recipient-updates.ts'
import * as tracking from '#shared/api/tracking.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { type CallsOf, managePermission, viewPermission } from './call.ts'
import { aDoor } from './tracking.ts'

export const noticeCalls: CallsOf<typeof recipientUpdates> = {
  'GET /api/deliveries/{id}/updates': { access: viewPermission, leaves: 'delivery.read' },
  'GET /api/deliveries/patients/{id}/updates': { access: managePermission, leaves: 'patient.read' },
  'POST /api/deliveries/{id}/recipient-link': {
    access: managePermission,
    leaves: 'recipient.link_copied',
    async ready(at) {
      const { id, token } = await aDoor(at)
      const door = async () => (await at.app.table.get(unscopedKeys.door(hashOfDoorToken(token))))?.version ?? 0
      const before = await door()
      return { params: { id }, done: async () => Math.min(1, (await door()) - before) }
    },
    races: {
      door: { 'its link copied': { refusals: ['404 Delivery not found', '409 Your organization sends no updates'] } },
    },
  },
  'POST /api/deliveries/{id}/asked': {
    access: managePermission,
    leaves: 'delivery.asked_answered',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const { id, token } = await aDoor(at)
      await at.unlimit(tracking.askForDay)
      await at.app.call(tracking.askForDay, {
        params: { token },
        body: { delivery_date: addDays(utcDate(at.app.clock.now), 1), time_range: '12:00-15:00' },
      })
      return {
        params: { id },
        body: { answer: 'move' },
        done: async () => ((await at.app.table.get(at.keys.delivery(id)))?.asked === null ? 1 : 0),
        repeated: 409,
      }
    },
    races: {
      door: {
        'answering the request': {
          body: () => ({ answer: 'keep' }),
          refusals: ['409 No one is waiting for this answer', '404 Delivery not found'],
        },
      },
    },
  },
}
