import { begunWork } from '../model/begun-work.ts'
import {
  columnsQuery,
  deliveryImport,
  importColumns,
  importedFile,
  importResults,
  patientImport,
  rememberedColumns,
} from '../model/import.ts'
import { createDeliveriesRule, manageDeliveriesRule } from '../rules/permissions.ts'
import { entry } from './contract.ts'

const callsPerMinute = { person: 120, organisation: 1200 }

/** Records that a file is imported. The client calls this first, and then sends the returned id with the rows. */
export const beginImport = entry({
  method: 'POST',
  path: '/api/imports',
  access: manageDeliveriesRule,
  event: ['delivery.imported', 'patient.imported'],
  body: importedFile,
  answer: begunWork,
  success: 201,
  callsPerMinute: { person: 30, organisation: 300 },
})

export const listColumnChoices = entry({
  method: 'GET',
  path: '/api/imports/columns',
  access: manageDeliveriesRule,
  event: 'none',
  query: columnsQuery,
  answer: rememberedColumns,
  success: 200,
})

export const keepColumnChoice = entry({
  method: 'PUT',
  path: '/api/imports/columns',
  access: manageDeliveriesRule,
  event: 'none',
  body: importColumns,
  answer: importColumns,
  success: 200,
})

/**
 * Imports rows independently of each other. Each is written as a whole or not at all; only a row that gives an existing delivery a
 * new patient writes the patient first. Rows that were imported before are recognised, so that nothing is created twice.
 */
export const importDeliveries = entry({
  method: 'POST',
  path: '/api/deliveries/import',
  access: createDeliveriesRule,
  takesKey: true,
  event: [
    'delivery.created',
    'delivery.edited',
    'delivery.assigned',
    'delivery.read',
    'patient.created',
    'patient.edited',
  ],
  body: deliveryImport,
  answer: importResults,
  success: 200,
  idempotent: true,
  callsPerMinute,
})

export const importPatients = entry({
  method: 'POST',
  path: '/api/deliveries/patients/import',
  access: manageDeliveriesRule,
  takesKey: true,
  event: ['patient.created', 'patient.edited'],
  body: patientImport,
  answer: importResults,
  success: 200,
  idempotent: true,
  callsPerMinute,
})
