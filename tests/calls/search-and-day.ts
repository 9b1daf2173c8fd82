import fc from 'fast-check'
import type * as searchAndDay from '#shared/api/search-and-day.ts'
import { type CallsOf, managePermission, viewPermission } from './call.ts'
import { type IdRule, noPharmacistRefusal, pharmacistIdRule } from './id-rules.ts'
import { placeholder } from './placeholders.ts'

const deliveryIds: IdRule = {
  of: 'Delivery',
  isList: true,
  answered: (id) => [{ id: id.toLowerCase(), ok: false, detail: 'Delivery not found' }],
}

export const searchAndDayCalls: CallsOf<typeof searchAndDay> = {
  'GET /api/search': { access: viewPermission, leaves: 'patient.searched', ready: () => ({ query: { q: 'grace' } }) },
  'GET /api/deliveries/day': { access: managePermission, conditional: true },
  'GET /api/deliveries/stop-questions': {
    access: managePermission,
    leaves: 'delivery.listed',
    ready: () => ({ query: { date: '2099-01-01' } }),
  },
  'POST /api/deliveries/bulk': {
    access: managePermission,
    leaves: 'delivery.assigned',
    idempotent: true,
    async ready({ app, keys, driver, aDelivery }) {
      const ids = [await aDelivery()]
      const assigned = async (id: string) => (await app.table.get(keys.delivery(id)))?.status === 'assigned'
      return {
        body: { ids, change: { pharmacist_id: driver.user.id } },
        done: async () => Number((await Promise.all(ids.map(assigned))).every(Boolean)),
      }
    },
    otherwiseReady: {
      'with another day': async ({ aDelivery }) => ({
        body: { ids: [await aDelivery(), await aDelivery()], change: { delivery_date: '2099-01-01' } },
      }),
      'with new patient details': async ({ aDelivery }) => ({
        body: { ids: [await aDelivery()], change: { refresh_patient: true } },
      }),
      'with one stop': async ({ aDelivery }) => ({
        body: { ids: [await aDelivery()], change: { one_stop: true } },
      }),
      'with a cancellation': async ({ aDelivery }) => ({
        body: { ids: [await aDelivery('assigned')], change: { status: 'cancelled', notes: 'It snows' } },
      }),
    },
    ids: { 'body.ids': deliveryIds, 'body.change.pharmacist_id': pharmacistIdRule },
    places: {
      // The fuzz test sends only ids of deliveries that do not exist.
      ids: fc.constantFrom(['7d0c1f0e-8f5b-4a9e-b3d7-5b8f0e3c2a41'], ['7d0c1f0e-8f5b-4a9e-b3d7-5b8f0e3c2a42']),
      change: fc.constantFrom<unknown>(
        { pharmacist_id: placeholder('pharmacist_id') },
        { pharmacist_id: null },
        { delivery_date: '2099-01-01' },
        { delivery_date: '2099-01-01', time_range: '15:00-18:00' },
        { status: 'cancelled' },
        { refresh_patient: true },
        { one_stop: true },
        { status: 'cancelled', notes: 'It snows' },
      ),
    },
    races: {
      person: {
        'assigning many deliveries to the user': {
          with: 'freeDelivery',
          id: ({ thing }) => thing,
          body: ({ id, thing }) => ({ ids: [thing], change: { pharmacist_id: id } }),
          refusals: [noPharmacistRefusal],
        },
      },
    },
  },
  'GET /api/deliveries/prescriptions': {
    access: managePermission,
    leaves: 'delivery.listed',
    ready: () => ({ query: { rx_number: 'RX-1' } }),
  },
}
