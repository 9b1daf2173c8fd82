import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { patientBody } from '#tests/support/builders.ts'
import type { Writer } from './meet.ts'

/** A patient without open deliveries, one that failed, somebody else's, and the body of a new one. */
export interface Household {
  id: string
  failed: string
  elsewhere: string
  newDelivery: object
}

const gone = '404 Patient not found'
const unknown = '422 This patient does not exist'
const busy = '409 A patient with open deliveries cannot be deleted'
const stale = '409 This patient was changed by someone else. Refresh and try again.'

const id = (patient: Household) => ({ id: patient.id })

const renaming = (name: string): Writer<Household> => ({
  name: `renaming to ${name}`,
  entry: patients.updatePatient,
  sending: (patient, { admin }) => ({ as: admin, params: id(patient), body: { ...patientBody, name } }),
  refusals: [gone, stale],
})

export const patientWriters: readonly Writer<Household>[] = [
  renaming('Grace Brewster'),
  renaming('Hedy Lamarr'),
  {
    name: 'deletion',
    entry: patients.deletePatient,
    sending: (patient, { admin }) => ({ as: admin, params: id(patient) }),
    refusals: [gone, busy],
  },
  {
    name: 'a new delivery',
    entry: deliveries.createDelivery,
    sending: ({ newDelivery }, { admin }) => ({ as: admin, body: newDelivery }),
    refusals: [unknown],
  },
  {
    name: 'a delivery that becomes his',
    entry: deliveries.updateDelivery,
    sending: (patient, { admin }) => ({
      as: admin,
      params: { id: patient.elsewhere },
      body: { patient_id: patient.id },
    }),
    refusals: [unknown],
  },
  {
    name: 'his failed delivery tried again',
    entry: deliveries.changeStatus,
    sending: ({ failed }, { admin }) => ({ as: admin, params: { id: failed }, body: { status: 'assigned' } }),
    refusals: ['409 Cannot change status from assigned to assigned'],
  },
  {
    name: 'a patient of the same name',
    entry: patients.createPatient,
    sending: (_, { admin }) => ({ as: admin, body: { ...patientBody, name: 'Grace Brewster' } }),
    refusals: [],
  },
]
