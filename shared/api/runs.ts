import * as z from 'zod/mini'
import { requiredDate } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { reasonForm } from '../model/reason-form.ts'
import {
  run,
  runClose,
  runConfirm,
  runDelivery,
  runLoad,
  runOrder,
  runStart,
  runSummary,
  runUnload,
} from '../model/run.ts'
import { invalidDateText } from '../rules/dates.ts'
import { manageDeliveriesRule, viewDeliveriesRule } from '../rules/permissions.ts'
import { entry } from './contract.ts'
import { pageFirstPaths } from './first-paths.ts'

/**
 * Lists a day's runs, by default today's in the organisation's time zone. They are sorted by the driver's name, and the last entry
 * has the unassigned deliveries, if there are any.
 */
export const listRuns = entry({
  method: 'GET',
  path: pageFirstPaths.runs,
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'run.listed',
  query: lazy(() => z.object({ date: z.optional(requiredDate(invalidDateText)) })),
  answer: lazy(() => z.array(runSummary())),
  success: 200,
  conditional: true,
})

/**
 * Reads a run. This entry and the following ones with `viewDeliveriesRule` only require the right to see deliveries. Their
 * operations narrow that: `closeRun` to the run's driver, and the others to the run's driver and to callers who manage deliveries.
 */
export const readRun = entry({
  method: 'GET',
  path: pageFirstPaths.run,
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'run.read',
  subject: 'Run',
  answer: run,
  success: 200,
  conditional: true,
})

export const setRunOrder = entry({
  method: 'PUT',
  path: '/api/runs/{date}/{user_id}/order',
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'run.ordered',
  subject: 'Run',
  body: runOrder,
  answer: run,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const loadPackage = entry({
  method: 'POST',
  path: '/api/runs/{date}/{user_id}/load',
  access: viewDeliveriesRule,
  takesKey: true,
  event: ['delivery.loaded', 'delivery.read'],
  subject: 'Run',
  body: runLoad,
  answer: runDelivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const unloadPackage = entry({
  method: 'POST',
  path: '/api/runs/{date}/{user_id}/unload',
  access: viewDeliveriesRule,
  takesKey: true,
  event: ['delivery.unloaded', 'delivery.read'],
  subject: 'Run',
  body: runUnload,
  answer: runDelivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const startRun = entry({
  method: 'POST',
  path: '/api/runs/{date}/{user_id}/start',
  access: viewDeliveriesRule,
  takesKey: true,
  event: ['run.started', 'delivery.started', 'run.read'],
  subject: 'Run',
  body: runStart,
  answer: run,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const closeRun = entry({
  method: 'POST',
  path: '/api/runs/{date}/{user_id}/close',
  access: viewDeliveriesRule,
  event: 'run.closed',
  subject: 'Run',
  body: runClose,
  answer: run,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const confirmRun = entry({
  method: 'POST',
  path: '/api/runs/{date}/{user_id}/confirm',
  access: manageDeliveriesRule,
  event: 'run.confirmed',
  subject: 'Run',
  body: runConfirm,
  answer: run,
  success: 200,
  idempotent: true,
  versioned: true,
})

export const reopenRun = entry({
  method: 'POST',
  path: '/api/runs/{date}/{user_id}/reopen',
  access: manageDeliveriesRule,
  event: 'run.reopened',
  subject: 'Run',
  body: reasonForm,
  answer: run,
  success: 200,
  idempotent: true,
  versioned: true,
})
