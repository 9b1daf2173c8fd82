import * as z from 'zod/mini'
import { id, pageCursor, pageLimitParameter, searchText } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { newPatient, patient, patientEdit } from '../model/patient.ts'
import { manageDeliveriesRule } from '../rules/permissions.ts'
import { entry } from './contract.ts'
import { pageFirstPaths } from './first-paths.ts'

export const searchPatients = entry({
  method: 'GET',
  path: pageFirstPaths.patients,
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'patient.searched',
  query: lazy(() =>
    z.object({
      q: searchText('patients.q'),
      limit: pageLimitParameter(),
      cursor: pageCursor(),
    }),
  ),
  answer: lazy(() => z.array(patient())),
  success: 200,
  callsPerMinute: { person: 120, organisation: 1200 },
  paged: true,
  conditional: true,
})

export const createPatient = entry({
  method: 'POST',
  path: '/api/deliveries/patients',
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'patient.created',
  body: newPatient,
  answer: patient,
  success: 201,
  location: '/api/deliveries/patients/{id}',
  idempotent: true,
})

export const readPatient = entry({
  method: 'GET',
  path: pageFirstPaths.patient,
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'patient.read',
  subject: 'Patient',
  answer: patient,
  success: 200,
  conditional: true,
  opensLook: true,
})

export const updatePatient = entry({
  method: 'PUT',
  path: '/api/deliveries/patients/{id}',
  access: manageDeliveriesRule,
  takesKey: true,
  event: ['patient.edited', 'patient.read'],
  subject: 'Patient',
  body: patientEdit,
  answer: patient,
  success: 200,
  versioned: true,
})

export const deletePatient = entry({
  method: 'DELETE',
  path: '/api/deliveries/patients/{id}',
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'patient.deleted',
  subject: 'Patient',
  success: 204,
})

export const mergePatient = entry({
  method: 'POST',
  path: '/api/deliveries/patients/{id}/merge',
  access: manageDeliveriesRule,
  takesKey: true,
  event: ['patient.merged', 'delivery.edited', 'patient.read'],
  subject: 'Patient',
  body: lazy(() => z.object({ into: id('Select a patient') })),
  answer: patient,
  success: 200,
})
