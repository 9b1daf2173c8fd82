import * as z from 'zod/mini'
import { rxNumber } from '../model/delivery-form.ts'
import { datedDelivery } from '../model/delivery-row.ts'
import { requiredDate, searchText } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { bulkChange, bulkResults, day, searchHits, stopQuestion } from '../model/search-and-day.ts'
import { invalidDateText } from '../rules/dates.ts'
import { manageDeliveriesRule, viewDeliveriesRule } from '../rules/permissions.ts'
import { entry } from './contract.ts'
import { pageFirstPaths } from './first-paths.ts'

export const search = entry({
  method: 'GET',
  path: '/api/search',
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'patient.searched',
  query: lazy(() =>
    z.object({
      q: searchText('search.q'),
    }),
  ),
  answer: searchHits,
  success: 200,
  callsPerMinute: { person: 120, organisation: 1200 },
})

export const readDay = entry({
  method: 'GET',
  path: pageFirstPaths.day,
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'none',
  query: lazy(() =>
    z.object({
      date: z.optional(requiredDate(invalidDateText).check(z.meta({ doc: 'day.date' }))),
    }),
  ),
  answer: day,
  success: 200,
  conditional: true,
})

/** Lists the street addresses of a day about which the board asks whether they are one stop. */
export const listStopQuestions = entry({
  method: 'GET',
  path: pageFirstPaths.stopQuestions,
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'delivery.listed',
  query: lazy(() => z.object({ date: requiredDate(invalidDateText) })),
  answer: lazy(() => z.array(stopQuestion())),
  success: 200,
})

export const changeDeliveries = entry({
  method: 'POST',
  path: '/api/deliveries/bulk',
  access: manageDeliveriesRule,
  takesKey: true,
  event: ['delivery.assigned', 'delivery.edited', 'delivery.status_changed', 'delivery.read', 'patient.edited'],
  body: bulkChange,
  answer: bulkResults,
  success: 200,
  idempotent: true,
})

export const findPrescription = entry({
  method: 'GET',
  path: '/api/deliveries/prescriptions',
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'delivery.listed',
  query: lazy(() =>
    z.object({
      rx_number: rxNumber().check(z.meta({ doc: 'prescription.rx_number' })),
    }),
  ),
  answer: lazy(() => z.array(datedDelivery())),
  success: 200,
})
