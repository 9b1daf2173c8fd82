import fc from 'fast-check'
import { remove } from '#functions/data/writes.ts'
import type * as proofs from '#shared/api/proofs.ts'
import { declareMistake } from '#shared/api/proofs.ts'
import { complete, completionData } from '#tests/support/builders.ts'
import { type CallsOf, managePermission, viewPermission } from './call.ts'
import { noPatientRefusal, pageCursorRule } from './id-rules.ts'
import type { Workplace } from './workplace.ts'

const gone = '404 Delivery not found'
const uncorrectable = /^409 A delivery that is [a-z ]+ cannot be corrected$/
const alreadyRecorded = '422 The record already says this'

/** Returns a function that counts the history items of a delivery that are of this kind. */
const countOf =
  ({ app, keys }: Workplace, id: string, what: 'correction' | 'call_back') =>
  async () =>
    (await app.table.queryAll(keys.history(id))).filter((item) => item[what]).length

/** Returns a function that counts the history items by which a delivery was marked as recorded by mistake. */
const mistakes =
  ({ app, keys }: Workplace, id: string) =>
  async () =>
    (await app.table.queryAll(keys.history(id))).filter(({ notes }) => notes.startsWith('Recorded by mistake')).length

/** Removes the seal of the delivery of `standing`, so that a reader makes a new one. Returns the delivery's id. */
async function unsealed(at: Workplace): Promise<string> {
  const id = await at.standing('Delivery')
  await at.app.table.write(remove(at.keys.storedSeal(id)))
  return id
}

/** Completes a delivery whose patient then waits for a call, and returns its id. */
async function aCallBack(at: Workplace): Promise<string> {
  const id = await at.aDelivery('in_progress')
  await complete(at.app, at.driver, id, { data: { ...completionData, counseling_outcome: 'call_back' } })
  return id
}

export const proofCalls: CallsOf<typeof proofs> = {
  'GET /api/deliveries/{id}/proof': {
    access: viewPermission,
    leaves: 'delivery.read',
    narrowedTo: managePermission,
    otherwiseReady: { 'with a new seal': async (at) => ({ params: { id: await unsealed(at) } }) },
  },
  'POST /api/deliveries/{id}/corrections': {
    access: managePermission,
    leaves: 'delivery.corrected',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const id = await at.aDelivery('delivered')
      return {
        params: { id },
        body: { field: 'signer_name', value: 'Ruth Hale', reason: 'The daughter signed' },
        done: countOf(at, id, 'correction'),
        repeated: 422,
      }
    },
    places: {
      field: fc.constantFrom('signer_name', 'delivery_notes', 'rx_information.0.rx_number'),
      value: fc.constantFrom('Ruth Hale', 'RX 00200'),
      reason: fc.constantFrom('Misread', 'Typed in haste'),
    },
    races: {
      delivery: {
        'correcting the signer': {
          body: () => ({ field: 'signer_name', value: 'Ruth Hale', reason: 'The daughter signed' }),
          refusals: [gone, uncorrectable, alreadyRecorded],
        },
        'correcting a prescription': {
          body: () => ({ field: 'rx_information.0.rx_number', value: 'RX-2', reason: 'Misread' }),
          refusals: [gone, uncorrectable, alreadyRecorded],
        },
      },
      mistake: {
        'correcting the amount': {
          body: () => ({ field: 'amount', value: 4, reason: 'Misread' }),
          refusals: [alreadyRecorded],
        },
      },
    },
  },
  'POST /api/deliveries/{id}/recorded-by-mistake': {
    access: managePermission,
    leaves: 'delivery.recorded_by_mistake',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const id = await at.aDelivery('delivered')
      return { params: { id }, body: { reason: 'The wrong patient' }, done: mistakes(at, id) }
    },
    races: { mistake: { 'declaring a mistake': { body: () => ({ reason: 'The wrong patient' }) } } },
  },
  'POST /api/deliveries/{id}/plan-again': {
    access: managePermission,
    leaves: 'delivery.created',
    idempotent: true,
    async ready(at) {
      const id = await at.aDelivery('delivered')
      await at.app.call(declareMistake, { as: at.caller, params: { id }, body: { reason: 'The wrong patient' } })
      const planned = async () => ((await at.app.table.get(at.keys.delivery(id)))?.planned_again_as ? 1 : 0)
      return { params: { id }, done: planned, repeated: 409 }
    },
    races: {
      mistake: {
        'planning again': {
          refusals: [
            '409 Only a delivery that was recorded by mistake can be planned again',
            '409 This delivery was already planned again',
            noPatientRefusal,
          ],
        },
      },
    },
  },
  'GET /api/deliveries/call-backs': {
    access: managePermission,
    conditional: true,
    leaves: 'delivery.listed',
    ids: { 'query.cursor': pageCursorRule },
  },
  'POST /api/deliveries/{id}/call-back': {
    access: managePermission,
    leaves: 'delivery.called_back',
    idempotent: true,
    versioned: true,
    async ready(at) {
      const id = await aCallBack(at)
      return {
        params: { id },
        body: { outcome: 'reached', note: 'No questions were left' },
        done: countOf(at, id, 'call_back'),
        repeated: 409,
      }
    },
    races: {
      delivery: {
        'recording a call to the patient': {
          body: () => ({ outcome: 'reached' }),
          refusals: [gone, '409 No one is waiting for this call'],
        },
      },
    },
  },
  'GET /api/seal-keys': { access: 'public', needs: ['KMS'] },
  'POST /api/audit/records': {
    access: managePermission,
    leaves: 'audit.packet',
    ready: () => ({ body: { rx: [{ rx_number: 'RX-1' }] } }),
    otherwiseReady: {
      'by days': () => ({ body: { from: '2026-01-01', to: '2026-01-31' } }),
      'with a new seal': async (at) => {
        await unsealed(at)
        return { body: { rx: [{ rx_number: 'RX-1' }] } }
      },
    },
    ids: { 'query.cursor': pageCursorRule },
    places: {
      rx: fc.constantFrom([{ rx_number: 'RX-1' }], [{ rx_number: '00 rx-1', date: '2026-03-10' }]),
      from: fc.constant(undefined),
      to: fc.constant(undefined),
    },
    races: {
      delivery: {
        'reading audit records': { body: ({ rx_information: [row] }) => ({ rx: [{ rx_number: row?.rx_number }] }) },
      },
    },
  },
}
