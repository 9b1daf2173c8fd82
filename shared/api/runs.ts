import * as z from 'zod/mini'
import { requiredDate } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import {
  run,
  runClose,
  runConfirm,
  runDelivery,
  runLoad,
  runOrder,
  runReopen,
  runStart,
  runSummary,
  runUnload,
} from '../model/run.ts'
import { invalidDate } from '../rules/dates.ts'
import { manageDeliveries, viewDeliveries } from '../rules/permissions.ts'
import { entry } from './contract.ts'
import { firstPaths } from './first-paths.ts'

/** By default of the organisation's today; by name, then what nobody has. */
export const listRuns = entry({
  method: 'GET',
  path: firstPaths.runs,
  access: manageDeliveries,
  summary: 'List the runs of a day',
  description:
    'Everybody who has a delivery on the day, by name, then what nobody has (`person` is null). Without `date`, of the organisation’s today.',
  event: 'run.listed',
  query: lazy(() => z.object({ date: z.optional(requiredDate(invalidDate)) })),
  answer: lazy(() => z.array(runSummary())),
  success: 200,
  conditional: true,
})

/** Of the calls below, the operations narrow the access: to the person of the run, to callers who manage deliveries, or to both. */
export const readRun = entry({
  method: 'GET',
  path: firstPaths.run,
  access: viewDeliveries,
  summary: 'Read a run',
  description:
    'One person’s deliveries of one day, in the order of their stops. For that person, and for callers who manage deliveries.',
  refusals: {
    403: 'Neither is it the caller’s own run, nor do they manage deliveries.',
  },
  event: 'run.read',
  subject: 'Run',
  answer: run,
  success: 200,
  conditional: true,
})

export const orderRun = entry({
  method: 'PUT',
  path: '/api/runs/{date}/{user_id}/order',
  access: viewDeliveries,
  summary: 'Change the order of a run',
  description:
    'What is not named keeps its place behind. For the person of the run, and for callers who manage deliveries.',
  refusals: {
    403: 'Neither is it the caller’s own run, nor do they manage deliveries.',
    409: 'The run is closed and not confirmed yet.',
    422: 'One of `delivery_ids` is not on this run.',
  },
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
  access: viewDeliveries,
  summary: 'Mark a package as loaded',
  description:
    'By `code`, the address in a slip’s QR code or the code that is printed below it, or by `delivery_id`. A repeat answers the same.',
  refusals: {
    403: 'Neither is it the caller’s own run, nor do they manage deliveries.',
    404: 'There is no such run or, for `delivery_id`, no such delivery.',
    409: 'The package is on somebody else’s run or on that of another day, is not assigned, or is on its way or beyond; the slip is out of date; or the run is closed.',
    422: 'Exactly one of `code` and `delivery_id` is sent. `code` is on no slip of the organisation.',
  },
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
  access: viewDeliveries,
  summary: 'Take a package out of a run again',
  description: 'While it is assigned.',
  refusals: {
    403: 'Neither is it the caller’s own run, nor do they manage deliveries.',
    404: 'There is no such run, or no such delivery.',
    409: 'The package does not wait on this run, or the run is closed.',
  },
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
  access: viewDeliveries,
  summary: 'Start a run',
  description:
    'Every loaded package is on its way from now on; with `include_not_loaded`, every assigned one. What could not be started is named in `not_started`, and a repeat goes on with it.',
  refusals: {
    403: 'Neither is it the caller’s own run, nor do they manage deliveries.',
    409: 'The run is of a day to come, or it is closed.',
  },
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
  access: viewDeliveries,
  summary: 'Hand a run over',
  description: 'Covers what was delivered or brought back since the last close. For the person of the run alone.',
  refusals: {
    403: 'It is not the caller’s own run.',
    409: 'Something is still out, nothing has been out, or the run is closed.',
  },
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
  access: manageDeliveries,
  summary: 'Confirm a handover',
  description: 'Somebody else than who closed the run counts too.',
  refusals: {
    409: 'The run is not closed, or the caller closed it.',
    422: 'A sum of `counted` differs from what was collected by its method, and `reason` is empty.',
  },
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
  access: manageDeliveries,
  summary: 'Take a handover back',
  description: 'The confirmation first, then the close. Both stay in the activity.',
  refusals: {
    409: 'The run is not closed, or something has gone out since.',
  },
  event: 'run.reopened',
  subject: 'Run',
  body: runReopen,
  answer: run,
  success: 200,
  idempotent: true,
  versioned: true,
})
