import * as z from 'zod/mini'
import { bulkChange, bulkResults, day, prescribedDelivery, searchHits } from '../model/counter.ts'
import { rxNumber } from '../model/delivery.ts'
import { requiredDate, searchText } from '../model/fields.ts'
import { invalidDate } from '../rules/dates.ts'
import { manageDeliveries, viewDeliveries } from '../rules/permissions.ts'
import { entry, lazy } from './contract.ts'

/** Patients for callers who manage deliveries; deliveries by id first, then by prescription, then by patient. */
export const search = entry({
  method: 'GET',
  path: '/api/search',
  access: viewDeliveries,
  event: 'patient.searched',
  query: lazy(() => z.object({ q: searchText() })),
  answer: searchHits,
  success: 200,
})

/** The organisation's today, when no date is named. */
export const readDay = entry({
  method: 'GET',
  path: '/api/deliveries/day',
  access: manageDeliveries,
  event: 'none',
  query: lazy(() => z.object({ date: z.optional(requiredDate(invalidDate)) })),
  answer: day,
  success: 200,
  conditional: true,
})

/** Each delivery obeys its own rules: one that refuses says why, and the others go on. */
export const changeDeliveries = entry({
  method: 'POST',
  path: '/api/deliveries/bulk',
  access: manageDeliveries,
  event: ['delivery.assigned', 'delivery.edited', 'delivery.status_changed', 'delivery.read'],
  body: bulkChange,
  answer: bulkResults,
  success: 200,
  idempotent: true,
})

/** The open and delivered deliveries of the last 30 days that have this prescription number, newest first. */
export const findPrescription = entry({
  method: 'GET',
  path: '/api/deliveries/prescriptions',
  access: manageDeliveries,
  event: 'delivery.listed',
  query: lazy(() => z.object({ rx_number: rxNumber() })),
  answer: lazy(() => z.array(prescribedDelivery())),
  success: 200,
})
