import * as z from 'zod/mini'
import { delivery } from './delivery.ts'
import { deliveryFilters } from './delivery-filters.ts'
import { distinctList, id, isId, searchText } from './fields.ts'
import { lazy } from './lazy.ts'

/** The tabs of deliveries that can be exported. */
export const listView = lazy(() => z.enum(['current', 'past'], 'Must be current or past'))

/** The filters of a tab of deliveries. */
export const tabFilters = lazy(() => z.extend(deliveryFilters(), { view: z.optional(listView()) }))
export type TabFilters = z.input<ReturnType<typeof tabFilters>>

/** The filter of the directory of patients. */
export const directoryFilters = lazy(() =>
  z.object({ q: searchText('What the patients are searched for. Blank: everybody.') }),
)

/** The export of a list of deliveries, with the filters of its call. */
export const deliveryListExport = lazy(() =>
  z.object({
    kind: z.literal('deliveries'),
    filters: tabFilters(),
  }),
)

/** The export of the directory of patients, with its search. */
export const patientListExport = lazy(() =>
  z.object({
    kind: z.literal('patients'),
    filters: directoryFilters(),
  }),
)

/** What is about to be exported. */
export const listExport = lazy(() =>
  z.discriminatedUnion('kind', [deliveryListExport(), patientListExport()], 'Must be deliveries or patients'),
)
export type ListExport = z.input<ReturnType<typeof listExport>>

/** The most deliveries whose details one call returns. */
export const exportedLimit = 100

export const exportedDeliveries = lazy(() =>
  z.object({
    ids: distinctList(id().check(z.refine(isId, 'Must be an id')), {
      limit: exportedLimit,
      noun: 'deliveries',
      needed: 'Name at least one delivery',
    }),
  }),
)

/** A delivery without the addresses of its pictures, which are useless in a table. */
export const exportedDelivery = lazy(() =>
  z.omit(delivery(), { patient_signature: true, delivery_photo_url: true, delivery_photo: true }),
)
export type ExportedDelivery = z.output<ReturnType<typeof exportedDelivery>>
