import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type * as patients from '#shared/api/patients.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { nameKey } from '#shared/rules/search.ts'
import { aDelivery, patientBody } from '#tests/support/builders.ts'
import { type CallsOf, managePermission } from './call.ts'
import { noPatientRefusal, pageCursorRule, patientIdRule } from './id-rules.ts'
import { placeholderGenerator } from './placeholders.ts'
import type { Workplace } from './workplace.ts'

const gone = '404 Patient not found'
const stale = '409 This patient was changed by someone else. Refresh and try again.'
const busy = '409 A patient with open deliveries cannot be deleted'

const merged = '409 These patients were already merged'

const mergingItsPatient = {
  id: ({ patient }: { patient: string }) => patient,
  body: ({ other }: { other: string }) => ({ into: other }),
  refusals: [gone],
}

const stored = ({ app, keys }: Workplace, id: string) => app.table.get(keys.patient(id))
const emails = { email: fc.constantFrom('', 'a@example.com') }

/** Merges a patient whose deliveries move in two parts. Each delivery may be moved only once. */
async function mergeWithDeliveries(at: Workplace) {
  const [id, into] = [await at.aPatient(), await at.aPatient()]
  const deliveries: Delivery[] = []
  while (deliveries.length < 26) deliveries.push(await aDelivery(at.app, at, { patient_id: id }))
  const done = async () => {
    const found = await Promise.all(deliveries.map((one) => at.app.table.get(at.keys.delivery(one.id))))
    const times = found.map((one, i) => (one?.version ?? 0) - (deliveries[i]?.version ?? 0))
    const isMoved = found.every((one) => one?.patient_id === into) && (await stored(at, id))?.merged_into === into
    return Math.max(Number(isMoved), ...times.filter((count) => count > 1))
  }
  return { params: { id }, body: { into }, done }
}

export const patientCalls: CallsOf<typeof patients> = {
  'GET /api/deliveries/patients/search': {
    access: managePermission,
    conditional: true,
    leaves: 'patient.searched',
    ready: () => ({ query: { q: 'grace' } }),
    ids: { 'query.cursor': pageCursorRule },
  },
  'POST /api/deliveries/patients': {
    access: managePermission,
    leaves: 'patient.created',
    idempotent: true,
    ready({ app, keys }) {
      const name = `Neil ${randomUUID()}`
      return {
        body: { ...patientBody, name },
        done: async () => (await app.table.queryAll(keys.names, { startsWith: nameKey(name) })).length,
      }
    },
    places: emails,
    races: {
      patient: {
        'creating a patient with the same name': { body: () => ({ ...patientBody, name: 'Grace Brewster' }) },
      },
    },
  },
  'GET /api/deliveries/patients/{id}': { access: managePermission, conditional: true, leaves: 'patient.read' },
  'PUT /api/deliveries/patients/{id}': {
    access: managePermission,
    leaves: 'patient.edited',
    versioned: true,
    async ready(at) {
      const id = await at.aPatient()
      return {
        params: { id },
        body: { ...patientBody, name: 'Grace Brewster', city: 'Arlington' },
        headers: { 'if-match': '1' },
        done: async () => ((await stored(at, id))?.version ?? 0) - 1,
        repeated: 409,
      }
    },
    places: emails,
    races: {
      patient: {
        'renaming to Grace Brewster': {
          body: () => ({ ...patientBody, name: 'Grace Brewster' }),
          refusals: [gone, stale],
        },
        'renaming to Hedy Lamarr': { body: () => ({ ...patientBody, name: 'Hedy Lamarr' }), refusals: [gone, stale] },
      },
    },
  },
  'DELETE /api/deliveries/patients/{id}': {
    access: managePermission,
    leaves: 'patient.deleted',
    async ready(at) {
      const id = await at.aPatient()
      return { params: { id }, done: async () => ((await stored(at, id))?.deleted_at ? 1 : 0), repeated: 404 }
    },
    races: {
      patient: { deletion: { refusals: [gone, busy] } },
      mistake: { 'deleting its patient': { id: ({ patient }) => patient, refusals: [gone, busy] } },
    },
  },
  'POST /api/deliveries/patients/{id}/merge': {
    access: managePermission,
    leaves: 'patient.merged',
    async ready(at) {
      const [id, into] = [await at.aPatient(), await at.aPatient()]
      return {
        params: { id },
        body: { into },
        done: async () => ((await stored(at, id))?.merged_into === into ? 1 : 0),
      }
    },
    otherwiseReady: { 'of a patient with deliveries': mergeWithDeliveries },
    ids: { 'body.into': patientIdRule },
    places: { into: placeholderGenerator('into') },
    races: {
      record: { 'merging its patient into another': mergingItsPatient },
      mistake: { 'merging its patient into another': mergingItsPatient },
      patient: {
        'merging into another patient': {
          body: ({ other }) => ({ into: other }),
          refusals: [gone, noPatientRefusal, merged],
        },
        'merging another patient into this one': {
          id: ({ other }) => other,
          body: ({ id }) => ({ into: id }),
          refusals: [gone, noPatientRefusal, merged],
        },
      },
    },
  },
}
