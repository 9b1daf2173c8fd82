import fc from 'fast-check'
import type * as attempts from '#shared/api/attempts.ts'
import { reportUnsent } from '#shared/api/attempts.ts'
import type * as deliveries from '#shared/api/deliveries.ts'
import { completionData, deliveryBody, pngBytes, signature } from '#tests/support/builders.ts'
import { uploadPhoto } from '#tests/support/upload-photo.ts'
import { type CallPreparation, type CallsOf, createPermission, managePermission, viewPermission } from './call.ts'
import {
  noPatientRefusal,
  noPharmacistRefusal,
  pageCursorRule,
  patientIdRule,
  pharmacistIdRule,
  uploadKeyRule,
} from './id-rules.ts'
import { placeholder, placeholderOrMissing } from './placeholders.ts'
import type { Workplace } from './workplace.ts'

const gone = '404 Delivery not found'
const notFrom = (to: string) => [gone, new RegExp(`^409 Cannot change status from [a-z ]+ to ${to}$`)]
const reassigned = /^409 The pharmacist cannot be changed once a delivery is (delivered|cancelled)$/
/** The refusal for a driver who does not manage deliveries and has meanwhile lost this one to another person. */
const notTheirs = "403 You don't have the required permission: delivery.edit_orders"
const closed = '409 This run is closed'
/** The refusal of an action at the door whose driver was deactivated meanwhile. */
const signedOut = '401 Could not validate credentials'
const decided = '409 This record was already accepted or discarded'
const triedAgain = ['409 Cannot change status from assigned to assigned']

const stored = ({ app, keys }: Workplace, id: string) => app.table.get(keys.delivery(id))
const changes = (at: Workplace, id: string) => async () => ((await stored(at, id))?.version ?? 0) - 1
/** Counts the changes of a delivery since it was started. The start is its second history item. */
const endings = (at: Workplace, id: string) => async () => ((await stored(at, id))?.history_count ?? 0) - 2

/** Counts the actions at a delivery's door that the server refused and the driver's device reported to the pharmacy. */
const unsent = (at: Workplace, id: string) => async () => (await stored(at, id))?.unsent?.length ?? 0
const refused = { kind: 'attempt', refusal: closed.slice('409 '.length) } as const

/** Hands a completion of a delivery to the pharmacy, and returns the ids of both. */
async function aRecord(at: Workplace) {
  const id = await at.aDelivery('in_progress')
  const body = { kind: 'completion', refusal: 'This run is closed', completion: completionData } as const
  const answer = await at.app.call(reportUnsent, { as: at.driver, params: { id }, body })
  return { id, unsent_id: String(answer.body.unsent_id) }
}

async function readyCompletion(at: Workplace, more: (id: string) => Promise<object> | object) {
  const id = await at.aDelivery('in_progress')
  const ready: CallPreparation<typeof deliveries.completeDelivery> = {
    as: at.driver,
    params: { id },
    body: { ...completionData },
    done: endings(at, id),
  }
  return { ...ready, ...(await more(id)) }
}

