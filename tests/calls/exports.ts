import fc from 'fast-check'
import type * as exports from '#shared/api/exports.ts'
import { type CallsOf, managePermission } from './call.ts'
import type { IdRule } from './id-rules.ts'

/** The id of the person whose list is exported goes into the event as it was sent, without a lookup, so any id is accepted. */
const anyPerson: IdRule = { of: 'User' }
/** Deliveries that do not exist are left out of the exported table, so any id is accepted. */
const deliveryIds: IdRule = { of: 'Delivery', isList: true }

export const exportCalls: CallsOf<typeof exports> = {
  'POST /api/exports/lists': {
    access: managePermission,
    leaves: 'delivery.exported',
    ready: () => ({ body: { kind: 'deliveries', filters: { view: 'current', delivery_date: '2026-03-10' } } }),
    otherwiseReady: { 'of the patients': () => ({ body: { kind: 'patients', filters: { q: 'grace' } } }) },
    ids: { 'body.filters.pharmacist_id': anyPerson },
    races: {},
  },
  'POST /api/exports/patients/{id}': {
    access: managePermission,
    leaves: 'patient.exported',
    races: {},
  },
  'POST /api/exports/deliveries': {
    access: managePermission,
    leaves: 'delivery.exported',
    ready: async ({ aDelivery }) => ({ body: { ids: [await aDelivery()] } }),
    ids: { 'body.ids': deliveryIds },
    places: {
      ids: fc.constantFrom(['7d0c1f0e-8f5b-4a9e-b3d7-5b8f0e3c2a41'], ['7d0c1f0e-8f5b-4a9e-b3d7-5b8f0e3c2a42']),
    },
    races: {
      delivery: {
        'exporting the delivery': { body: ({ id }) => ({ ids: [id] }) },
      },
    },
  },
}
