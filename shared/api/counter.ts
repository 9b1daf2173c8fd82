import * as z from 'zod/mini'
import { bulkChange, bulkResults, day, prescribedDelivery, searchHits } from '../model/counter.ts'
import { rxNumber } from '../model/delivery.ts'
import { requiredDate, searchText } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { invalidDate } from '../rules/dates.ts'
import { manageDeliveries, viewDeliveries } from '../rules/permissions.ts'
import { entry } from './contract.ts'
import { firstPaths } from './first-paths.ts'

export const search = entry({
  method: 'GET',
  path: '/api/search',
  access: viewDeliveries,
  summary: 'Search patients, prescriptions and deliveries',
  description:
    'At most 8 of each. Patients are answered to callers who manage deliveries; deliveries are found by the start of their id first, then by prescription number, then by patient.',
  event: 'patient.searched',
  query: lazy(() =>
    z.object({
      q: searchText(
        'The start of a patient’s words, of a prescription number, or of a delivery’s id; a slip’s code or address.',
      ),
    }),
  ),
  answer: searchHits,
  success: 200,
})

export const readDay = entry({
  method: 'GET',
  path: firstPaths.day,
  access: manageDeliveries,
  summary: 'Count a day’s deliveries',
  description:
    'By status and by time slot, with the money expected and collected. Without a date it is the organisation’s today.',
  event: 'none',
  query: lazy(() =>
    z.object({
      date: z.optional(
        requiredDate(invalidDate).check(z.meta({ description: 'By default the organisation’s today.' })),
      ),
    }),
  ),
  answer: day,
  success: 200,
  conditional: true,
})

export const changeDeliveries = entry({
  method: 'POST',
  path: '/api/deliveries/bulk',
  access: manageDeliveries,
  summary: 'Change many deliveries',
  description:
    'Up to 100, in the order of the answer. Each obeys its own rules: one that refuses says why, and the others go on.',
  refusals: { 422: '`pharmacist_id` names nobody who can deliver.' },
  event: ['delivery.assigned', 'delivery.edited', 'delivery.status_changed', 'delivery.read'],
  body: bulkChange,
  answer: bulkResults,
  success: 200,
  idempotent: true,
})

export const findPrescription = entry({
  method: 'GET',
  path: '/api/deliveries/prescriptions',
  access: manageDeliveries,
  summary: 'Find the deliveries of a prescription',
  description: 'Open and delivered ones of the last 30 days that have this number, newest first.',
  event: 'delivery.listed',
  query: lazy(() =>
    z.object({
      rx_number: rxNumber().check(
        z.meta({ description: 'A prescription number, compared without case, blanks and leading zeros.' }),
      ),
    }),
  ),
  answer: lazy(() => z.array(prescribedDelivery())),
  success: 200,
})