export const deliveryCalls: CallsOf<typeof deliveries & typeof attempts> = {
  'GET /api/deliveries': {
    access: viewPermission,
    conditional: true,
    leaves: 'delivery.listed',
    ids: {
      'query.patient_id': { of: 'Patient' },
      'query.pharmacist_id': { of: 'User' },
      'query.cursor': pageCursorRule,
    },
    places: {
      patient_id: fc.constantFrom(undefined, undefined, placeholder('patient_id')),
      pharmacist_id: fc.constantFrom(undefined, placeholder('pharmacist_id'), 'null'),
      delivery_date: fc.constantFrom(undefined, '2099-01-01'),
    },
  },
  'POST /api/deliveries': {
    access: createPermission,
    leaves: 'delivery.created',
    idempotent: true,
    async ready(at) {
      const patient = await at.aPatient()
      return {
        body: deliveryBody(at.app, patient, { pharmacist_id: at.driver.user.id }),
        done: async () => (await at.app.table.queryAll(at.keys.ofPatient(patient))).length,
      }
    },
    ids: { 'body.patient_id': patientIdRule, 'body.pharmacist_id': pharmacistIdRule },
    races: {
      patient: { 'creating a delivery': { body: ({ newDelivery }) => newDelivery, refusals: [noPatientRefusal] } },
      person: {
        'creating a delivery for the user': {
          body: ({ newDelivery, id }) => ({ ...newDelivery, pharmacist_id: id }),
          refusals: [noPharmacistRefusal],
        },
      },
    },
  },
  'GET /api/deliveries/{id}': { access: viewPermission, conditional: true, leaves: 'delivery.read' },
  'PUT /api/deliveries/{id}': {
    access: managePermission,
    leaves: 'delivery.assigned',
    versioned: true,
    async ready(at) {
      const id = await at.aDelivery()
      const body = { pharmacist_id: at.driver.user.id }
      return { params: { id }, body, headers: { 'if-match': '1' }, done: changes(at, id), repeated: 409 }
    },
    ids: { 'body.patient_id': patientIdRule, 'body.pharmacist_id': pharmacistIdRule },
    places: {
      patient_id: placeholderOrMissing('patient_id'),
      delivery_date: fc.constantFrom('2099-01-01', undefined),
    },
    races: {
      delivery: {
        assignment: {
          body: (_, { pharmacist }) => ({ pharmacist_id: pharmacist.user.id }),
          refusals: [gone, reassigned],
        },
        unassignment: { body: () => ({ pharmacist_id: null }), refusals: [gone, reassigned] },
        'rescheduling a failed delivery': {
          body: () => ({ delivery_date: '2031-06-01' }),
          refusals: [gone, /^409 A delivery that is [a-z ]+ cannot be edited$/],
        },
        editing: {
          body: () => ({ refrigerated: true, delivery_notes: 'Ring twice' }),
          refusals: [gone, /^409 A delivery that is [a-z ]+ cannot be edited$/],
        },
      },
      run: {
        'reassigning a loaded package': {
          id: ({ loaded }) => loaded,
          body: (_, { pharmacist }) => ({ pharmacist_id: pharmacist.user.id }),
        },
        'reassigning a package': {
          id: ({ other }) => other,
          body: (_, { pharmacist }) => ({ pharmacist_id: pharmacist.user.id }),
          refusals: [reassigned],
        },
      },
      record: {
        'reassigning the package': {
          body: (_, { pharmacist }) => ({ pharmacist_id: pharmacist.user.id }),
          refusals: [reassigned],
        },
      },
      patient: {
        'moving a delivery to the patient': {
          id: ({ elsewhere }) => elsewhere,
          body: ({ id }) => ({ patient_id: id }),
          refusals: [noPatientRefusal],
        },
      },
      person: {
        'assigning a delivery to the user': {
          with: 'freeDelivery',
          id: ({ thing }) => thing,
          body: ({ id }) => ({ pharmacist_id: id }),
          refusals: [noPharmacistRefusal],
        },
      },
    },
  },
  'DELETE /api/deliveries/{id}': {
    access: managePermission,
    leaves: 'delivery.deleted',
    async ready(at) {
      const id = await at.aDelivery()
      return { params: { id }, done: async () => ((await stored(at, id))?.deleted_at ? 1 : 0), repeated: 404 }
    },
    races: { delivery: { deletion: { refusals: [gone, /^409 A delivery that is [a-z ]+ cannot be deleted$/] } } },
  },
  'PATCH /api/deliveries/{id}/status': {
    access: viewPermission,
    leaves: 'delivery.status_changed',
    narrowedTo: managePermission,
    idempotent: true,
    versioned: true,
    async ready(at) {
      const id = await at.aDelivery('assigned')
      const body = { status: 'in_progress' } as const
      return { as: at.driver, params: { id }, body, done: changes(at, id) }
    },
    ids: { 'body.delivery_photo_key': uploadKeyRule },
    places: { status: fc.constantFrom('in_progress', 'cancelled', 'failed', 'delivered') },
    races: {
      delivery: {
        'status delivered with an uploaded photo': {
          onlyInProgress: true,
          body: ({ photoKey }) => ({
            status: 'delivered',
            patient_signature: signature,
            delivery_photo_key: photoKey,
          }),
          refusals: notFrom('delivered'),
        },
        cancellation: { body: () => ({ status: 'cancelled' }), refusals: notFrom('cancelled') },
        failure: { body: () => ({ status: 'failed' }), refusals: notFrom('failed') },
        'starting as the assigned driver': {
          as: ({ driver }) => driver,
          body: () => ({ status: 'in_progress' }),
          refusals: [...notFrom('in progress'), notTheirs],
        },
      },
      record: { cancellation: { body: () => ({ status: 'cancelled' }), refusals: notFrom('cancelled') } },
      run: {
        'starting one package': {
          id: ({ loaded }) => loaded,
          body: () => ({ status: 'in_progress' }),
          refusals: [...notFrom('in progress'), closed],
        },
      },
      patient: {
        'retrying their failed delivery': {
          id: ({ failed }) => failed,
          body: () => ({ status: 'assigned' }),
          refusals: triedAgain,
        },
      },
      person: {
        'retrying their failed delivery': {
          with: 'failedDelivery',
          id: ({ thing }) => thing,
          body: () => ({ status: 'assigned' }),
          refusals: ['409 Assign a pharmacist first', ...triedAgain],
        },
        'releasing their pending delivery': {
          with: 'pendingDelivery',
          id: ({ thing }) => thing,
          body: () => ({ status: 'assigned' }),
          refusals: ['409 Assign a pharmacist first', ...triedAgain],
        },
      },
    },
  },
  'PATCH /api/deliveries/{id}/completion': {
    access: viewPermission,
    leaves: 'delivery.completed',
    idempotent: true,
    versioned: true,
    ready: (at) => readyCompletion(at, () => ({ photo: pngBytes })),
    otherwiseReady: {
      'with an uploaded photo': (at) =>
        readyCompletion(at, async (id) => ({
          body: { ...completionData, delivery_photo_key: await uploadPhoto(at.app, at, { id }) },
        })),
    },
    needs: ['S3'],
    ids: { 'body.delivery_photo_key': uploadKeyRule },
    // The fuzz test uses only these values, because any other signature method needs a name, and random instants are almost never
    // valid.
    places: { signature_method: fc.constantFrom('drawn', null), captured_at: fc.constant(undefined) },
    races: {
      record: {
        'completion by the driver who has it': {
          as: (_, { person }) => person,
          body: () => completionData,
          refusals: [...notFrom('delivered'), signedOut],
        },
      },
      run: {
        completion: {
          id: ({ other }) => other,
          body: () => completionData,
          refusals: [...notFrom('delivered'), closed],
        },
      },
      delivery: {
        completion: {
          onlyInProgress: true,
          as: ({ driver }) => driver,
          body: () => completionData,
          refusals: notFrom('delivered'),
        },
        'completing with an uploaded photo': {
          onlyInProgress: true,
          as: ({ driver }) => driver,
          body: ({ photoKey }) => ({ ...completionData, delivery_photo_key: photoKey }),
          refusals: notFrom('delivered'),
        },
      },
    },
  },
  'POST /api/deliveries/{id}/attempts': {
    access: viewPermission,
    leaves: 'delivery.attempted',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const id = await at.aDelivery('in_progress')
      return { params: { id }, body: { reason: 'refused', note: 'Not ordered' }, done: endings(at, id) }
    },
    ids: { 'body.delivery_photo_key': uploadKeyRule },
    races: {
      delivery: {
        'recording an attempt': {
          onlyInProgress: true,
          as: ({ driver }) => driver,
          body: () => ({ reason: 'no_answer' }),
          refusals: notFrom('failed'),
        },
      },
      record: {
        'recording an attempt': {
          as: (_, { person }) => person,
          body: () => ({ reason: 'no_answer' }),
          refusals: [...notFrom('failed'), signedOut],
        },
      },
      run: {
        'recording an attempt': {
          id: ({ other }) => other,
          body: () => ({ reason: 'no_answer' }),
          refusals: [...notFrom('failed'), closed],
        },
      },
    },
  },
  'POST /api/deliveries/{id}/return': {
    access: viewPermission,
    leaves: 'delivery.returned',
    narrowedTo: managePermission,
    idempotent: true,
    versioned: true,
    async ready(at) {
      const id = await at.aDelivery('failed')
      return { params: { id }, body: {}, done: async () => ((await stored(at, id))?.returned_at ? 1 : 0) }
    },
    races: {
      delivery: { 'a return': { body: () => ({}), refusals: [gone, /^409 This delivery is [\w ]+$/] } },
      run: {
        'a return': { id: ({ other }) => other, body: () => ({}), refusals: [closed, /^409 This delivery is [\w ]+$/] },
      },
    },
  },
  'POST /api/deliveries/{id}/unsent': {
    access: viewPermission,
    narrowedTo: managePermission,
    leaves: 'delivery.unsent_reported',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const id = await at.aDelivery('in_progress')
      const recorded = { completion: completionData, attempt: { reason: 'refused' } } as const
      const body = { kind: 'completion', refusal: 'This run is closed', ...recorded } as const
      return { as: at.driver, params: { id }, body, done: unsent(at, id) }
    },
    otherwiseReady: {
      'with a photo': async (at) => {
        const id = await at.aDelivery('in_progress')
        const body = { kind: 'completion', refusal: 'This run is closed', completion: completionData } as const
        return { as: at.driver, params: { id }, body, photo: pngBytes, done: unsent(at, id) }
      },
      'without a record': async (at) => {
        const id = await at.aDelivery('assigned')
        return { as: at.driver, params: { id }, body: refused, done: unsent(at, id), needs: [] }
      },
    },
    needs: ['S3'],
    ids: {
      'body.completion.delivery_photo_key': uploadKeyRule,
      'body.attempt.delivery_photo_key': uploadKeyRule,
    },
    places: { completion: fc.constant(undefined), attempt: fc.constant(undefined) },
    races: {
      delivery: { 'reporting a refusal': { as: ({ driver }) => driver, body: () => refused, refusals: [gone] } },
      record: {
        'handing in the same record again': {
          as: (_, { signer }) => signer,
          body: () => ({ kind: 'completion', refusal: refused.refusal, completion: completionData }),
        },
      },
    },
  },
  'POST /api/deliveries/{id}/unsent/{unsent_id}/accept': {
    access: managePermission,
    leaves: 'delivery.unsent_accepted',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const params = await aRecord(at)
      return { params, done: async () => 1 - (await unsent(at, params.id)()), repeated: 409 }
    },
    races: { record: { acceptance: { refusals: [decided, ...notFrom('delivered')] } } },
  },
  'POST /api/deliveries/{id}/unsent/{unsent_id}/discard': {
    access: managePermission,
    leaves: 'delivery.unsent_discarded',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const params = await aRecord(at)
      return {
        params,
        body: { reason: 'Signed twice' },
        done: async () => 1 - (await unsent(at, params.id)()),
        repeated: 409,
      }
    },
    races: { record: { 'a discard': { body: () => ({ reason: 'Signed twice' }), refusals: [decided] } } },
  },
  'POST /api/deliveries/{id}/settle-unsent': {
    access: managePermission,
    leaves: 'delivery.unsent_settled',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const id = await at.aDelivery('assigned')
      await at.app.call(reportUnsent, { as: at.driver, params: { id }, body: refused })
      return { params: { id }, done: async () => 1 - (await unsent(at, id)()) }
    },
    races: {
      delivery: { 'settling a refusal': { refusals: [gone] } },
      record: { 'settling what has no record': {} },
    },
  },
  'POST /api/deliveries/{id}/return-to-stock': {
    access: managePermission,
    leaves: 'delivery.restocked',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const id = await at.aDelivery('assigned')
      return { params: { id }, done: changes(at, id) }
    },
    races: {
      delivery: {
        'returning a package to stock': {
          refusals: [...notFrom('cancelled'), '409 This package is not back yet'],
        },
      },
    },
  },
  'GET /api/deliveries/{id}/slip': {
    access: viewPermission,
    leaves: 'delivery.read',
    ready: () => ({ query: { code: 'ABCDEFGH23' } }),
  },
  'GET /api/deliveries/{id}/status-history': { access: viewPermission, leaves: 'delivery.read' },
  'GET /api/deliveries/{id}/print': { access: viewPermission, leaves: 'delivery.printed' },
  'POST /api/deliveries/{id}/photo-upload': {
    access: viewPermission,
    leaves: 'delivery.read',
    versioned: true,
    ready: async ({ aDelivery }) => ({
      params: { id: await aDelivery('in_progress') },
      body: { content_type: 'image/jpeg', size: 9 },
    }),
    races: {
      delivery: {
        'photo-upload': {
          onlyInProgress: true,
          as: ({ driver }) => driver,
          body: () => ({ content_type: 'image/png', size: 100 }),
          refusals: [gone, '409 A photo can only be added to a delivery in progress'],
        },
      },
    },
  },
  'GET /api/deliveries/patient/{id}/has_prior_deliveries': { access: viewPermission, leaves: 'patient.read' },
  'GET /api/deliveries/pharmacists/list': { access: managePermission },
  'GET /api/deliveries/config/time-ranges': { access: viewPermission },
  'GET /api/deliveries/config/languages': { access: viewPermission },
}
