import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type * as imports from '#shared/api/imports.ts'
import { deliveryBody, patientBody } from '#tests/support/builders.ts'
import { type CallsOf, createPermission, managePermission } from './call.ts'
import type { IdRule } from './id-rules.ts'
import type { Workplace } from './workplace.ts'

const refused = (field: string, msg: string) => () => [{ ok: false, detail: [{ loc: [field], msg }] }]
const aPatientOfNobody: IdRule = { of: 'Patient', answered: refused('patient_id', 'This patient does not exist') }
const unknownPharmacist: IdRule = {
  of: 'User',
  answered: refused('pharmacist_id', 'Deliveries can’t be assigned to this person'),
}

/** Returns a random name, and the row of a patient of this name who is not in the directory yet. */
const aPatientRow = () => {
  const name = randomUUID()
  return { name, row: { ...patientBody, name, external_id: name } }
}

/** The id of an import goes into the events as it was sent, without a lookup, so any id is accepted. */
const anyImport: IdRule = { of: 'Subject', answered: () => expect.anything() }

const isNamed = async ({ app, keys }: Workplace, of: 'delivery' | 'patient', name: string) =>
  Number((await app.table.get(keys.externalId(of, name))) !== undefined)

export const importCalls: CallsOf<typeof imports> = {
  'POST /api/imports': {
    access: managePermission,
    leaves: 'patient.imported',
    ready: () => ({ body: { kind: 'patients', file_name: 'everybody.xlsx', rows: 80 } }),
    otherwiseReady: { 'of deliveries': () => ({ body: { kind: 'deliveries', file_name: 'monday.csv', rows: 1 } }) },
    races: {},
  },
  'GET /api/imports/columns': { access: managePermission, ready: () => ({ query: { kind: 'patients' } }) },
  'PUT /api/imports/columns': {
    access: managePermission,
    ready: ({ app, keys }) => {
      const heads = ['Patient', randomUUID()]
      const isStored = async () =>
        Number((await app.table.get(keys.importColumns({ kind: 'patients', heads }))) !== undefined)
      return { body: { kind: 'patients', heads, columns: { name: ['Patient'] }, same: {} }, done: isStored }
    },
    races: {},
  },
  'POST /api/deliveries/import': {
    access: createPermission,
    leaves: 'delivery.created',
    idempotent: true,
    async ready(at) {
      const name = randomUUID()
      const row = { ...deliveryBody(at.app, await at.aPatient()), external_id: name }
      return { body: { rows: [row] }, done: () => isNamed(at, 'delivery', name) }
    },
    otherwiseReady: {
      'for a patient described in the row': (at) => {
        const { name, row: patient } = aPatientRow()
        const { patient_id: _id, ...delivery } = deliveryBody(at.app, '')
        const row = { ...delivery, external_id: name, patient }
        return { body: { rows: [row] }, done: () => isNamed(at, 'delivery', name) }
      },
    },
    ids: {
      'body.import_id': anyImport,
      'body.rows.patient_id': aPatientOfNobody,
      'body.rows.pharmacist_id': unknownPharmacist,
    },
    places: { import_id: fc.uuid() },
    races: {
      patient: {
        'importing a delivery': {
          body: ({ newDelivery }) => ({ rows: [{ ...newDelivery, external_id: 'raced' }] }),
        },
      },
    },
  },
  'POST /api/deliveries/patients/import': {
    access: managePermission,
    leaves: 'patient.created',
    idempotent: true,
    ready: (at) => {
      const { name, row } = aPatientRow()
      return {
        body: { rows: [row] },
        done: () => isNamed(at, 'patient', name),
      }
    },
    ids: { 'body.import_id': anyImport },
    places: { import_id: fc.uuid() },
    races: {
      patient: {
        'importing a patient': { body: () => ({ rows: [{ ...patientBody, external_id: 'raced' }] }) },
      },
    },
  },
}
