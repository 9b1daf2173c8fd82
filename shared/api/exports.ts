import * as z from 'zod/mini'
import { lazy } from '../model/lazy.ts'
import { deliveriesToExport, listExport, listedDelivery } from '../model/list-export.ts'
import { manageDeliveriesRule } from '../rules/permissions.ts'
import { entry } from './contract.ts'

const callsPerMinute = { person: 30, organisation: 300 }

/** Records that a list is exported. The client calls this first, and then reads the pages by the list's own call. */
export const exportList = entry({
  method: 'POST',
  path: '/api/exports/lists',
  access: manageDeliveriesRule,
  event: ['delivery.exported', 'patient.exported'],
  body: listExport,
  success: 204,
  callsPerMinute,
})

/**
 * Records that everything about a patient is exported. The client calls this first, and then reads the data with other calls, such
 * as `readPatient` and `exportDeliveries`.
 */
export const exportRecord = entry({
  method: 'POST',
  path: '/api/exports/patients/{id}',
  access: manageDeliveriesRule,
  event: 'patient.exported',
  subject: 'Patient',
  success: 204,
  callsPerMinute,
})

/** Returns deliveries with the fields that the rows of the list lack, for the further columns of the exported table. */
export const exportDeliveries = entry({
  method: 'POST',
  path: '/api/exports/deliveries',
  access: manageDeliveriesRule,
  event: 'delivery.exported',
  body: deliveriesToExport,
  answer: lazy(() => z.array(listedDelivery())),
  success: 200,
  callsPerMinute,
})
