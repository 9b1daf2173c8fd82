import * as z from 'zod/mini'
import { lazy } from '../model/lazy.ts'
import { exportedDeliveries, exportedDelivery, listExport } from '../model/list-export.ts'
import { manageDeliveries } from '../rules/permissions.ts'
import { entry } from './contract.ts'

const callsPerMinute = { person: 30, organisation: 300 }

/** Whoever exports a list calls this first, and then reads its pages by the call of the list. */
export const exportList = entry({
  method: 'POST',
  path: '/api/exports/lists',
  access: manageDeliveries,
  event: ['delivery.exported', 'patient.exported'],
  body: listExport,
  success: 204,
  callsPerMinute,
})

/** Whoever exports all that is known of a patient calls this first, and then reads it by the calls of the screens. */
export const exportRecord = entry({
  method: 'POST',
  path: '/api/exports/patients/{id}',
  access: manageDeliveries,
  event: 'patient.exported',
  subject: 'Patient',
  success: 204,
  callsPerMinute,
})

/** A list has a line for each delivery: here is what else stands in a table of them. */
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
