import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { updatePatient } from '#shared/api/patients.ts'
import type * as searchAndDay from '#shared/api/search-and-day.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import type { BulkChange } from '#shared/model/search-and-day.ts'
import { aDelivery, patientBody } from '#tests/support/builders.ts'
import { type CallsOf, managePermission, viewPermission } from './call.ts'
import { type IdRule, noPharmacistRefusal, pharmacistIdRule } from './id-rules.ts'
import { placeholder } from './placeholders.ts'
import type { Workplace } from './workplace.ts'

const deliveryIds: IdRule = {
  of: 'Delivery',
  isList: true,
  answered: (id) => [{ id: id.toLowerCase(), ok: false, detail: 'Delivery not found' }],
}

/** Changes new deliveries, each of which may be changed only once. */
async function aBulkChange({ app, keys }: Workplace, ids: string[], change: BulkChange) {
  const versions = () => Promise.all(ids.map(async (id) => (await app.table.get(keys.delivery(id)))?.version ?? 0))
  const before = await versions()
  const done = async () => {
    const times = (await versions()).map((version, i) => version - (before[i] ?? 0))
    return Math.max(...times) > 1 ? Math.max(...times) : Math.min(...times)
  }
  return { body: { ids, change }, done }
}

const three = ({ aDelivery }: Workplace, status?: DeliveryStatus) =>
  Promise.all([aDelivery(status), aDelivery(status), aDelivery(status)])

/** Creates three deliveries of a patient, and then gives the patient another name. */
async function threeOfRenamed(at: Workplace): Promise<string[]> {
  const patient_id = await at.aPatient()
  const ids: string[] = []
  while (ids.length < 3) ids.push((await aDelivery(at.app, at, { patient_id })).id)
  const body = { ...patientBody, name: `Grace ${randomUUID()}` }
  await at.app.call(updatePatient, { as: at.admin, params: { id: patient_id }, body, headers: { 'if-match': '1' } })
  return ids
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
    ready: async (at) => aBulkChange(at, [await at.aDelivery()], { pharmacist_id: at.driver.user.id }),
    otherwiseReady: {
      'with several deliveries': async (at) => aBulkChange(at, await three(at), { pharmacist_id: at.driver.user.id }),
      'with another day': async (at) => aBulkChange(at, await three(at), { delivery_date: '2099-01-01' }),
      'with new patient details': async (at) => aBulkChange(at, await threeOfRenamed(at), { refresh_patient: true }),
      'with one stop': async (at) => ({ body: { ids: await three(at), change: { one_stop: true } } }),
      'with a cancellation': async (at) =>
        aBulkChange(at, await three(at, 'assigned'), { status: 'cancelled', notes: 'It snows' }),
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
