import * as z from 'zod/mini'
import { lazy } from '../model/lazy.ts'
import { exportedDeliveries, exportedDelivery, listExport } from '../model/list-export.ts'
import { manageDeliveries } from '../rules/permissions.ts'
import { entry } from './contract.ts'

const callsPerMinute = { person: 30, organisation: 300 }

/** Called before a list is exported; its pages are then read by the call of the list. */
export const exportList = entry({
  method: 'POST',
  path: '/api/exports/lists',
  access: manageDeliveries,
  event: ['delivery.exported', 'patient.exported'],
  body: listExport,
  success: 204,
  callsPerMinute,
})

/** Called before everything about a patient is exported; the data is then read by the calls of the screens. */
export const exportRecord = entry({
  method: 'POST',
  path: '/api/exports/patients/{id}',
  access: manageDeliveries,
  event: 'patient.exported',
  subject: 'Patient',
  success: 204,
  callsPerMinute,
})

/** A row of the list lacks some columns of the exported table; this call reads those. */
export const exportDeliveries = entry({
  method: 'POST',
  path: '/api/exports/deliveries',
  access: manageDeliveries,
  event: 'delivery.exported',
  body: exportedDeliveries,
  answer: lazy(() => z.array(exportedDelivery())),
  success: 200,
  callsPerMinute,
})
