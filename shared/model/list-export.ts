import * as z from 'zod/mini'
import { delivery } from './delivery.ts'
import { deliveryFilters } from './delivery-filters.ts'
import { distinctList, id, isId, searchText } from './fields.ts'
import { lazy } from './lazy.ts'

/** The views of the list of deliveries that can be exported. */
export const listView = lazy(() => z.enum(['current', 'past'], 'Must be current or past'))

/** The filters of a list of deliveries that can be exported, with the view. */
export const tabFilters = lazy(() => z.extend(deliveryFilters(), { view: z.optional(listView()) }))
export type TabFilters = z.input<ReturnType<typeof tabFilters>>

/** The filter of the directory of patients. */
export const directoryFilters = lazy(() => z.object({ q: searchText('export.q') }))

/** An export of a list of deliveries, with the filters that the list had. */
export const deliveryListExport = lazy(() =>
  z.object({
    kind: z.literal('deliveries'),
    filters: tabFilters(),
  }),
)

/** An export of the directory of patients, with the search text that the directory had. */
export const patientListExport = lazy(() =>
  z.object({
    kind: z.literal('patients'),
    filters: directoryFilters(),
  }),
)

/** The list that the user is about to export. */
export const listExport = lazy(() =>
  z.discriminatedUnion('kind', [deliveryListExport(), patientListExport()], 'Must be deliveries or patients'),
)
export type ListExport = z.input<ReturnType<typeof listExport>>

/** The most deliveries for which one request returns details. */
export const exportedDeliveriesLimit = 100

export const deliveriesToExport = lazy(() =>
  z.object({
    ids: distinctList(id().check(z.refine(isId, 'Must be an id')), {
      limit: exportedDeliveriesLimit,
      noun: 'deliveries',
      needed: 'Select at least one delivery',
    }),
  }),
)

/** An exported delivery. It lacks the URLs of its pictures, which would be useless in a table. */
export const exportedDelivery = lazy(() =>
  z.omit(delivery(), { patient_signature: true, delivery_photo_url: true, delivery_photo: true }),
)
export type ExportedDelivery = z.output<ReturnType<typeof exportedDelivery>>

/** A delivery of an exported list. */
export const listedDelivery = lazy(() =>
  z.extend(exportedDelivery(), {
    /** The patient's ID in another system; '' if the patient has none or was deleted. */
    patient_external_id: z.string(),
  }),
)
export type ListedDelivery = z.output<ReturnType<typeof listedDelivery>>
